# Run in the root of the project: python3 src/ui/theme/fonts/make-fonts.py (needs fonttools and brotli).
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

SOURCE = "node_modules/@fontsource-variable"
TARGET = "src/ui/theme/fonts"
# What English is written with, and what other Western European languages add: most pages need the first file alone.
LETTERS = {
    "basic": "20-7E,A0,A9,AD,B7,D7,2013,2014,2018,2019,201C,201D,2022,2026",
    "western": "A1-A8,AA-AC,AE-B6,B8-D6,D8-FF,131,152,153,160,161,178,17D,17E,2BB-2BC,2C6,2DA,2DC,300-304,308"
    ",2010-2012,2015,201A,201E,2020,2021,2030,2032,2033,2039,203A,2044,20AC,2122,2191,2193,2212,2215",
}
FEATURES = {"basic": ["kern", "liga", "tnum"], "western": ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum"]}


def make(source, axes, name, kerning=None):
    for part, letters in LETTERS.items():
        font = instancer.instantiateVariableFont(TTFont(f"{SOURCE}/{source}"), axes)
        if kerning:
            # The same at every weight: what it varies by is not seen, and is a fifth of the file.
            font["GPOS"] = instancer.instantiateVariableFont(TTFont(f"{SOURCE}/{source}"), kerning)["GPOS"]
        else:
            scale_upem(font, 1000)
        replace_forms(font)
        round_kerning(font)
        options = subset.Options()
        options.layout_features = FEATURES[part]
        options.hinting = False
        # By it Chromium tells which face a letter has.
        options.name_IDs = [1]
        options.drop_tables += ["STAT"]
        options.flavor = "woff2"
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(letters))
        subsetter.subset(font)
        subset.save_font(font, f"{TARGET}/{name}-{part}.woff2", options)


def replace_forms(font):
    """The forms that a weight gives some letters replace the usual ones: the file holds each letter once."""
    for subtable in subtables(font["GSUB"], "rvrn"):
        for cmap in font["cmap"].tables:
            cmap.cmap = {letter: subtable.mapping.get(glyph, glyph) for letter, glyph in cmap.cmap.items()}


def round_kerning(font):
    """To a hundredth of the font size; finer steps are invisible."""
    for subtable in subtables(font["GPOS"], "kern"):
        sets, pairs = ("PairSet", "PairValueRecord") if subtable.Format == 1 else ("Class1Record", "Class2Record")
        for value in [pair.Value1 for one in getattr(subtable, sets) for pair in getattr(one, pairs)]:
            if value and getattr(value, "XAdvance", 0):
                value.XAdvance = round(value.XAdvance, -1)


def subtables(layout, feature):
    records = [record for record in layout.table.FeatureList.FeatureRecord if record.FeatureTag == feature]
    lookups = {index for record in records for index in record.Feature.LookupListIndex}
    found = [one for index in lookups for one in layout.table.LookupList.Lookup[index].SubTable]
    return [getattr(one, "ExtSubTable", one) for one in found]


make("fraunces/files/fraunces-latin-wght-normal.woff2", {"wght": 400}, "fraunces-400")
make("fraunces/files/fraunces-latin-wght-normal.woff2", {"wght": 600}, "fraunces-600")
make("fraunces/files/fraunces-latin-wonk-italic.woff2", {"wght": 400, "WONK": 0}, "fraunces-italic")
make("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", {"wght": (400, 600)}, "instrument-sans", {"wght": 500})

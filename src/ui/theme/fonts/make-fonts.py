# Run in the root of the project: python3 src/ui/theme/fonts/make-fonts.py (needs fonttools and brotli).
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = "node_modules/@fontsource-variable"
TARGET = "src/ui/theme/fonts"
# What English is written with, and what other Western European languages add: most pages need the first file alone.
LETTERS = {
    "basic": "20-7E,A0,A9,AD,B7,D7,2013,2014,2018,2019,201C,201D,2022,2026",
    "western": "A1-A8,AA-AC,AE-B6,B8-D6,D8-FF,131,152,153,160,161,178,17D,17E,2BB-2BC,2C6,2DA,2DC,300-304,308"
    ",2010-2012,2015,201A,201E,2020,2021,2030,2032,2033,2039,203A,2044,20AC,2122,2191,2193,2212,2215",
}


def make(source, axes, name, kerning=None):
    for part, letters in LETTERS.items():
        font = instancer.instantiateVariableFont(TTFont(f"{SOURCE}/{source}"), axes)
        if kerning:
            # The same at every weight: what it varies by is not seen, and is a fifth of the file.
            font["GPOS"] = instancer.instantiateVariableFont(TTFont(f"{SOURCE}/{source}"), kerning)["GPOS"]
        options = subset.Options()
        options.layout_features = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "rvrn", "tnum"]
        options.hinting = False
        options.flavor = "woff2"
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(letters))
        subsetter.subset(font)
        subset.save_font(font, f"{TARGET}/{name}-{part}.woff2", options)


make("fraunces/files/fraunces-latin-wght-normal.woff2", {"wght": 400}, "fraunces-400")
make("fraunces/files/fraunces-latin-wght-normal.woff2", {"wght": 600}, "fraunces-600")
make("fraunces/files/fraunces-latin-wonk-italic.woff2", {"wght": 400, "WONK": 0}, "fraunces-italic")
make("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", {"wght": (400, 600)}, "instrument-sans", {"wght": 500})

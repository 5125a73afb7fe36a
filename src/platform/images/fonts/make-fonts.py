# Run in the root of the project: python3 src/platform/images/fonts/make-fonts.py (needs fonttools and brotli).
import tempfile
from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = "node_modules/@fontsource-variable"
TARGET = "src/platform/images/fonts"
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk"]


def make(family, pattern, subsets, weight, file):
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for name in subsets:
            font = TTFont(f"{SOURCE}/{pattern % name}")
            font = instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
            font.flavor = None
            parts.append(f"{folder}/{name}.ttf")
            font.save(parts[-1])
        font = merge.Merger().merge(parts)
    names = {1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(
                names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID
            )
    # One weight each, asked for by the family's name alone.
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection = 64
    font["head"].macStyle = 0
    if "STAT" in font:
        del font["STAT"]
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap().keys())
    subsetter.subset(font)
    font.save(f"{TARGET}/{file}")


make("Card Heading", "fraunces/files/fraunces-%s-wght-normal.woff2", ["latin", "latin-ext", "vietnamese"], 600, "card-heading.ttf")
make("Card Text", "instrument-sans/files/instrument-sans-%s-wght-normal.woff2", ["latin", "latin-ext"], 500, "card-text.ttf")

# Run in the root of the project: python3 src/platform/images/fonts/make-fonts.py (needs fonttools and brotli).
import subprocess
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


# From Debian's package fonts-noto-core 20201225: what the two above lack, without Latin characters.
def make_script(file, source, ranges):
    wanted = {sign for first, last in ranges for sign in range(first, last + 1)}
    return make_part(file, TTFont(f"/usr/share/fonts/truetype/noto/{source}-Bold.ttf"), wanted)


def make_part(file, font, wanted, features=["*"]):
    family = "Card " + file.split(".")[0].split("-")[1].capitalize()
    names = {1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID)
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection = 64
    font["head"].macStyle = 0
    options = subset.Options()
    options.layout_features = features
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[sign for sign in font.getBestCmap() if sign in wanted])
    subsetter.subset(font)
    font.save(f"{TARGET}/{file}")
    return sorted(font.getBestCmap())


def spans(signs):
    runs = []
    for sign in signs:
        if runs and sign == runs[-1][1] + 1:
            runs[-1][1] = sign
        else:
            runs.append([sign, sign])
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in runs)


print(spans(sorted(
    make_script("card-greek.ttf", "NotoSans", [(0x370, 0x3FF), (0x400, 0x52F)])
    + make_script("card-arabic.ttf", "NotoSansArabic", [(0x600, 0x6FF)])
    + make_script("card-hebrew.ttf", "NotoSansHebrew", [(0x591, 0x5F4)])
    + make_script("card-devanagari.ttf", "NotoSansDevanagari", [(0x900, 0x97F), (0x200C, 0x200D), (0x25CC, 0x25CC)])
    + make_script("card-bengali.ttf", "NotoSansBengali", [(0x980, 0x9FE), (0x25CC, 0x25CC)])
    + make_script("card-thai.ttf", "NotoSansThai", [(0xE01, 0xE5B), (0x25CC, 0x25CC)])
    + make_script("card-tamil.ttf", "NotoSansTamil", [(0xB80, 0xBFF), (0x25CC, 0x25CC)])
    + make_script("card-georgian.ttf", "NotoSansGeorgian", [(0x10A0, 0x10FF)])
    + make_script("card-armenian.ttf", "NotoSansArmenian", [(0x530, 0x58F)])
    + make_script("card-ethiopic.ttf", "NotoSansEthiopic", [(0x1200, 0x137F)])
)))

# From Debian's package fonts-noto-cjk 20220127, what font-coverage.ts counts as drawable: 100,000 characters would weigh 18 MB.
ASKED = """
import { drawableText } from './src/platform/images/font-coverage.ts';
for (let code = 0x3001; code < 0x10000; code++)
  if (drawableText(String.fromCodePoint(code), 'text')) console.log(code);
"""
drawable = subprocess.run(["node", "--input-type=module", "-e", ASKED], capture_output=True, text=True, check=True)
chinese = TTFont("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc", fontNumber=2)
make_part("card-chinese.otf", chinese, {int(code) for code in drawable.stdout.split()}, [])

"""Makes the fonts of pictures and pages; needed once, when Inter itself is renewed.

    python tools/fonts.py FOLDER

FOLDER holds Inter-Regular.woff2 and Inter-SemiBold.woff2 as released. Wants fontTools with brotli.
Digits become the tabular ones, so that numbers stand in columns without any font feature.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HOME = Path(__file__).resolve().parent.parent / "analyzer" / "report" / "fonts"
FAMILY = "Analyzer Inter"  # a name of our own: an Inter installed elsewhere must not stand in
WEIGHTS = {"Inter-Regular.woff2": ("regular", 400), "Inter-SemiBold.woff2": ("semibold", 600)}
KEPT = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *map(ord, "‐‑–—‘’“”„•…‰′″‹›€←↑→↓↔−∞≈≠≤≥·×÷½¼¾"),
]


def main() -> None:
    for source, (name, weight) in WEIGHTS.items():
        font = TTFont(Path(sys.argv[1]) / source, recalcTimestamp=False)
        use_tabular_digits(font)
        rename(font, weight)
        options = subset.Options(layout_features=["kern", "mark", "ccmp"], hinting=False)
        options.name_IDs = ["*"]
        maker = subset.Subsetter(options)
        maker.populate(unicodes=KEPT)
        maker.subset(font)
        for kind, flavour in (("ttf", None), ("woff2", "woff2")):
            font.flavor = flavour
            font.save(HOME / f"{name}.{kind}")


def use_tabular_digits(font: TTFont) -> None:
    """Let each character show the glyph that the feature tnum would choose."""
    rules = font["GSUB"].table
    lookups = {
        index
        for record in rules.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    swaps = {}
    for index in lookups:
        for part in rules.LookupList.Lookup[index].SubTable:
            swaps |= getattr(part, "ExtSubTable", part).mapping
    for table in font["cmap"].tables:
        table.cmap = {code: swaps.get(glyph, glyph) for code, glyph in table.cmap.items()}


def rename(font: TTFont, weight: int) -> None:
    style = "Regular" if weight == 400 else "SemiBold"
    names = {1: FAMILY, 2: style, 4: f"{FAMILY} {style}", 6: f"AnalyzerInter-{style}"}
    for record in list(font["name"].names):
        if record.nameID in (16, 17, 21, 22, 25):
            font["name"].removeNames(nameID=record.nameID)
        elif record.nameID in names:
            record.string = names[record.nameID]
    font["OS/2"].usWeightClass = weight


if __name__ == "__main__":
    main()

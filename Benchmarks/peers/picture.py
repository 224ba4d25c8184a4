"""The figures as a picture: for each network a panel with a bar for each engine.

Colours come from a style sheet in the file, one set for light pages and one for dark ones.
"""
from html import escape

from peers.report import counted, title
from peers.results import OURS, PRECISION, Results, Row, fastest_peer, our_row, rows_of

WIDTH, MARGIN, GAP = 860, 24, 28
PANEL = (WIDTH - 2 * MARGIN - GAP) / 2
HEADER, PANEL_HEADER, BAR, STEP, FOOTER = 78, 46, 15, 23, 42
LABELS, VALUES = 150, 66

STYLE = """
  .card { fill: #ffffff; stroke: #d8dee4; }
  text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 12px;
         fill: #424a53; }
  .title { font-size: 18px; font-weight: 600; fill: #1f2328; }
  .name { font-size: 14px; font-weight: 600; fill: #1f2328; }
  .ours { font-weight: 600; fill: #0a5cc2; }
  .value { font-variant-numeric: tabular-nums; }
  .bar { fill: #b6bfc9; }
  .best { fill: #7d8894; }
  .own { fill: #1f6feb; }
  .track { stroke: #d8dee4; }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #30363d; }
    text { fill: #adb6c0; }
    .title, .name { fill: #f0f6fc; }
    .ours { fill: #79b8ff; }
    .bar { fill: #4a535e; }
    .best { fill: #8b949e; }
    .own { fill: #388bfd; }
    .track { stroke: #30363d; }
  }
"""


def shown(results: Results, model: str) -> list[Row]:
    """The rows that are drawn, fastest first; other precisions are in the tables."""
    rows = [row for row in rows_of(results, model) if row["precision"] == PRECISION]
    return sorted(rows, key=lambda row: row["medianMs"])


def name(row: Row) -> str:
    return {OURS: "YOLOKit", "yolokit-blas": "YOLOKit, OpenBLAS"}.get(row["engine"], title(row))


def alternative(results: Results) -> str:
    """What the picture shows, in words."""
    parts = []
    for model in results["models"]:
        ours, peer = our_row(results, model["model"]), fastest_peer(results, model["model"])
        theirs = f", {title(peer)} {peer['medianMs']:.1f}" if peer else ""
        parts.append(f"{model['model']}: YOLOKit {ours['medianMs']:.1f} ms{theirs}")
    return (f"Bars of milliseconds a picture with {counted(results['settings']['threads'], 'thread')}. "
            + "; ".join(parts))


def text(x: float, y: float, content: str, kind: str = "", end: bool = False) -> str:
    attributes = (f' class="{kind}"' if kind else "") + (' text-anchor="end"' if end else "")
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{escape(content)}</text>'


def bars(results: Results, model: Row, x: float, y: float) -> list[str]:
    """One panel."""
    rows = shown(results, model["model"])
    ours, peer = our_row(results, model["model"]), fastest_peer(results, model["model"])
    longest = max(row["medianMs"] for row in rows)
    left, room = x + LABELS, PANEL - LABELS - VALUES
    size = model["inputSize"]
    lines = [text(x, y, model["model"], "name"),
             text(x + PANEL, y, f"{size}x{size}, {model['gflop']:.1f} GFLOP", end=True)]
    top = y + 14
    for row in rows:
        kind = "own" if row is ours else "best" if row is peer else "bar"
        length = max(2, row["medianMs"] / longest * room)
        label = "ours" if row is ours else ""
        lines += [
            text(left - 8, top + 12, name(row), label, end=True),
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{length:.1f}" '
            f'height="{BAR}" rx="2"/>',
            text(left + length + 6, top + 12, f"{row['medianMs']:.1f} ms", f"value {label}".strip()),
        ]
        top += STEP
    bottom = top - STEP + BAR + 3
    return lines + [f'<path class="track" d="M{left:.1f} {y + 11:.1f}V{bottom:.1f}"/>']


def heights(results: Results) -> list[float]:
    """The height of each row of two panels."""
    counts = [len(shown(results, model["model"])) for model in results["models"]]
    return [PANEL_HEADER + STEP * max(counts[i:i + 2]) for i in range(0, len(counts), 2)]


def svg(results: Results) -> str:
    """The whole picture."""
    machine, rows = results["machine"], heights(results)
    height = HEADER + sum(rows) + FOOTER
    heading = f"Time for one picture, {counted(results['settings']['threads'], 'thread')}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-labelledby="title description">',
        f'<title id="title">{escape(heading)}</title>',
        f'<desc id="description">{escape(alternative(results))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:.0f}" rx="10"/>',
        text(MARGIN, 36, heading, "title"),
        text(MARGIN, 57, "The network alone, float32, batch 1, median; shorter is better. The "
             "strongest grey is the fastest other engine."),
    ]
    y = float(HEADER + 22)
    for number, model in enumerate(results["models"]):
        x = MARGIN + (PANEL + GAP) * (number % 2)
        lines += bars(results, model, x, y)
        if number % 2:
            y += rows[number // 2]
    foot = (f"{machine['cpu']} ({machine['cpuFamily']}; {', '.join(machine['instructionSets'])}), "
            f"{machine['processors']} processors; {results['date'][:10]}; "
            "by Benchmarks/compare-peers")
    lines += [text(MARGIN, height - 18, foot), "</svg>"]
    return "\n".join(lines) + "\n"

"""Measures YOLOKit and other inference engines in turns; Benchmarks/compare-peers starts it.

    __main__.py     the command line
    measuring.py    the order of the work
    environment.py  builds the programs, and the Python environment of the other engines
    models.py       which networks, and how each engine gets them
    roster.py       which engines take part, as which processes
    turns.py        processes that wait stopped, and the rounds in which they take turns
    quiet.py        whether other programs were at work meanwhile
    memory.py       how much memory a process takes
    machine.py      what the figures were measured on
    results.py      the figures as JSON
    report.py       the figures as Markdown
    picture.py      the figures as SVG

Only these run in the engines' own environment, and only they need NumPy:

    worker.py       a process that has loaded one engine and measures it when asked
    engines.py      how each engine loads a network and runs it
    agreement.py    how far outputs are from ours
"""

"""How long Ctrl-C takes to be raised while work of minutes runs: from the signal to the exception, wall clock.

    python benchmarks/python/interrupt.py [TIMES]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python" / "tests"))

from test_manners import LONG, interrupted

times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
for name, code in LONG.items():
    found = sorted(interrupted(code, 0.5 + 0.07 * number)[0] for number in range(times))
    print(f"{name}: {times} interrupts, median {1000 * found[times // 2]:.1f} ms, longest {1000 * found[-1]:.1f} ms")

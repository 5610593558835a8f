"""What the daily suite takes of a large grid: tests/thinned.hpp says the same to tests in C++.

All of it where PLEXUS_FULL is set (`./plexus test full`), else a third that PLEXUS_SEED draws, 1 if
it is not set.
"""

import os
import random

FULL = "PLEXUS_FULL" in os.environ
SEED = int(os.environ.get("PLEXUS_SEED", "1"))


def sampled(cases, one_of=3):
    """Those that are taken, one at least, in their order."""
    cases = list(cases)
    if FULL or not cases:
        return cases
    taken = random.Random(SEED).sample(range(len(cases)), -(-len(cases) // one_of))
    return [cases[i] for i in sorted(taken)]

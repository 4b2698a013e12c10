#!/usr/bin/env python3
"""The exact counts of a set from records that are there: `truths.py RECORDS RUN > FILE`, the format of `estimate_queries truth`.

Sets are made from fixed seeds, so their counts need not be made again to measure another build.
"""

import sys

from records import runs

for record in runs(sys.argv[1])[sys.argv[2]]:
    print(record["query"], repr(record["truth"]))

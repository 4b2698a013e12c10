"""Records of estimates: one file per condition of the machine, one line per question, each with the run that asked it (`run.sh`)."""

import json


def runs(path, prefix=""):
    """The records of each run whose name begins so, in the order of the file."""
    found = {}
    with open(path) as lines:
        for line in lines:
            record = json.loads(line.replace(":inf", ":Infinity"))
            if record["run"].startswith(prefix):
                found.setdefault(record["run"], []).append(record)
    return found

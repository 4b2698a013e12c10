"""Many machines: batches, labelling, evaluation and training on Ray. ``docs/cluster.md`` explains when that is worthwhile.

:func:`count_many` counts many patterns in many graphs, :func:`motifs` all motifs of many graphs or of many randomised ones,
:func:`label` makes a data set, :func:`evaluate` evaluates a counter on a test part, and :func:`train` trains with the gradients of many workers. All of them continue where they were stopped, and give
the results of a single machine. Ray is imported when it is needed: ``pip install 'isocount[ray]'``.
"""

from __future__ import annotations

from isocount.cluster._counting import count_many
from isocount.cluster._evaluation import evaluate
from isocount.cluster._executor import Executor, InProcess, WorkerLost
from isocount.cluster._labelling import label
from isocount.cluster._motifs import motifs
from isocount.cluster._on_ray import OnRay
from isocount.cluster._report import Report
from isocount.cluster._training import train

__all__ = ["Executor", "InProcess", "OnRay", "Report", "WorkerLost", "count_many", "evaluate", "label", "motifs", "train"]

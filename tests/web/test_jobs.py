"""The other processes of the page."""

import subprocess
import sys

import pytest

# The first pool of a process also starts multiprocessing's tracker, which unblocks SIGINT.
FIRST_JOB = """
import signal
from pbbuild.web.jobs import jobs

with jobs(1) as pool:
    blocked = pool.start(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    print(signal.SIGINT in blocked, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot block signals")
def test_ctrl_c_while_a_worker_starts_reaches_only_the_page() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_JOB], capture_output=True, text=True, timeout=120, check=True
    )
    in_the_worker, here = done.stdout.split()
    assert (in_the_worker, here) == ("True", "False"), done.stderr

"""Runs samples, each with globals of its own. A line of the input names a file, a line of the output says what it printed."""

import json
import sys
import traceback


class Enough(BaseException):
    """Ends a sample that has no end."""


for line in sys.stdin:
    job = json.loads(line)
    printed = []

    def keep(*values):
        printed.extend(values)
        if job["until"] is not None and job["until"] in json.dumps(values):
            raise Enough

    problem = None
    try:
        with open(job["file"]) as file:
            exec(compile(file.read(), job["file"], "exec"), {"__name__": "__main__", "print": keep})
    except Enough:
        pass
    except Exception:
        problem = traceback.format_exc()
    print(json.dumps({"printed": printed, "problem": problem}), flush=True)

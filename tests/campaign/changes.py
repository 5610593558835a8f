"""Lists of single-point changes, one format for all of them, and what is kept of their runs.

A list holds sections `[NAME]` and lines `OLD ==> NEW`; a leading `2:` takes the second place where
OLD stands; ` = REASON` behind a change argues that it cannot be seen. Where OLD ends with `;`, NEW
does too.
"""
import json
import re
import sys


def read_changes(path):
    """The changes by section: [{"old", "new", "place", "reason"}]."""
    found, section = {}, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("[") and " ==> " not in line:
            section = found.setdefault(line.strip("[]"), [])
            continue
        old, arrow, rest = line.partition(" ==> ")
        if not arrow or section is None:
            sys.exit(f"{path}:{number}: no change: {line}")
        place = re.match(r"(\d+):", old)
        end = "; = " if old.endswith(";") and "; = " in rest else " = "
        statement = old.endswith(";") and rest.endswith(";")
        new, _, reason = (rest, "", "") if statement else rest.partition(end)
        new += ";" if end != " = " else ""
        section.append({"old": old[place.end():] if place else old, "new": new, "reason": reason,
                        "place": int(place[1]) if place else 1})
        for key in ("old", "new"):
            section[-1][key] = section[-1][key].replace("\\n", "\n")
    return found


class Log:
    """Results, one line of JSON each, by their key; the latest counts. A killed run loses none."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        if path.exists():
            self.known = {one["key"]: one for one in map(json.loads, path.read_text().splitlines())}

    def keep(self, one):
        self.known[one["key"]] = one
        with self.path.open("a") as out:
            out.write(json.dumps(one) + "\n")

"""Draws single-point changes of sources by lot: nobody chooses them, so no test was fitted to them.

`places_of(files)` finds every place of C++ files and SystemVerilog blocks where a single token,
condition, statement or argument can be changed; `draw(files, seed)` yields them in an order drawn
at random, at most one for each piece of text. A place keeps its lot as long as its text is there,
whatever becomes of others: a sample of sources that were worked on is nearly the same sample. Kinds:
relation, arithmetic, constant off by one, condition negated, condition dropped, a side of `&&` or
`||` dropped, statement dropped, arguments exchanged, loop bound, max for min. What changes nothing
by its nature is none: the arguments of a maximum, room reserved. A change has the form of
tests/campaign/changes.py.
"""
import collections
import hashlib
import json
import re

RELATIONS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
             "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="],
              "-=": ["+="], "++": ["--"], "--": ["++"], "&": ["|"], "|": ["&"], "<<": [">>"],
              ">>": ["<<"]}
EXTREMES = {"max": "min", "min": "max", "max_element": "min_element",
            "min_element": "max_element"}
EITHER_WAY = {"max", "min", "gcd", "lcm", "swap"}  # their arguments can be exchanged
NOTHING_BUT_ROOM = re.compile(r"[\w.>\-\[\]()*]*(\.|->)(reserve|shrink_to_fit)\s*\(")
TOKEN = re.compile(r"""(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\w'.]*)
    |(?P<sign><=>|<<=|>>=|->\*|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|.)""",
                   re.X | re.S)
CONTROL = re.compile(r"\b(if|while|for|switch|else|do|return|co_return|case|default|break|continue"
                     r"|goto|throw|using|static_assert|typedef|template|friend|public|private"
                     r"|protected|struct|class|enum|namespace|constexpr|static)\b")


def without_words(text):
    """The code with comments blanked and quoted text crossed out, every character in its place."""
    quoted = (r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"'
              r"|(?<![0-9A-Za-z])'(?:\\.|[^'\\\n])'")

    def crossed(found):
        text = found[0]
        if text.startswith("/"):
            return re.sub(r"[^\n]", " ", text)
        return '"' + re.sub(r"[^\n]", "_", text[1:-1]) + '"'

    return re.sub(quoted, crossed, text, flags=re.S)


def tokens_of(code, begin, end):
    """[(kind, text, begin, end)] without white space."""
    found = []
    for match in TOKEN.finditer(code, begin, end):
        if not match[0].isspace():
            found.append((match.lastgroup, match[0], match.start(), match.end()))
    return found


def closing(code, at):
    """The place of the bracket that closes the one at `at`; None if there is none."""
    pairs, depth = {"(": ")", "[": "]", "{": "}"}, []
    for place in range(at, len(code)):
        if code[place] in pairs:
            depth.append(pairs[code[place]])
        elif code[place] in ")]}":
            if not depth or depth.pop() != code[place]:
                return None
            if not depth:
                return place
    return None


def split_top(code, begin, end, sign):
    """The pieces of code[begin:end] between `sign`s that stand in no bracket: [(begin, end)]."""
    pieces, depth, first = [], 0, begin
    at = begin
    while at < end:
        if code[at] in "([{":
            depth += 1
        elif code[at] in ")]}":
            depth -= 1
        elif depth == 0 and code.startswith(sign, at):
            pieces.append((first, at))
            first = at = at + len(sign)
            continue
        at += 1
    return pieces + [(first, end)]


def trimmed(code, begin, end):
    while begin < end and code[begin].isspace():
        begin += 1
    while begin < end and code[end - 1].isspace():
        end -= 1
    return begin, end


def is_code_block(code, first, at):
    """Is the brace at `at`, in a piece that began at `first`, a body of statements?"""
    before = code[first:at].rstrip()
    if re.search(r"\b(namespace|class|struct|enum|union|extern)\b[^()]*$", before):
        return False
    if before.endswith(")") or re.search(
            r"(\)\s*(const|override|noexcept|final|mutable|&)+|\belse|\bdo|\btry)$", before):
        return True
    if re.search(r"\)\s*(const|mutable|noexcept)*\s*->\s*[\w:<>,\s*&]+$", before):
        return True
    return bool(re.search(r"\)\s*(noexcept\s*)?:\s[^;]*[})]$", before)) or before == ""


def bodies(code):
    """Bodies of statements, and within them the statements: [(begin, end)] that end with `;`; and
    whether a brace opens one. Brackets that belong to an expression are passed over."""
    statements = []
    stack = [("types", 0)]  # what is open: its kind, where its present piece began
    at = 0
    while at < len(code):
        sign = code[at]
        kind, first = stack[-1]
        if sign == "{":
            inside = is_code_block(code, first, at) and not (
                kind == "types" and code[first:at].strip() == "")
            typed = re.search(r"\b(namespace|class|struct|enum|union|extern)\b[^()=]*$",
                              code[first:at])
            stack.append(("body" if inside else "types" if typed else "values", at + 1))
        elif sign in "([":
            stack.append(("values", at + 1))
        elif sign in ")]}":
            if len(stack) > 1:
                closed = stack.pop()
                if sign == "}" and closed[0] in ("body", "types") and stack[-1][0] != "values":
                    rest = code[at + 1:at + 40].lstrip()
                    if not (rest[:1] in (",", ")", ";", ".", "(", "?", ":") and
                            stack[-1][0] == "body"):
                        stack[-1] = (stack[-1][0], at + 1)
        elif sign == ";" and kind in ("body", "types"):
            if kind == "body":
                statements.append((*trimmed(code, first, at), at + 1))
            stack[-1] = (kind, at + 1)
        elif sign == ":" and kind == "body" and re.fullmatch(
                r"\s*(case\b[^;]*|default\s*)", code[first:at]) and ":" not in (
                    code[at - 1], code[at + 1:at + 2]):
            stack[-1] = (kind, at + 1)
        at += 1
    return statements


class Places:
    """Collects changes of one file."""

    def __init__(self, text, code):
        self.text, self.code, self.found = text, code, []

    def add(self, kind, begin, end, at, stop, new):
        """In the piece begin:end, what stands at:stop becomes `new`."""
        old = self.text[begin:end]
        changed = self.text[begin:at] + new + self.text[stop:end]
        if changed != old and "//" not in old and '"' not in old and "#" not in old:
            self.found.append({"kind": kind, "begin": begin, "end": end, "old": old,
                               "new": changed})

    def whole(self, kind, begin, end, new):
        self.add(kind, begin, end, begin, end, new)

    def tokens(self, begin, end, kind_of_constant="constant off by one"):
        """Changes of single tokens of an expression or statement."""
        all_ = tokens_of(self.code, begin, end)
        for number, (kind, text, at, stop) in enumerate(all_):
            before = all_[number - 1] if number else (None, "(", 0, 0)
            after = all_[number + 1] if number + 1 < len(all_) else (None, ";", 0, 0)
            spaced = self.code[at - 1:at].isspace() and self.code[stop:stop + 1].isspace()
            operand = before[0] in ("word", "number") or before[1] in (")", "]")
            if kind == "sign" and text in RELATIONS and operand and spaced:
                for new in RELATIONS[text]:
                    self.add("relation", begin, end, at, stop, new)
            elif kind == "sign" and text in ARITHMETIC and (
                    (operand and spaced) or text in ("++", "--")):
                for new in ARITHMETIC[text]:
                    self.add("arithmetic", begin, end, at, stop, new)
            elif kind == "number" and re.fullmatch(r"\d+(_\w+|U|UL|u)?", text):
                digits = re.match(r"\d+", text)[0]
                for value in (int(digits) + 1, int(digits) - 1):
                    if value >= 0:
                        self.add(kind_of_constant, begin, end, at, stop,
                                 str(value) + text[len(digits):])
            elif kind == "word" and text in EXTREMES and after[1] in ("(", "<", "{"):
                self.add("max for min", begin, end, at, stop, EXTREMES[text])
            elif kind == "sign" and text in ("&&", "||") and spaced:
                self.add("condition", begin, end, at, stop, "||" if text == "&&" else "&&")
            elif kind == "sign" and text == "(" and before[0] == "word" and \
                    before[1] not in EITHER_WAY | {"if", "while", "for", "switch", "return",
                                                   "sizeof"}:
                close = closing(self.code, at)
                if close is None or close >= end:
                    continue
                parts = split_top(self.code, at + 1, close, ",")
                if len(parts) == 2:
                    first, second = (self.text[slice(*trimmed(self.code, *part))]
                                     for part in parts)
                    if first != second:
                        self.add("arguments exchanged", begin, end, at + 1, close,
                                 f"{second}, {first}")

    def condition(self, begin, end, loop=False):
        begin, end = trimmed(self.code, begin, end)
        if begin >= end or re.search(r"[^=!<>]=[^=]|\bconst\b|\bco_await\b", self.code[begin:end]):
            return
        self.tokens(begin, end, "loop bound" if loop else "constant off by one")
        old = self.text[begin:end]
        if not loop:
            self.whole("condition negated", begin, end, f"!({old})")
            self.whole("condition dropped", begin, end, "true")
            self.whole("condition dropped", begin, end, "false")
        else:
            compared = re.match(r"(.*?) (<|<=) (.*)$", old, re.S)
            if compared and not re.search(r"&&|\|\|", old):
                self.whole("loop bound", begin, end,
                           f"{compared[1]} + 1 {compared[2]} {compared[3]}")
        for sign in ("&&", "||"):
            parts = split_top(self.code, begin, end, sign)
            if len(parts) > 1 and (sign == "||" or
                                   len(split_top(self.code, begin, end, "||")) == 1):
                for left in range(len(parts)):
                    kept = [self.text[slice(*trimmed(self.code, *part))]
                            for number, part in enumerate(parts) if number != left]
                    self.whole("condition dropped", begin, end, f" {sign} ".join(kept))


def conditions_of(places):
    """Of `if`, `while` and `for`."""
    code = places.code
    for match in re.finditer(r"\b(if|while|for)\s*\(", code):
        at = match.end() - 1
        close = closing(code, at)
        if close is None or "constexpr" in code[max(0, match.start() - 3):match.end() + 12]:
            continue
        parts = split_top(code, at + 1, close, ";")
        if match[1] == "for":
            if len(parts) == 3:
                places.condition(*parts[1], loop=True)
                start = re.search(r"=\s*(\d+)\s*$", code[parts[0][0]:parts[0][1]])
                if start:
                    begin = parts[0][0] + start.start(1)
                    end = parts[0][0] + start.end(1)
                    places.whole("loop bound", begin, end, str(int(start[1]) + 1))
        else:
            places.condition(*parts[-1])


def changes_in_cpp(text):
    code = without_words(text)
    code = re.sub(r"^#[^\n]*", lambda found: " " * len(found[0]), code, flags=re.M)
    places = Places(text, code)
    conditions_of(places)
    for begin, end, stop in bodies(code):
        statement = code[begin:end]
        if "{" in statement and re.search(r"[)\]\w]\s*\{[^{}]*;", statement):
            continue  # a lambda's statements come one by one
        returned = re.match(r"return\s+(?=[^\s{])", statement)
        declared = re.match(r"(?:const\s+)?[\w:<>,]+(?:<[^;=]*>)?[\s&*]+(?:const\s+)?\w+\s*=\s*"
                            r"(?=[^={\[])", statement)
        if re.match(r"(if|while|for|switch|else|do|case|default)\b", statement):
            # What follows a condition without a brace of its own.
            head = re.match(r"(if|while|for|switch)\s*(constexpr\s*)?\(", statement)
            close = closing(code, begin + head.end() - 1) if head else None
            if close is None or close >= end:
                continue
            begin = trimmed(code, close + 1, end)[0]
            statement = code[begin:end]
            returned = re.match(r"return\s+(?=[^\s{])", statement)
            declared = None
            if not statement or re.match(r"(if|while|for|switch|else|do)\b", statement):
                continue
        if returned:
            places.tokens(begin + returned.end(), end)
        elif declared and not re.match(r"(return|using|delete|throw|else)\b", statement):
            if not re.search(r"\b(constexpr|static)\b", statement):
                places.tokens(begin + declared.end(), end)
        elif NOTHING_BUT_ROOM.match(statement):
            continue
        elif not CONTROL.match(statement) and re.match(
                r"[\w:>\-.()\[\]*+&\s]+?(=|\+=|-=|\(|\+\+|--|[|&^*/%]=)|\+\+|--", statement):
            if re.match(r"[\w:<>,]+[\s&*]+\w+\s*[({;]", statement) and not re.match(
                    r"(co_await|co_yield)\b", statement):
                continue  # a declaration
            places.whole("statement dropped", begin, stop, ";")
            inner = Places(text, code)
            inner.tokens(begin, end)
            for one in inner.found:
                one.update(end=stop, old=one["old"] + text[end:stop],
                           new=one["new"] + text[end:stop])
                places.found.append(one)
    return places.found


def changes_in_block(text):
    """Of a SystemVerilog block: expressions behind `=` and `<=`, conditions of `if`."""
    code = without_words(text.partition("`ifndef SYNTHESIS")[0])
    body = code.find(");\n")
    places = Places(text, code)
    for match in re.finditer(r"\bif\s*\(", code):
        close = closing(code, match.end() - 1)
        if match.start() > body and close and not code[close:close + 40].lstrip(") ").startswith(
                "begin : gen"):
            places.condition(match.end(), close)
    for match in re.finditer(r"^\s*(?:assign\s+)?[\w.\[\]:+\-* ]+? <?= ([^;]+);", code, re.M):
        if match.start() > body and not re.search(r"\b(localparam|parameter|genvar|for)\b",
                                                  match[0]):
            places.tokens(match.start(1), match.end(1))
    for one in places.found:
        one["new"] = re.sub(r"^(true|false)$", lambda found: "1'b1" if found[0] == "true" else "1'b0",
                            one["new"])
    return [one for one in places.found if "'" not in one["old"] or "'{" not in one["old"]]


def place_of_old(code, old, begin):
    """Which of the places where `old` stands this one is, from 1; white space counts as one."""
    pattern = r"\s+".join(map(re.escape, old.split()))
    pattern = (r"(?<!\w)" if re.match(r"\w", old) else "") + pattern
    pattern += r"(?!\w)" if re.search(r"\w$", old) else ""
    for number, match in enumerate(re.finditer(pattern, code), 1):
        if match.start() == begin:
            return number
    return None


def places_of(files):
    """All places of `files`, {name: text}: [(name, place)]."""
    return [(name, one) for name in sorted(files)
            for one in (changes_in_block if name.endswith(".sv") else changes_in_cpp)(files[name])]


def draw(files, seed, places=None):
    """`files`: {name: text}. Yields (name, change), without end but that of the places, so that a
    larger count only adds some; none of them overlaps another one."""
    everything, same = [], collections.Counter()
    for name, one in places or places_of(files):
        told = name, one["kind"], one["old"], one["new"]
        same[told] += 1
        lot = hashlib.sha256(json.dumps([seed, *told, same[told]]).encode()).digest()
        everything.append((lot, name, one))
    everything.sort(key=lambda each: each[0])
    spans, codes = {}, {}
    for _, name, one in everything:
        mine = spans.setdefault(name, [])
        span = one["begin"], one["end"]
        if any(begin < span[1] and span[0] < end for begin, end in mine):
            continue
        code = codes.setdefault(name, without_words(files[name]))
        place = one["begin"] if name.endswith(".sv") else place_of_old(code, one["old"], span[0])
        if place is None:
            continue
        mine.append(span)
        yield name, {"old": one["old"], "new": one["new"], "place": place, "reason": "",
                     "kind": one["kind"], "line": files[name].count("\n", 0, span[0]) + 1}

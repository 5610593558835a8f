"""Blocks as Icarus Verilog 11 reads them, with their assertions.

It knows no assertions. There `A: assert property (@(posedge clk_i) disable iff (!rst_ni) a |-> b) else
$error(..)` becomes `always @(posedge clk_i) if (rst_ni && (a) && !(b)) $error(..)`, and an immediate one
an `if`; what a combinational process asserts is asked when all has settled. It counts wrong in $countones
of more than a name: a function stands there instead. Processes of some blocks run for ever as
`always_comb`: it is given `always @*`, which needs a change of inputs at the beginning.
"""
import re
import subprocess

FRONT = """\
`timescale 1ns/1ps
function automatic int ones_in(input logic [4095:0] bits);
  ones_in = 0;
  for (int i = 0; i < 4096; i++) if (bits[i] === 1'b1) ones_in = ones_in + 1;
endfunction
"""


def behind(text, at):
    """The place behind the bracket that opens at `at`."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1
    raise ValueError("a bracket that does not close")


def plain(text):
    """The assertions of a file in Verilog of 2005; a line stays in its place. ValueError: it has one of
    another form."""
    clause = re.compile(r"(?<!\w)(\w+)\s*:\s*(assert|assume|cover)\s*(property|final)?\s*(?=\()")
    at, parts = 0, []
    while found := clause.search(text, at):
        if "//" in text[text.rfind("\n", 0, found.start()) + 1:found.start()]:
            parts.append(text[at:found.end()])
            at = found.end()
            continue

        def known(match, label=found[1]):
            if match is None:
                raise ValueError(f"{label}: an assertion of a form that rtl/icarus.py does not know")
            return match

        end = behind(text, found.end())
        body = text[found.end() + 1:end - 1].strip()
        told = re.compile(r"\s*else\s*(?=\$error)").match(text, end)
        if told:
            stop = behind(text, text.index("(", told.end()))
            action, end = text[told.end():stop], stop
        else:
            action = f'$error("{found[1]}")'
        end = known(re.compile(r"\s*;").match(text, end)).end()
        action = action.replace("$error(", f'$error("{found[1]}: ", ', 1) if told else action
        kind = found[2]
        if kind == "cover":
            made = "" if found[3] == "property" else ";"
        elif found[3] == "property":
            clock = known(re.match(r"@\(posedge (\w+)\)\s*", body))
            body = body[clock.end():]
            off = re.match(r"disable iff\s*\(", body)
            disabled = "0"
            if off:
                stop = behind(body, off.end() - 1)
                disabled, body = body[off.end():stop - 1], body[stop:].strip()
            if "|=>" in body:
                when, then = body.split("|=>", 1)
                made = (f"reg was_{found[1]} = 0; always @(posedge {clock[1]}) begin "
                        f"if (!({disabled}) && was_{found[1]} && !({then})) {action}; "
                        f"was_{found[1]} <= !({disabled}) && ({when}); end")
            else:
                when, _, then = body.rpartition("|->")
                made = (f"always @(posedge {clock[1]}) if (!({disabled}) && ({when or 1}) && "
                        f"!({then})) {action};")
        else:
            made = f"if (!({body})) {action};"
        lines = text.count("\n", found.start(), end)
        parts += [text[at:found.start()], " ".join(made.split()), "\n" * lines]
        at = end
    made = "".join(parts) + text[at:]
    made = re.sub(r"always_comb(\s+begin\s*:\s*\w*contract\w*)", r"always @*\1 #0.1;", made)
    made = re.sub(r"\balways_comb\b", "always @*", made)
    return made.replace("$countones(", "ones_in(")


def compile_plain(files, bench, program, *defines):
    """Compiles blocks and a bench of them: what iverilog ends with and says. Beside `program` it leaves
    the files that iverilog reads."""
    folder = program.parent
    (folder / "front.sv").write_text(FRONT)
    copies = [folder / "front.sv"]
    for one in files:
        copies.append(folder / one.name)
        copies[-1].write_text(plain(one.read_text()))
    return subprocess.run(["iverilog", "-g2012", *defines, "-s", bench.stem, "-o", program, *copies, bench],
                          capture_output=True, text=True)

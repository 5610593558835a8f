"""What the SystemVerilog blocks in rtl/ say of themselves: for the scripts that read them."""
import pathlib
import re

RTL = pathlib.Path(__file__).resolve().parent
BLOCKS = {file.stem: file for file in sorted(RTL.glob("*/*.sv"))}  # by name


def comments(lines):
    """Lines of comments as one, without their slashes."""
    return " ".join(line.strip().lstrip("/").strip() for line in lines)


def about(block):
    """The lines above the module."""
    text = BLOCKS[block].read_text()
    return text[:text.index(f"module {block}")]


def first_sentence(block):
    """Without its full stop; the dots of `0 .. 7` end none."""
    return re.split(r"(?<!\.)\.(?:\s|$)", comments(about(block).splitlines()))[0]


def header(block):
    """From `module` to the last pin."""
    text = BLOCKS[block].read_text()
    return text[text.index(f"module {block}"):text.index("\n);")]


def constants(block):
    """Its parameters and what follows from them: (parameter or localparam, type, name, value)."""
    return re.findall(r"^\s*(parameter|localparam)\s+(int|bit|logic \[.*?\])\s+(\w+)\s*=\s*(.*?),?\s*(?://.*)?$",
                      header(block), re.M)


def pins(block):
    """(input or output, [bits] or nothing, name)"""
    return re.findall(r"^\s*(input|output)\s+logic\s*(\[.*?\](?=\s))?\s*(\w+)", header(block), re.M)


def parts(text):
    """Blocks of which a file has instances."""
    plain = re.sub(r"//.*", "", text)
    return [block for block in BLOCKS if re.search(rf"^\s*{block}\s*(#\s*\(|\w+\s*\()", plain, re.M)]


def used_by(file):
    """The file, and those of the blocks in it."""
    files, open_files = [], [file]
    while open_files:
        one = open_files.pop()
        if one not in files:
            files.append(one)
            text = one.read_text()
            open_files += [BLOCKS[part] for part in parts(text) if not re.search(rf"module\s+{part}\b", text)]
    return files

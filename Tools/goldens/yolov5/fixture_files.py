"""Writing fixtures: aside first, then renamed."""
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "Tests/YOLOKitTests/Fixtures/yolov5"


def replace(path, data):
    """Writes the bytes of a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ".tmp")
    aside.write_bytes(data)
    os.replace(aside, path)


def write_json(path, contents):
    """Writes one level of lists of objects a line each, so that changes show as lines."""
    rows = {}
    for key, value in contents.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines = ",\n".join("  " + json.dumps(row, allow_nan=False) for row in value)
            rows[key] = f"[\n{lines}\n ]"
        else:
            rows[key] = json.dumps(value, allow_nan=False)
    body = ",\n".join(f" {json.dumps(key)}: {row}" for key, row in rows.items())
    replace(path, f"{{\n{body}\n}}\n".encode())

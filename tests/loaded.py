"""Images that no builder would make, brought to the engine as `docker load` does."""

import io
import json
import secrets
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

import docker


@contextmanager
def loaded(
    client: docker.DockerClient,
    *,
    architecture: str = "amd64",
    system: str = "linux",
    config: Mapping[str, object] | None = None,
    size: int = 0,
) -> Iterator[str]:
    """Gives the name of an image with one file of `size` bytes, and removes it in the end."""
    name = f"arena-test-{secrets.token_hex(6)}:1"
    layer = _tar({"file": secrets.token_bytes(8) + bytes(size)})
    said = json.dumps(
        {
            "architecture": architecture,
            "os": system,
            "config": dict(config or {}),
            "rootfs": {"type": "layers", "diff_ids": [f"sha256:{sha256(layer).hexdigest()}"]},
            "history": [{"created_by": "test"}],
        }
    ).encode()
    listed = [{"Config": "config.json", "RepoTags": [name], "Layers": ["layer.tar"]}]
    files = {"manifest.json": json.dumps(listed).encode(), "config.json": said, "layer.tar": layer}
    client.images.load(_tar(files))
    try:
        yield name
    finally:
        client.images.remove(name, force=True)


def _tar(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()

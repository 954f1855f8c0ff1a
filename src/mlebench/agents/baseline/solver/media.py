"""Numbers from pictures, sounds and arrays: small copies, edges, colours."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from solver.arrays import Floats, Places, Values
from solver.features import Blocks
from solver.files import ARRAYS, SOUNDS, Entry
from solver.sandbox import Sandbox

SIDE = 16
TINY = 20
EDGE_SIDE = 32
CELLS, DIRECTIONS = 4, 8


def picture(entry: Entry) -> Image.Image:
    """A picture of whatever it is; a sound becomes its spectrogram."""
    if entry.suffix in SOUNDS:
        return Image.fromarray(_spectrogram(entry.read()))
    if entry.suffix in ARRAYS:
        return Image.fromarray(_flattened(np.load(io.BytesIO(entry.read()), allow_pickle=False)))
    image = Image.open(io.BytesIO(entry.read()))
    image.draft("RGB", (64, 64))  # a JPEG decoder can leave out what a small copy does not need
    if image.mode.startswith("I") or image.mode == "F":
        return Image.fromarray(_stretched(np.asarray(image, dtype=np.float32)))
    return image


def _stretched(array: Floats) -> npt.NDArray[np.uint8]:
    low, high = np.nanpercentile(array, [1, 99])
    grey: Floats = np.clip((array - low) / max(high - low, 1e-9), 0, 1) * 255
    return grey.astype(np.uint8)


def _flattened(array: Values) -> npt.NDArray[np.uint8]:
    array = np.nan_to_num(np.asarray(array, dtype=np.float32))
    while array.ndim > 2:
        array = array.reshape(-1, array.shape[-1]) if array.ndim == 3 else array.reshape(-1, *array.shape[-2:])
    return _stretched(np.atleast_2d(array))


def _spectrogram(content: bytes) -> npt.NDArray[np.uint8]:
    from scipy.io import wavfile
    from scipy.signal import spectrogram

    rate, sound = wavfile.read(io.BytesIO(content))
    sound = np.asarray(sound, dtype=np.float32)
    sound = sound.mean(axis=1) if sound.ndim > 1 else sound
    sound = np.pad(sound, (0, max(0, 1024 - len(sound))))[: 30 * rate]
    _, _, power = spectrogram(sound, rate, nperseg=512, noverlap=256)
    return _stretched(np.log1p(power))


@dataclass(frozen=True)
class Form:
    """How all pictures of a task are brought into one form: their own size where they are tiny."""

    mode: str
    width: int
    height: int

    @classmethod
    def of(cls, images: list[Image.Image]) -> Form:
        """The form that suits these examples."""
        mode = "L" if all(image.mode in ("L", "1") for image in images) else "RGB"
        sizes = {image.size for image in images}
        if len(sizes) == 1 and max(images[0].size) <= TINY:
            return cls(mode, *images[0].size)
        return cls(mode, SIDE, SIDE)

    def vector(self, image: Image.Image) -> Floats:
        """A small copy, the directions of its edges by region, its colours, its size."""
        size, grey, copy = image.size, image.convert("L"), image.convert(self.mode)
        if size != (self.width, self.height):
            copy = copy.resize((self.width, self.height), Image.Resampling.BILINEAR)
        pixels = np.asarray(copy, dtype=np.float32) / 255
        bands = pixels.reshape(-1, pixels.shape[2] if pixels.ndim == 3 else 1)
        colours = [np.histogram(band, 8, (0, 1))[0] / len(band) for band in bands.T]
        shape = [pixels.mean(), pixels.std(), size[0], size[1], size[0] / max(1, size[1])]
        return np.concatenate([pixels.ravel(), _edges(grey), shape, *colours]).astype(np.float32)


def _edges(grey: Image.Image) -> Floats:
    edges = np.asarray(grey.resize((EDGE_SIDE, EDGE_SIDE), Image.Resampling.BILINEAR), dtype=np.float32) / 255
    down, right = np.gradient(edges)
    strength, angle = np.hypot(down, right), np.mod(np.arctan2(down, right), np.pi)
    direction = np.minimum((angle / np.pi * DIRECTIONS).astype(int), DIRECTIONS - 1)
    cell = np.arange(EDGE_SIDE) // (EDGE_SIDE // CELLS)
    place = (cell[:, None] * CELLS + cell[None, :]) * DIRECTIONS + direction
    histogram = np.bincount(place.ravel(), strength.ravel(), CELLS * CELLS * DIRECTIONS)
    found: Floats = np.sqrt(histogram / (histogram.sum() + 1e-9))
    return found


def media_blocks(
    sandbox: Sandbox, train: list[Entry | None], test: list[Entry | None], blocks: Blocks
) -> Places | None:
    """Add what the pictures of the rows show; returns which training rows were looked at."""
    if sum(entry is not None for entry in test) < 0.9 * len(test):
        return None
    if sum(entry is not None for entry in train) < 0.5 * len(train):
        return None
    # How many can be looked at in time? The test rows must be; training rows as far as time allows.
    probe = [entry for entry in train if entry is not None][:8]
    form = Form.of([picture(entry) for entry in probe])
    began = time.process_time()
    length = max(len(form.vector(picture(entry))) for entry in probe)
    cost = (time.process_time() - began) / len(probe)
    affordable = int(0.45 * sandbox.left() / max(cost, 1e-6)) - len(test)
    if affordable < min(60, len(train)):
        sandbox.log("too many pictures for the time that is left")
        return None
    rng = np.random.default_rng(sandbox.seed)
    chosen = np.flatnonzero([entry is not None for entry in train])
    if len(chosen) > affordable:
        chosen = np.sort(rng.choice(chosen, affordable, replace=False))
    sandbox.log(f"looking at {len(chosen)} training and {len(test)} test files ({cost * 1000:.1f} ms each)")
    left = np.stack([_vector_of(form, train[i], length) for i in chosen])
    right = np.stack([_vector_of(form, entry, length) for entry in test])
    blocks.add(left, right)
    return chosen


def _vector_of(form: Form, entry: Entry | None, length: int) -> Floats:
    """Unreadable files become gaps, since one of them must not cost the rest."""
    try:
        found = form.vector(picture(entry)) if entry is not None else np.empty(0)
    except Exception:
        found = np.empty(0)
    return found if len(found) == length else np.full(length, np.nan, dtype=np.float32)

"""Writes what pydicom reads of the files in its own packages, for test/commands/dicom-goldens.ts.

pip install pydicom==3.0.2 pydicom-data==1.0.0 nibabel==5.4.2 numpy pillow pylibjpeg==2.1.0 pylibjpeg-openjpeg==2.6.0 pyjpegls==1.5.1 python-gdcm==3.2.6
python tools/dicom/goldens.py OUT.jsonl

One line a frame, the first 10 of a file: SHA-256 of its raw samples as little-endian numbers, and of the 8-bit picture that
the display rule of docs/dicom.md makes of them. Plug-ins: Pillow for JPEG, GDCM for JPEG lossless, pyjpegls for JPEG-LS,
pylibjpeg-openjpeg for JPEG 2000; pydicom itself for the rest.
"""

import hashlib
import json
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pydicom
from pydicom.pixels import pixel_array

warnings.filterwarnings('ignore')
MOST_FRAMES = 10
PLUGINS = {
    '.50': 'pillow', '.51': 'pillow', '.57': 'gdcm', '.70': 'gdcm', '.80': 'pyjpegls', '.81': 'pyjpegls',
    '.90': 'pylibjpeg', '.91': 'pylibjpeg', '.201': 'pylibjpeg', '.202': 'pylibjpeg', '.203': 'pylibjpeg',
}


def folders():
    for package, below in (('pydicom', 'data/test_files'), ('data_store', 'data'), ('nibabel', 'nicom/tests/data')):
        spec = find_spec(package)
        if spec and spec.submodule_search_locations:
            yield package, Path(spec.submodule_search_locations[0]) / below


def plugin_of(syntax):
    prefix = '1.2.840.10008.1.2.4'
    if syntax == '1.2.840.10008.1.2.5':
        return 'pydicom'
    return PLUGINS.get(syntax[len(prefix):], '') if syntax.startswith(prefix) else ''


def digest(array):
    little = array.astype(array.dtype.newbyteorder('<'))
    return hashlib.sha256(np.ascontiguousarray(little).tobytes()).hexdigest()


def number(text):
    return float(str(text))


def display(ds, raw):
    """The file's own window over one frame, as docs/dicom.md says; None for what it does not cover."""
    if 'ModalityLUTSequence' in ds or 'VOILUTSequence' in ds or 'SharedFunctionalGroupsSequence' in ds:
        return None
    x = raw.astype(np.float64)
    if ds.get('RescaleSlope') is not None and ds.get('RescaleIntercept') is not None:
        x = number(ds.RescaleSlope) * x + number(ds.RescaleIntercept)
    t = windowed(ds, x)
    if t is None:
        kept = x
        if 'PixelPaddingValue' in ds:
            ends = sorted((int(ds.PixelPaddingValue), int(ds.get('PixelPaddingRangeLimit', ds.PixelPaddingValue))))
            kept = x[(raw < ends[0]) | (raw > ends[1])]
        low, high = (kept.min(), kept.max()) if kept.size else (0.0, 0.0)
        t = (x - low) / (high - low) if high > low else np.zeros_like(x)
    grey = np.rint(255 * np.clip(t, 0, 1)).astype(np.uint8)
    inverted = ds.PhotometricInterpretation == 'MONOCHROME1' or ds.get('PresentationLUTShape') == 'INVERSE'
    return np.repeat((255 - grey if inverted else grey)[..., None], 3, axis=-1)


def windowed(ds, x):
    def first(name):
        value = ds.get(name)
        if value is None or value == '':
            return None
        value = value[0] if isinstance(value, pydicom.multival.MultiValue) else value
        return number(value)

    c, w = first('WindowCenter'), first('WindowWidth')
    function = ds.get('VOILUTFunction') or 'LINEAR'
    if c is None or w is None:
        return None
    if function == 'SIGMOID' and w > 0:
        return 1 / (1 + np.exp(-4 * (x - c) / w))
    if function == 'LINEAR_EXACT' and w > 0:
        return (x - c) / w + 0.5
    if w < 1:
        return None
    if w == 1:
        return (x > c - 0.5).astype(np.float64)
    return (x - (c - 0.5)) / (w - 1) + 0.5


def lines(path, name):
    ds = pydicom.dcmread(path, force=True)
    if 'PixelData' not in ds or 'Rows' not in ds:
        return
    syntax = str(ds.file_meta.get('TransferSyntaxUID', ''))
    plugin = plugin_of(syntax)
    frames = int(ds.get('NumberOfFrames', 1) or 1)
    for index in range(min(frames, MOST_FRAMES)):
        line = {'file': name, 'syntax': syntax, 'frame': index + 1, 'frames': frames}
        try:
            raw = pixel_array(ds, index=index, raw=True, decoding_plugin=plugin)
        except Exception as error:  # noqa: BLE001: whatever pydicom refuses is a line
            yield {**line, 'error': type(error).__name__}
            return
        line['raw'] = digest(raw)
        if ds.PhotometricInterpretation in ('MONOCHROME1', 'MONOCHROME2'):
            shown = display(ds, raw)
        elif ds.PhotometricInterpretation == 'PALETTE COLOR':
            shown = None
        else:
            shown = pixel_array(ds, index=index, decoding_plugin=plugin)
        if shown is not None and shown.dtype == np.uint8:
            line['picture'] = digest(shown)
        yield line


def main():
    with open(sys.argv[1], 'w') as out:
        for package, folder in folders():
            for path in sorted(folder.rglob('*')):
                if not path.is_file():
                    continue
                name = f'{package}/{path.relative_to(folder)}'
                try:
                    for line in lines(path, name):
                        out.write(json.dumps({**line, 'sha256': hashlib.sha256(path.read_bytes()).hexdigest()}) + '\n')
                except Exception:  # noqa: BLE001: not a DICOM file
                    continue


if __name__ == '__main__':
    main()

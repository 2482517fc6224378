"""Writes small NIfTI files and what nibabel reads of them, for packages/pixels/test/nifti.test.ts.

pip install nibabel==5.4.2 numpy
python tools/dicom/nifti_goldens.py packages/pixels/test/golden/nifti

Each file differs in data type, byte order, version, compression, scaling or orientation. Of each plane one slice is kept:
SHA-256 of its values as little-endian float64, in the order in which docs/images.md shows them.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

import nibabel as nib
import numpy as np

random = np.random.default_rng(20261125)
SHAPE = (5, 6, 7)


def rotation():
    q, _ = np.linalg.qr(random.normal(size=(3, 3)))
    return q


def affine_of(kind):
    if kind == 'straight':
        turn = np.eye(3)
    elif kind == 'permuted':
        turn = np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]], float)
    elif kind == 'oblique':
        turn = rotation()
    else:
        turn = np.eye(3) + random.normal(scale=0.4, size=(3, 3))
    affine = np.eye(4)
    affine[:3, :3] = turn @ np.diag([0.7, 1.3, 2.5])
    affine[:3, 3] = [-90, -126, -72]
    return affine


def volume(dtype):
    if np.dtype(dtype).kind == 'f':
        return (random.normal(size=SHAPE) * 100).astype(dtype)
    info = np.iinfo(dtype)
    return random.integers(max(info.min, -2000), min(info.max, 4000), SHAPE).astype(dtype)


CASES = [
    ('uint8', 'straight', {}),
    ('int8', 'oblique', {}),
    ('int16', 'permuted', {'scale': (0.5, -1024)}),
    ('uint16', 'oblique', {'big': True}),
    ('int32', 'sheared', {'version': 2}),
    ('uint32', 'permuted', {'big': True, 'version': 2, 'scale': (2, 3)}),
    ('float32', 'oblique', {'gz': True}),
    ('float64', 'permuted', {'gz': True, 'big': True}),
    ('int16', 'oblique', {'form': 'qform', 'gz': True}),
    ('int16', 'permuted', {'form': 'qform', 'version': 2}),
    ('int16', 'straight', {'form': 'none'}),
    ('int16', 'straight', {'window': (-100, 300)}),
    ('int16', 'sheared', {'scale': (0, 10)}),
]


def image_of(dtype, kind, options):
    kinds = {1: (nib.Nifti1Image, nib.Nifti1Header), 2: (nib.Nifti2Image, nib.Nifti2Header)}
    image_class, header_class = kinds[options.get('version', 1)]
    header = header_class(endianness='>' if options.get('big') else '<')
    header.set_data_dtype(dtype)
    image = image_class(volume(dtype), affine_of(kind), header)
    form = options.get('form', 'sform')
    if form == 'qform':
        image.set_qform(image.affine, code=1)
        image.set_sform(None, code=0)
    elif form == 'none':
        image.set_qform(None, code=0)
        image.set_sform(None, code=0)
    if 'window' in options:
        image.header['cal_min'], image.header['cal_max'] = options['window']
    return image


def with_scale(data, options):
    """Writes the scaling as it is: nibabel would choose its own."""
    if 'scale' not in options:
        return data
    version, order = options.get('version', 1), '>' if options.get('big') else '<'
    at, kind = (112, 'f4') if version == 1 else (176, 'f8')
    value = np.array(options['scale'], order + kind).tobytes()
    return data[:at] + value + data[at + len(value):]


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, (dtype, kind, options) in enumerate(CASES):
        data = with_scale(image_of(dtype, kind, options).to_bytes(), options)
        ending = '.nii.gz' if options.get('gz') else '.nii'
        name = f'{number:02}-{dtype}-{kind}{ending}'
        (out / name).write_bytes(gzip.compress(data, mtime=0) if options.get('gz') else data)
        values = nib.as_closest_canonical(nib.load(out / name)).get_fdata(dtype=np.float64)
        slices = {}
        for axis, plane in enumerate(('sagittal', 'coronal', 'axial')):
            place = values.shape[axis] // 2
            shown = np.take(values, place, axis=axis).T[::-1, ::-1]
            digest = hashlib.sha256(np.ascontiguousarray(shown, '<f8').tobytes()).hexdigest()
            slices[plane] = {'place': place, 'slices': values.shape[axis], 'size': shown.shape[::-1], 'sha256': digest}
        lines.append(json.dumps({'file': name, **slices}))
    (out / 'nibabel.jsonl').write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main(Path(sys.argv[1]))

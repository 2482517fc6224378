"""Writes a small HTJ2K file, which no package has, and its line for packages/pixels/test/golden/dicom/pydicom.jsonl.

pip install pydicom==3.0.2 imagecodecs==2026.3.6 numpy pylibjpeg==2.1.0 pylibjpeg-openjpeg==2.6.0
python tools/dicom/make_htj2k.py packages/pixels/test/golden/dicom/files >> packages/pixels/test/golden/dicom/pydicom.jsonl
"""

import hashlib
import json
import sys
from pathlib import Path

import imagecodecs
import pydicom
from pydicom.data import get_testdata_file
from pydicom.encaps import encapsulate

from goldens import lines

SIDE = 64
path = Path(sys.argv[1]) / 'CT_small_htj2k.dcm'

source = pydicom.dcmread(get_testdata_file('CT_small.dcm'))
values = source.pixel_array[:SIDE, :SIDE].copy()
ds = pydicom.Dataset()
for name in (
    'SOPClassUID', 'Modality', 'SamplesPerPixel', 'PhotometricInterpretation', 'BitsAllocated', 'BitsStored', 'HighBit',
    'PixelRepresentation', 'RescaleIntercept', 'RescaleSlope',
):
    setattr(ds, name, source[name].value)
ds.Rows, ds.Columns = values.shape
ds.SOPInstanceUID = '1.2.3'
ds.PixelData = encapsulate([imagecodecs.htj2k_encode(values, reversible=True)])
ds['PixelData'].VR = 'OB'
ds.file_meta = pydicom.dataset.FileMetaDataset()
ds.file_meta.TransferSyntaxUID = pydicom.uid.HTJ2KLossless
ds.save_as(path, enforce_file_format=True)

for line in lines(path, f'made/{path.name}'):
    if line.get('raw') != hashlib.sha256(values.tobytes()).hexdigest():
        raise SystemExit('pydicom does not read what was written')
    print(json.dumps({**line, 'sha256': hashlib.sha256(path.read_bytes()).hexdigest()}))

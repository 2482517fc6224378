"""Writes the largest native files of pydicom-data as JPEG-LS and HTJ2K, which have no large file in any package.

pip install pydicom==3.0.2 pydicom-data==1.0.0 imagecodecs==2026.3.6 numpy pyjpegls==1.5.1
python tools/dicom/bench_files.py FOLDER && npx tsx bench/dicom.ts python FOLDER
"""

import sys
from pathlib import Path

import imagecodecs
import pydicom
from data_store import DataStore
from pydicom.encaps import encapsulate
from pydicom.uid import HTJ2KLossless, JPEGLSLossless, JPEGLSNearLossless

NAMES = ('RG1_UNCR.dcm', 'RG3_UNCR.dcm', 'MR2_UNCR.dcm')
#: The largest error of a value in the lossy files.
NEAR = 2

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
store = Path(DataStore().data_path)

for name in NAMES:
    for label, syntax, options in (('JLS', JPEGLSLossless, {}), ('JLSN', JPEGLSNearLossless, {'jls_error': NEAR})):
        ds = pydicom.dcmread(store / name)
        ds.compress(syntax, encoding_plugin='pyjpegls', generate_instance_uid=False, **options)
        ds.save_as(folder / f'{label}_{name}')
    ds = pydicom.dcmread(store / name)
    ds.PixelData = encapsulate([imagecodecs.htj2k_encode(ds.pixel_array, reversible=True)])
    ds['PixelData'].VR = 'OB'
    ds.file_meta.TransferSyntaxUID = HTJ2KLossless
    ds.save_as(folder / f'HTJ2K_{name}')

"""Times pydicom on files, for bench/dicom.ts: reads a path a line, writes the milliseconds of its first frame and picture.

pip install pydicom==3.0.2 pydicom-data==1.0.0 numpy pillow pylibjpeg==2.1.0 pylibjpeg-openjpeg==2.6.0 pyjpegls==1.5.1 python-gdcm==3.2.6
"""

import sys
import time
import warnings

import numpy as np
import pydicom
from pydicom.pixels import apply_color_lut, apply_rescale, apply_voi_lut, pixel_array

warnings.filterwarnings('ignore')


def picture(path):
    """The first frame in 8 bits, by pydicom's own rescale and window, else from its least to its greatest value."""
    data = pydicom.dcmread(path)
    values = pixel_array(data, index=0)
    if data.PhotometricInterpretation == 'PALETTE COLOR':
        return apply_color_lut(values, data)
    if values.ndim == 2:
        values = apply_voi_lut(apply_rescale(values, data), data).astype(np.float64)
        low, high = values.min(), values.max()
        values = np.round(255 * (values - low) / max(high - low, 1)).astype(np.uint8)
    return values


for line in sys.stdin:
    try:
        began = time.perf_counter()
        picture(line.strip())
        print(1000 * (time.perf_counter() - began), flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)

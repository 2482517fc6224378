"""Writes packages/pixels/test/golden/pillow/decode/: tiny image files of every kind, and decode.json with what Pillow makes of them.

For a file that Pillow reads, decode.json holds width, height and the SHA-256 of Image.open(f).convert("RGB"), and
for CMYK JPEG, which browsers convert with other rounding, the RGB bytes too (zlib, base64), so that the difference
can be measured. For a file that Pillow refuses it holds "error". Everything is made from fixed integers: a run with
the same Pillow changes nothing.

Usage: python tools/golden/pillow_decode.py
"""

import base64
import hashlib
import io
import json
import pathlib
import struct
import warnings
import zlib

import PIL
from PIL import Image, ImageCms

OUT = pathlib.Path(__file__).parents[2] / "packages/pixels/test/golden/pillow/decode"
W, H = 37, 29
FILES = {}


def picture(width=W, height=H, channels=3, seed=1):
    """Smooth shading, hard edges and noise in one picture, as bytes."""
    data, state = bytearray(), seed
    for y in range(height):
        for x in range(width):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            noise = (state >> 16) % 23
            for c in range(channels):
                shade = (x * (5 - c) + y * (2 + 2 * c)) % 256
                edge = 255 if (x - width // 2) ** 2 + (y - height // 2) ** 2 < (6 + 3 * c) ** 2 else shade
                data.append(max(0, min(255, edge + noise - 11)))
    return bytes(data)


def image(mode, **kwargs):
    bands = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4}[mode]
    return Image.frombytes(mode, (W, H), picture(channels=bands, **kwargs))


def saved(source, **options):
    buffer = io.BytesIO()
    source.save(buffer, **options)
    return buffer.getvalue()


# PNG, written here because Pillow writes few of the kinds it reads


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def filtered(rows, bpp):
    """Scan lines with the five filters in turn."""
    out, previous = bytearray(), None
    for number, row in enumerate(rows):
        previous = bytes(len(row)) if previous is None else previous
        kind = number % 5
        out.append(kind)
        for i, value in enumerate(row):
            a = row[i - bpp] if i >= bpp else 0
            b = previous[i]
            c = previous[i - bpp] if i >= bpp else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            out.append((value - (0, a, b, (a + b) // 2, paeth)[kind]) & 255)
        previous = row
    return bytes(out)


def packed(samples, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", s) for s in samples)
    bits = "".join(f"{s:0{depth}b}" for s in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))


ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png(depth, colour, interlace=False, extra=b"", width=W, height=H, wide=True):
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    values = picture(width, height, channels)
    if depth == 16 and wide:
        second = picture(width, height, channels, seed=7)
        values = [a * 256 + b for a, b in zip(values, second)]
    elif depth == 16:
        values = [v * 2 for v in values]  # around the 255 at which Pillow clips
    else:
        values = [v >> (8 - depth) for v in values]
    passes = ADAM7 if interlace else [(0, 0, 1, 1)]
    raw = b""
    for x0, y0, dx, dy in passes:
        rows = []
        for y in range(y0, height, dy):
            pixels = [values[(y * width + x) * channels :][:channels] for x in range(x0, width, dx)]
            if pixels:
                rows.append(packed([s for pixel in pixels for s in pixel], depth))
        raw += filtered(rows, max(1, depth * channels // 8))
    data = zlib.compress(raw, 9)
    ihdr = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlace))
    third = len(data) // 3
    idat = chunk(b"IDAT", data[:third]) + chunk(b"IDAT", b"") + chunk(b"IDAT", data[third:])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", ihdr) + extra + idat + chunk(b"IEND", b"")


def palette(entries):
    return chunk(b"PLTE", bytes((i * 7 * (c + 1) + 40 * c) % 256 for i in range(entries) for c in range(3)))


def add_png():
    for depth in (1, 2, 4, 8, 16):
        FILES[f"grey{depth}.png"] = png(depth, 0)
        FILES[f"grey{depth}-adam7.png"] = png(depth, 0, True)
    FILES["grey16-dark.png"] = png(16, 0, wide=False)
    for depth in (1, 2, 4, 8):
        FILES[f"palette{depth}.png"] = png(depth, 3, extra=palette(1 << depth))
    FILES["palette4-adam7.png"] = png(4, 3, True, palette(16))
    FILES["palette8-short.png"] = png(8, 3, extra=palette(100))
    FILES["palette8-trns.png"] = png(8, 3, extra=palette(256) + chunk(b"tRNS", bytes(range(200))))
    FILES["grey8-trns.png"] = png(8, 0, extra=chunk(b"tRNS", b"\0\x64"))
    FILES["rgb8-trns.png"] = png(8, 2, extra=chunk(b"tRNS", b"\0\x64\0\x64\0\x64"))
    for depth in (8, 16):
        for name, colour in (("rgb", 2), ("greyalpha", 4), ("rgba", 6)):
            FILES[f"{name}{depth}.png"] = png(depth, colour)
            FILES[f"{name}{depth}-adam7.png"] = png(depth, colour, True)
    FILES["rgb8-gamma-chroma.png"] = png(
        8, 2, extra=chunk(b"gAMA", struct.pack(">I", 100000)) + chunk(b"cHRM", struct.pack(">8I", *[31270] * 8))
    )
    FILES["one-pixel-adam7.png"] = png(8, 2, True, width=1, height=1)
    FILES["one-column.png"] = png(8, 2, width=1, height=9)
    FILES["rgb8-icc.png"] = saved(image("RGB"), format="PNG", icc_profile=swapped_profile())
    FILES["rgb8-orientation.png"] = saved(image("RGB"), format="PNG", exif=orientation(6))
    good = png(8, 2)
    FILES["no-iend.png"] = good[:-12]
    FILES["bad-idat-crc.png"] = good[:-13] + bytes([good[-13] ^ 1]) + good[-12:]
    FILES["bad-ihdr-crc.png"] = good[:29] + bytes([good[29] ^ 1]) + good[30:]
    FILES["truncated.png"] = good[: len(good) * 2 // 3]
    FILES["header-only.png"] = good[:33]
    FILES["bad-zlib.png"] = good[:200] + b"\xff" * 200 + good[400:]
    huge = struct.pack(">IIBBBBB", 30000, 30000, 8, 2, 0, 0, 0)
    FILES["huge.png"] = good[:8] + chunk(b"IHDR", huge) + good[33:]


def orientation(number):
    exif = Image.Exif()
    exif[0x0112] = number
    return exif.tobytes()


def swapped_profile():
    """A profile that would change colours visibly were it applied: sRGB with the red and blue primaries exchanged."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)  # its date, else every run would differ
    count = struct.unpack(">I", data[128:132])[0]
    entries = {bytes(data[132 + i * 12 : 136 + i * 12]): 136 + i * 12 for i in range(count)}
    red, blue = entries[b"rXYZ"], entries[b"bXYZ"]
    data[red : red + 8], data[blue : blue + 8] = data[blue : blue + 8], data[red : red + 8]
    data[84:100] = bytes(16)
    return bytes(data)


def add_jpeg():
    rgb, grey, cmyk = image("RGB"), image("L"), image("CMYK")
    for name, subsampling in (("444", 0), ("422", 1), ("420", 2)):
        for quality in (30, 75, 95):
            FILES[f"rgb{name}-q{quality}.jpg"] = saved(rgb, format="JPEG", subsampling=subsampling, quality=quality)
        FILES[f"rgb{name}-progressive.jpg"] = saved(rgb, format="JPEG", subsampling=subsampling, progressive=True)
    for name, h, v in (("440", 1, 2), ("411", 4, 1)):
        FILES[f"rgb{name}.jpg"] = sampled(saved(rgb, format="JPEG", subsampling=0), h, v)
    FILES["grey.jpg"] = saved(grey, format="JPEG")
    FILES["grey-q20-progressive.jpg"] = saved(grey, format="JPEG", quality=20, progressive=True)
    FILES["rgb-not-ycc.jpg"] = saved(rgb, format="JPEG", keep_rgb=True)
    FILES["restart.jpg"] = saved(rgb, format="JPEG", restart_marker_blocks=2)
    FILES["optimized.jpg"] = saved(rgb, format="JPEG", optimize=True)
    FILES["orientation.jpg"] = saved(rgb, format="JPEG", exif=orientation(6))
    FILES["icc.jpg"] = saved(rgb, format="JPEG", icc_profile=swapped_profile())
    FILES["cmyk.jpg"] = saved(cmyk, format="JPEG")
    FILES["cmyk-progressive.jpg"] = saved(cmyk, format="JPEG", progressive=True)
    FILES["tail.jpg"] = saved(rgb, format="JPEG") + b"after the end" * 9
    FILES["one-pixel.jpg"] = saved(rgb.crop((20, 20, 21, 21)), format="JPEG")
    baseline, progressive = saved(rgb, format="JPEG"), FILES["rgb420-progressive.jpg"]
    FILES["truncated.jpg"] = baseline[: len(baseline) * 2 // 3]
    FILES["truncated-progressive.jpg"] = progressive[: len(progressive) * 2 // 3]
    FILES["no-eoi-progressive.jpg"] = progressive[:-2]
    FILES["header-only.jpg"] = baseline[:200]
    FILES["early-eoi.jpg"] = baseline[: len(baseline) * 2 // 3] + b"\xff\xd9"


def sampled(jpeg, h, v):
    """The 4:4:4 file with other sampling factors written in its header: the same bits, read in another order.

    Whatever picture that gives, both readers must give the same; the scan ends early, and both fill the rest.
    """
    at = jpeg.index(b"\xff\xc0") + 11
    return jpeg[:at] + bytes([h << 4 | v]) + jpeg[at + 1 :]


def add_gif():
    colours = image("RGB").quantize(64, dither=Image.Dither.NONE)
    plain = saved(colours, format="GIF", interlace=0)
    FILES["palette.gif"] = plain
    FILES["interlaced.gif"] = saved(colours, format="GIF", interlace=1)
    FILES["transparent.gif"] = saved(colours, format="GIF", transparency=5)
    FILES["grey.gif"] = saved(image("L"), format="GIF")
    second = colours.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    FILES["animated.gif"] = saved(colours, format="GIF", save_all=True, append_images=[second], duration=40)
    wide = bytearray(plain)
    wide[6:10] = struct.pack("<HH", W + 9, H + 4)
    at = bytes(wide).index(b"," + struct.pack("<4H", 0, 0, W, H))
    wide[at + 1 : at + 5] = struct.pack("<HH", 6, 3)
    FILES["frame-inside.gif"] = bytes(wide)
    narrow = bytearray(plain)
    narrow[6:10] = struct.pack("<HH", 10, 10)
    FILES["frame-outside.gif"] = bytes(narrow)
    FILES["truncated.gif"] = plain[: len(plain) * 2 // 3]
    FILES["no-trailer.gif"] = plain[:-1]


def bmp(bits, compression, body, width, height, extra=b"", colours=b""):
    offset = 14 + 40 + len(extra) + len(colours)
    header = struct.pack("<2sIHHI", b"BM", offset + len(body), 0, 0, offset)
    used = len(colours) // 4
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, len(body), 0, 0, used, 0)
    return header + info + extra + colours + body


def add_bmp():
    FILES["grey.bmp"] = saved(image("L"), format="BMP")
    FILES["one-bit.bmp"] = saved(image("L").convert("1", dither=Image.Dither.NONE), format="BMP")
    FILES["palette.bmp"] = saved(image("RGB").quantize(64, dither=Image.Dither.NONE), format="BMP")
    FILES["rgb.bmp"] = saved(image("RGB"), format="BMP")
    FILES["rgba.bmp"] = saved(image("RGBA"), format="BMP")
    colours = bytes((i * 13 * (c + 1)) % 256 if c < 3 else 0 for i in range(16) for c in range(4))
    FILES["four-bit.bmp"] = bmp(4, 0, picture(8, 20, 1), 13, 20, colours=colours)
    FILES["555.bmp"] = bmp(16, 0, picture(24, 10, 1), 11, 10)
    masks = struct.pack("<III", 0xF800, 0x7E0, 0x1F)
    FILES["565.bmp"] = bmp(16, 3, picture(24, 10, 1), 11, 10, masks)
    FILES["top-down.bmp"] = bmp(24, 0, picture(36, 10, 1), 12, -10)
    rle = b"\x05\x03\x00\x03\x01\x02\x03\x00\x00\x00\x09\x07\x00\x00"  # runs, literals, a run over the edge
    rle += b"\x00\x02\x02\x01\x06\x09\x00\x00\x08\x02\x00\x01"  # a jump, a run, another, the end
    FILES["rle8.bmp"] = bmp(8, 1, rle, 8, 5, colours=colours)
    FILES["rle8-short.bmp"] = bmp(8, 1, rle, 8, 9, colours=colours)
    FILES["rle4.bmp"] = bmp(4, 2, b"\x05\x34\x00\x03\x12\x30\x00\x00\x08\x79\x00\x01", 8, 2, colours=colours)
    FILES["truncated.bmp"] = FILES["rgb.bmp"][:2000]


def add_webp():
    rgb, rgba = image("RGB"), image("RGBA")
    FILES["lossy.webp"] = saved(rgb, format="WEBP", quality=60)
    FILES["lossy-alpha.webp"] = saved(rgba, format="WEBP", quality=60)
    FILES["lossless.webp"] = saved(rgb, format="WEBP", lossless=True)
    FILES["lossless-alpha.webp"] = saved(rgba, format="WEBP", lossless=True, exact=True)
    hard_edged = bytes(v if i % 4 < 3 else v // 128 * 255 for i, v in enumerate(rgba.tobytes()))
    clear = Image.frombytes("RGBA", (W, H), hard_edged)
    FILES["lossless-clear.webp"] = saved(clear, format="WEBP", lossless=True, exact=True)
    FILES["orientation.webp"] = saved(rgb, format="WEBP", quality=60, exif=orientation(6))
    FILES["icc.webp"] = saved(rgb, format="WEBP", lossless=True, icc_profile=swapped_profile())
    second = rgb.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    FILES["animated.webp"] = saved(rgb, format="WEBP", save_all=True, append_images=[second], lossless=True)
    FILES["animated-alpha.webp"] = saved(rgba, format="WEBP", save_all=True, append_images=[clear], lossless=True)
    inside = bytearray(FILES["animated.webp"])
    inside[24:30] = (W + 9).to_bytes(3, "little") + (H + 7).to_bytes(3, "little")
    at = inside.index(b"ANMF") + 8
    inside[at : at + 6] = (3).to_bytes(3, "little") + (2).to_bytes(3, "little")  # in units of two pixels
    FILES["frame-inside.webp"] = bytes(inside)
    FILES["truncated.webp"] = FILES["lossy.webp"][: len(FILES["lossy.webp"]) * 2 // 3]
    FILES["truncated-lossless.webp"] = FILES["lossless.webp"][: len(FILES["lossless.webp"]) * 2 // 3]


def tiff(bits, photometric, samples, order="<", extra=None, planes=False, tile=0, predictor=False, dark=False):
    """Written here for the same reason as PNG. A predictor comes with Deflate."""
    values = picture(channels=samples)
    if bits == 16:
        second = picture(channels=samples, seed=7)
        values = [v * 2 for v in values] if dark else [a * 256 + b for a, b in zip(values, second)]
    else:
        values = [v >> (8 - bits) for v in values]
    segments = []
    for plane in range(samples) if planes else [None]:
        for y0 in range(0, H, tile or H):
            for x0 in range(0, W, tile or W):
                segment = b""
                for y in range(y0, y0 + (tile or H)):
                    row = []
                    for x in range(x0, x0 + (tile or W)):
                        at = (min(y, H - 1) * W + min(x, W - 1)) * samples
                        row += values[at : at + samples] if plane is None else [values[at + plane]]
                    if predictor:
                        left = [0] * samples + row
                        row = [(v - left[i]) & ((1 << bits) - 1) for i, v in enumerate(row)]
                    packed_row = packed(row, bits)
                    if bits == 16 and order == "<":
                        packed_row = b"".join(packed_row[i : i + 2][::-1] for i in range(0, len(packed_row), 2))
                    segment += packed_row
                segments.append(zlib.compress(segment) if predictor else segment)
    tags = {
        256: [W], 257: [H], 258: [bits] * samples, 259: [8 if predictor else 1], 262: [photometric],
        277: [samples], 284: [2 if planes else 1], 317: [2 if predictor else 1], **(extra or {}),
    }  # fmt: skip
    tags = {tag: v if isinstance(v, list) else [v] for tag, v in tags.items()}
    tags |= {322: [tile], 323: [tile]} if tile else {278: [H]}
    where, counts = (324, 325) if tile else (273, 279)
    tags |= {where: [0] * len(segments), counts: [len(s) for s in segments]}
    values_at = 8 + 2 + 12 * len(tags) + 4
    data_at = values_at + sum(4 * len(v) for v in tags.values() if len(v) > 1)
    offsets = [data_at + sum(len(s) for s in segments[:i]) for i in range(len(segments))]
    tags[where] = offsets
    directory, values = b"", b""
    for tag, v in sorted(tags.items()):
        long = tag in (273, 279, 324, 325)
        numbers = struct.pack(f"{order}{len(v)}{'I' if long else 'H'}", *v)
        entry = numbers.ljust(4, b"\0") if len(numbers) <= 4 else struct.pack(f"{order}I", values_at + len(values))
        directory += struct.pack(f"{order}HHI", tag, 4 if long else 3, len(v)) + entry
        if len(numbers) > 4:
            values += numbers
    values = values.ljust(data_at - values_at, b"\0")
    head = {"<": b"II", ">": b"MM"}[order] + struct.pack(f"{order}HIH", 42, 8, len(tags))
    return head + directory + bytes(4) + values + b"".join(segments)


def cut_strip(data):
    """The file with the byte count of its only strip halved."""
    with Image.open(io.BytesIO(data)) as opened:
        count = opened.tag_v2[279][0]
    entry = struct.pack("<HHII", 279, 4, 1, count)
    if entry not in data:
        entry = struct.pack("<HHIHH", 279, 3, 1, count, 0)
    assert entry in data
    return data.replace(entry, entry[:8] + struct.pack("<I", count // 2))


def add_tiff():
    grey = image("L")
    FILES["grey.tif"] = saved(grey, format="TIFF")
    FILES["one-bit.tif"] = saved(grey.convert("1", dither=Image.Dither.NONE), format="TIFF")
    FILES["grey16.tif"] = saved(Image.frombytes("I;16", (W, H), picture(W, H, 2)), format="TIFF")
    FILES["palette.tif"] = saved(image("RGB").quantize(64, dither=Image.Dither.NONE), format="TIFF")
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits"):
        FILES[f"rgb-{compression}.tif"] = saved(image("RGB"), format="TIFF", compression=compression)
    FILES["rgb-predictor.tif"] = saved(image("RGB"), format="TIFF", compression="tiff_lzw", tiffinfo={317: 2})
    FILES["rgba.tif"] = saved(image("RGBA"), format="TIFF")
    FILES["cmyk.tif"] = saved(image("CMYK"), format="TIFF")
    FILES["strips.tif"] = saved(image("RGB"), format="TIFF", tiffinfo={278: 10})
    FILES["orientation.tif"] = saved(image("RGB"), format="TIFF", tiffinfo={274: 6})
    for number in range(2, 9):
        FILES[f"orientation{number}.tif"] = tiff(8, 1, 1, extra={274: number})
    for order in "<>":
        end = {"<": "little", ">": "big"}[order]
        FILES[f"rgb16-{end}.tif"] = tiff(16, 2, 3, order)
        FILES[f"grey16-{end}.tif"] = tiff(16, 1, 1, order, dark=True)
        FILES[f"grey16-{end}-predictor.tif"] = tiff(16, 1, 1, order, predictor=True, dark=True)
        FILES[f"rgb16-{end}-predictor.tif"] = tiff(16, 2, 3, order, predictor=True)
    for bits in (1, 2, 4, 8):
        FILES[f"white-is-zero{bits}.tif"] = tiff(bits, 0, 1)
    for bits in (2, 4):
        FILES[f"grey{bits}.tif"] = tiff(bits, 1, 1)
        colours = [v * 257 for v in picture(1, 1 << bits, 3)]
        FILES[f"palette{bits}.tif"] = tiff(bits, 3, 1, extra={320: colours})
    FILES["white-is-zero16.tif"] = tiff(16, 0, 1, dark=True)
    FILES["planes.tif"] = tiff(8, 2, 3, planes=True)
    FILES["rgb-associated.tif"] = tiff(8, 2, 4, extra={338: [1]})
    FILES["rgb-unassociated.tif"] = tiff(8, 2, 4, extra={338: [2]})
    FILES["rgb-unspecified.tif"] = tiff(8, 2, 4, extra={338: [0]})
    FILES["grey-alpha.tif"] = tiff(8, 1, 2, extra={338: [2]})
    FILES["tiles.tif"] = tiff(8, 2, 3, tile=16)
    FILES["tiles-deflate.tif"] = tiff(8, 2, 3, tile=16, predictor=True)
    FILES["float.tif"] = saved(image("L").convert("F"), format="TIFF")
    FILES["truncated.tif"] = FILES["rgb-raw.tif"][:2000]
    FILES["truncated-lzw.tif"] = cut_strip(FILES["rgb-tiff_lzw.tif"])


def add_others():
    FILES["empty.png"] = b""
    FILES["text.jpg"] = b"<html>404 not found</html>\n" * 4
    FILES["signature-only.png"] = b"\x89PNG\r\n\x1a\n"
    FILES["soi-only.jpg"] = b"\xff\xd8\xff"
    FILES["really-jpeg.png"] = FILES["rgb420-q75.jpg"]


def verdict(name, data):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as opened:
                entry = {"file": name, "format": opened.format.lower(), "mode": opened.mode}
                rgb = opened.convert("RGB")
    except Exception as error:
        return {"file": name, "error": f"{type(error).__name__}: {error}".split(" <_io")[0]}
    raw = rgb.tobytes()
    entry |= {"width": rgb.width, "height": rgb.height, "sha256": hashlib.sha256(raw).hexdigest()}
    if entry["format"] == "jpeg" and entry["mode"] == "CMYK":
        entry["rgb"] = base64.b64encode(zlib.compress(raw, 9)).decode()
    return entry


def main():
    add_png(), add_jpeg(), add_gif(), add_bmp(), add_webp(), add_tiff(), add_others()
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.iterdir():
        old.unlink()
    for name, data in FILES.items():
        (OUT / name).write_bytes(data)
    rows = ",\n".join(json.dumps(verdict(name, data)) for name, data in FILES.items())
    index = OUT.parent / "decode.json"
    index.write_text(f'{{"made_by": "Pillow {PIL.__version__}", "files": [\n{rows}\n]}}\n')
    total = sum(map(len, FILES.values()))
    print(f"{len(FILES)} files of {total} bytes, and {index.stat().st_size} bytes of verdicts")


if __name__ == "__main__":
    main()

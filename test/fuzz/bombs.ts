/** Files that did great harm once: small or plain, and endless work to whoever believes them. */
import { message } from '../unit/support/onnx-bytes.ts'
import { zipBytes } from '../unit/support/zip-bytes.ts'
import { type Bytes, be32, joinBytes, le32, repeated } from './bytes.ts'
import { bmpFile } from './inputs/bmp.ts'
import { emptyDeflate } from './inputs/deflate.ts'
import * as gif from './inputs/gif.ts'
import { frameHeader, jpegFile, scan, segment } from './inputs/jpeg.ts'
import { heavy } from './inputs/json.ts'
import { crowdedGraph, nested } from './inputs/onnx.ts'
import { emptyStructs, onlyMetadata, parquetFile, zstdZeros } from './inputs/parquet.ts'
import { chunk, pngHeader } from './inputs/png.ts'
import * as tiff from './inputs/tiff.ts'
import { riffChunk, webpFile } from './inputs/webp.ts'
import { packedZeros } from './inputs/zip.ts'
import type { Input } from './parser.ts'

export interface Bomb {
  readonly parser: string
  readonly make: () => Input
  /** What it is refused as. */
  readonly code: string
}

/** 2,000 tags that nobody knows, of a million numbers each, all in one block. */
function sharedTags(): Bytes {
  const fields = Array.from({ length: 2000 }, (_, i) =>
    tiff.field(40_000 + i, tiff.tiffData(2000), 1 << 20, 1),
  )
  return tiff.tiffFile(fields, new Uint8Array(1 << 20))
}

/** 20,000 tiles that reach 4,000 lines below the picture, all of the same data. */
function tallTiles(): Bytes {
  const count = 20_000
  const at = tiff.tiffData(8)
  const fields = [
    tiff.field(256, 20_000),
    tiff.field(257, 2000),
    tiff.field(258, 8),
    tiff.field(259, 32_773),
    tiff.field(262, 1),
    tiff.field(322, 1),
    tiff.field(323, 6000),
    tiff.field(324, at, count),
  ]
  return tiff.tiffFile(fields, repeated(le32(at + 4 * count), count), repeated([129, 7], 6000))
}

/** 2,000 strips of one pixel, all of the same data: much of nothing, then the pixel. */
const strips = (compression: number, packed: Uint8Array) => () => {
  const count = 2000
  const at = tiff.tiffData(8)
  const fields = [
    tiff.field(256, 1),
    tiff.field(257, count),
    tiff.field(258, 8),
    tiff.field(259, compression),
    tiff.field(262, 1),
    tiff.field(273, at, count),
    tiff.field(278, 1),
    tiff.field(279, at + 4 * count, count),
  ]
  const sizes = repeated(le32(packed.length), count)
  return tiff.tiffFile(fields, repeated(le32(at + 8 * count), count), sizes, packed)
}

/** A stored block of one byte, the last one. */
const oneByte = joinBytes([1, 1, 0, 0xfe, 0xff, 7])

const crowdedPng = (kind: string) => () =>
  joinBytes(pngHeader(8, 8), repeated(chunk(kind), 8_000_000), chunk('IDAT', [0]), chunk('IEND'))

const tooLarge = 'image-too-large'

export const bombs: Readonly<Record<string, Bomb>> = {
  'TIFF of 2,000 tags that share one block': { parser: 'tiff', make: sharedTags, code: 'image-unreadable' },
  'TIFF of PackBits that do nothing': {
    parser: 'tiff',
    make: strips(32_773, joinBytes(repeated([128], 3e6), [0, 7])),
    code: tooLarge,
  },
  'TIFF of LZW codes that clear': {
    parser: 'tiff',
    make: strips(5, joinBytes(tiff.clears(3e6), [0x03, 0x80])),
    code: tooLarge,
  },
  'TIFF of stored blocks of nothing': {
    parser: 'tiff',
    make: strips(8, emptyDeflate('stored', 6e5, oneByte)),
    code: tooLarge,
  },
  'TIFF of fixed blocks of nothing': {
    parser: 'tiff',
    make: strips(8, emptyDeflate('fixed', 3.2e5, oneByte)),
    code: tooLarge,
  },
  'TIFF of dynamic blocks of nothing': {
    parser: 'tiff',
    make: strips(8, emptyDeflate('dynamic', 1e5, oneByte)),
    code: tooLarge,
  },
  'TIFF of tiles far below the picture': { parser: 'tiff', make: tallTiles, code: 'ok' },
  'NIfTI of fixed blocks of nothing': {
    parser: 'nifti',
    make: () =>
      joinBytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], emptyDeflate('fixed', 3.2e5, oneByte).subarray(2)),
    code: tooLarge,
  },
  'PNG of dynamic blocks of nothing': {
    parser: 'png',
    make: () => joinBytes(pngHeader(2000, 2000), chunk('IDAT', emptyDeflate('dynamic', 1e6)), chunk('IEND')),
    code: tooLarge,
  },
  'PNG of empty IDAT chunks': { parser: 'png', make: crowdedPng('IDAT'), code: tooLarge },
  'PNG of empty text chunks': { parser: 'png', make: crowdedPng('tEXt'), code: tooLarge },
  'GIF of a few bytes with its pixel at 18,009 x 18,009': {
    parser: 'gif',
    make: () => gif.gifFile(1, { x: 18_009, y: 18_009, width: 1, height: 1, blocks: [2, 0x4c, 0x01] }),
    code: tooLarge,
  },
  'GIF with a frame of 30,000 x 30,000 on a screen of 1 x 1': {
    parser: 'gif',
    make: () =>
      gif.gifFile(1, { width: 30_000, height: 30_000, blocks: gif.writeBlocks(new Uint8Array(330_000)) }),
    code: tooLarge,
  },
  'GIF of 100 MB of blocks of one byte': {
    parser: 'gif',
    make: () => gif.gifFile(8, { width: 8, height: 8, blocks: repeated([1, 0x24], 5e7) }),
    code: tooLarge,
  },
  'GIF of LZW codes that clear': {
    parser: 'gif',
    make: () => gif.gifFile(3000, { width: 3000, height: 3000, blocks: gif.writeBlocks(gif.clears(3e7)) }),
    code: tooLarge,
  },
  'JPEG of 100 MB of empty segments': {
    parser: 'jpeg',
    make: () => jpegFile(frameHeader(8, 8), repeated(segment(0xe1), 2.5e7)),
    code: tooLarge,
  },
  'JPEG of 10,000 scans': {
    parser: 'jpeg',
    make: () => jpegFile(frameHeader(4000, 4000, 0xc2), repeated(scan, 10_000)),
    code: tooLarge,
  },
  'JPEG of 50 scans over 40 million pixels': {
    parser: 'jpeg',
    make: () => jpegFile(frameHeader(8000, 5000, 0xc2), repeated(scan, 50)),
    code: tooLarge,
  },
  'WebP of 100 MB of empty chunks': {
    parser: 'webp',
    make: () =>
      webpFile(
        riffChunk('VP8X', le32(0), [7, 0, 0, 7, 0, 0]),
        repeated(riffChunk('EXIF'), 1.25e7),
        riffChunk('VP8 ', new Uint8Array(40)),
      ),
    code: tooLarge,
  },
  'BMP of ends of lines': {
    parser: 'bmp',
    make: () => bmpFile({ width: 6000, height: 6000, bits: 8, compression: 1 }, repeated([0, 0], 5e7)),
    code: 'image-truncated',
  },
  'a file of 257 MB': { parser: 'png', make: () => new Uint8Array(257_000_000), code: tooLarge },
  'PNG of 16-bit RGBA that takes more memory than there is': {
    parser: 'png',
    make: () => joinBytes(pngHeader(7000, 7000, 16, 6), chunk('IDAT', be32(0)), chunk('IEND')),
    code: tooLarge,
  },
  'ONNX of 20 MB of empty nodes': {
    parser: 'onnx',
    make: () => crowdedGraph(message(1), 1e7),
    code: 'model-load',
  },
  'ONNX of graphs in graphs': { parser: 'onnx', make: () => nested(2000), code: 'model-load' },
  'test.json of empty arrays': { parser: 'test.json', make: () => heavy.arrays(1e7), code: 'file-too-large' },
  'test.json of numbers': { parser: 'test.json', make: () => heavy.numbers(2e6), code: 'file-too-large' },
  'test.json of objects without fields': {
    parser: 'test.json',
    make: () => `[${'{},'.repeat(3.9e6)}1]`,
    code: 'file-too-large',
  },
  'test.json of objects, each with a key of its own': {
    parser: 'test.json',
    make: () => heavy.keys(1.5e6),
    code: 'file-too-large',
  },
  'test.json of one string of escapes': {
    parser: 'json',
    make: () => `${heavy.escapes(4e7)}x`,
    code: 'JsonSyntaxError',
  },
  'test.json of lines': { parser: 'json', make: () => heavy.lines(1e8), code: 'JsonSyntaxError' },
  'test.json of a long text at the bottom of lists': {
    parser: 'python',
    make: () => heavy.wide(2e7),
    code: 'ok',
  },
  'cell of a list of 1.3 million objects': { parser: 'python', make: () => heavy.objects(1.3e6), code: 'ok' },
  'answer of replacement characters': {
    parser: 'judge',
    make: () => `${'\ufffd'.repeat(300_000)}x`,
    code: 'ok',
  },
  'table of a cell of 200,000 spaces': {
    parser: 'cells',
    make: () => JSON.stringify([{ question: 'Which?', options: `a${' '.repeat(200_000)}b`, answer: 'a' }]),
    code: 'ok',
  },
  'table of an answer of a million letters': {
    parser: 'cells',
    make: () =>
      JSON.stringify([{ question: 'Which?', options: 'A) x B) y', answer: Array(1e6).fill('A').join(';') }]),
    code: 'ok',
  },
  'answer of 40,000 spaces behind "answer"': {
    parser: 'judges',
    make: () =>
      JSON.stringify({
        kind: 'choice',
        options: [{ letter: 'A', text: 'x' }],
        answer: 'A',
        response: `answer${' '.repeat(40_000)}x`,
      }),
    code: 'ok',
  },
  'answer of a million words beside as many': {
    parser: 'text-metrics',
    make: () => JSON.stringify(['a '.repeat(1e6), 'b '.repeat(1e6)]),
    code: 'answer-too-long',
  },
  'CSV of a quote that is not closed': {
    parser: 'delimited',
    make: () => joinBytes('question\n"', repeated('word ', 6e6)),
    code: 'file-too-large',
  },
  'CSV of a list of images that is not closed': {
    parser: 'delimited',
    make: () => joinBytes('question\n[', repeated('A', 9e7)),
    code: 'file-too-large',
  },
  'CSV of a million columns': {
    parser: 'delimited',
    make: () => joinBytes(repeated('a,', 1e6), '\n'),
    code: 'bad-table',
  },
  'CSV of lines of one cell': { parser: 'delimited', make: () => repeated('a\n', 5e7), code: 'ok' },
  'CSV of blank lines': { parser: 'delimited', make: () => repeated('\n', 2e7), code: 'bad-table' },
  'JSON lines of one of 100 MB': {
    parser: 'jsonl',
    make: () => repeated('{"a":', 2e7),
    code: 'file-too-large',
  },
  'JSON lines of blank lines': { parser: 'jsonl', make: () => repeated('\n', 1e8), code: 'ok' },
  'JSON of empty rows': { parser: 'table.json', make: () => heavy.objects(1e7), code: 'ok' },
  'results.json of records with a field each, all different': {
    parser: 'results.json',
    make: () => heavy.keys(1_200_000),
    code: 'ok',
  },
  'parquet of a schema without end': {
    parser: 'parquet',
    make: () => parquetFile({ children: 2 ** 31 - 1 }),
    code: 'bad-table',
  },
  'parquet of a million million rows': {
    parser: 'parquet',
    make: () => parquetFile({ rows: 2 ** 40, values: 3 }),
    code: 'bad-table',
  },
  'parquet of rows that are all nothing': {
    parser: 'parquet',
    make: () => parquetFile({ rows: 1e6, columns: 50, levels: [0x80, 0x89, 0x7a, 0] }),
    code: 'bad-table',
  },
  'parquet of empty structures': { parser: 'parquet', make: () => emptyStructs(5e7), code: 'bad-table' },
  'parquet of a list of what is not there': {
    parser: 'parquet',
    make: () => emptyStructs(10, 2 ** 31 - 1),
    code: 'bad-table',
  },
  'parquet of structures in structures': {
    parser: 'parquet',
    make: () => onlyMetadata(repeated([0x1c], 1e6)),
    code: 'bad-table',
  },
  'parquet of a page that tells two gigabytes': {
    parser: 'parquet',
    make: () => parquetFile({ unpacked: 2 ** 31 - 1, codec: 1 }),
    code: 'bad-table',
  },
  'parquet of a page of zeros, packed 30,000-fold': {
    parser: 'parquet',
    make: () => parquetFile({ unpacked: 3e7, codec: 6, body: zstdZeros(3e7) }),
    code: 'bad-table',
  },
  'parquet of zeros that are more than told': {
    parser: 'parquet',
    make: () => parquetFile({ unpacked: 100, codec: 6, body: zstdZeros(1e9) }),
    code: 'bad-table',
  },
  'zip of a table of 30 MB of zeros': { parser: 'zip', make: () => packedZeros(3e7), code: 'bad-archive' },
  'zip of members within each other': {
    parser: 'zip',
    make: () =>
      zipBytes(
        Array.from({ length: 1000 }, (_, i) => ({ name: `${i}.csv`, content: 'a', told: { offset: 0 } })),
      ),
    code: 'bad-archive',
  },
}

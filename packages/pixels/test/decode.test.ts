import { describe, expect, it } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { browserCodec } from '../src/browser-codec.ts'
import { decodeRgb } from '../src/decode.ts'
import { nodeCodec } from '../src/node-codec.ts'
import { PixelError, type PixelErrorCode } from '../src/pixel-error.ts'
import { probeImage } from '../src/sniff.ts'
import { imageFile, sha256, verdicts } from './image-files.ts'

/** Formats that the browser decodes: test/browser/decode.test.ts has them. */
const NATIVE = ['jpeg', 'webp']

/** Pillow reads these; we say that we do not. */
const UNSUPPORTED = ['float.tif']

async function decodeFault(
  bytes: Uint8Array,
  name: string,
  codec = nodeCodec,
): Promise<PixelErrorCode | null> {
  try {
    await decodeRgb(bytes, name, codec)
    return null
  } catch (thrown) {
    if (!(thrown instanceof PixelError)) throw thrown
    expect(thrown.subject).toBe(name)
    return thrown.code
  }
}

describe('decodeRgb', () => {
  for (const verdict of verdicts) {
    const { file } = verdict
    if (verdict.error !== undefined) {
      it(`refuses ${file}, as Pillow does`, async () => {
        expect(await decodeFault(imageFile(file), file)).toMatch(/^image-/)
      })
    } else if (UNSUPPORTED.includes(file)) {
      it(`reports that it does not support ${file}`, async () => {
        expect(await decodeFault(imageFile(file), file)).toBe('image-unsupported')
      })
    } else if (!NATIVE.includes(verdict.format)) {
      it(`equals Pillow to the byte: ${file}`, async () => {
        const { width, height, channels, data } = await decodeRgb(imageFile(file), file, nodeCodec)
        expect([width, height, channels]).toEqual([verdict.width, verdict.height, 3])
        expect(sha256(data)).toBe(verdict.sha256)
      })
    }
  }

  it('reports it if there is no browser to decode a JPEG or WebP', async () => {
    const codec = browserCodec(() => Promise.reject(new Error('No decoder is needed.')))
    for (const file of ['grey.jpg', 'lossy.webp']) {
      expect(await decodeFault(imageFile(file), file, codec)).toBe('image-unsupported')
    }
  })

  it('distinguishes the faults of a file', async () => {
    const codes: Readonly<Record<string, PixelErrorCode>> = {
      'empty.png': 'image-empty',
      'text.jpg': 'image-unsupported',
      'signature-only.png': 'image-unreadable',
      'huge.png': 'image-too-large',
      'bad-zlib.png': 'image-unreadable',
      'bad-ihdr-crc.png': 'image-unreadable',
      'truncated.png': 'image-truncated',
      'truncated.jpg': 'image-truncated',
      'truncated-progressive.jpg': 'image-truncated',
      'no-eoi-progressive.jpg': 'image-truncated',
      'truncated.gif': 'image-truncated',
      'truncated.bmp': 'image-truncated',
      'truncated.webp': 'image-truncated',
      'truncated-lossless.webp': 'image-truncated',
      'truncated.tif': 'image-truncated',
    }
    for (const [file, code] of Object.entries(codes)) {
      expect([file, await decodeFault(imageFile(file), file)]).toEqual([file, code])
    }
  })

  it('refuses a good picture cut anywhere before its last pixel', async () => {
    for (const file of ['rgb8.png', 'grey16-adam7.png', 'rgb.bmp', 'palette.gif', 'rgb-tiff_lzw.tif']) {
      const bytes = imageFile(file)
      // The last bytes may be marks and checksums, which Pillow does without; a TIFF has its tags there.
      for (let length = 0; length < bytes.length - 40; length += 7) {
        expect([file, length, await decodeFault(bytes.slice(0, length), file)]).not.toContain(null)
      }
    }
  })

  it('turns damage into an error or a picture, never into anything else', async () => {
    const random = new Random(1)
    const pure = verdicts.filter(verdict => !verdict.error && /\.(png|gif|bmp|tif)$/.test(verdict.file))
    for (let round = 0; round < rounds(1500); round++) {
      const { file } = random.pick(pure)
      if (file === 'really-jpeg.png') continue
      const bytes = imageFile(file)
      const reach = random.below(2) === 0 ? Math.min(bytes.length, 120) : bytes.length
      for (let flips = 1 + random.below(4); flips > 0; flips--) bytes[random.below(reach)] = random.below(256)
      const header = probeImage(bytes)
      if (header?.format === 'jpeg' || header?.format === 'webp') continue
      // Damaged sizes that are still within the limits would only cost time here.
      if (header !== null && header.width * header.height > 1e6) continue
      await decodeFault(bytes, file)
    }
  })
})

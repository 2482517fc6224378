/** JPEG and WebP without a browser, against Pillow's verdict on the same files. */
import { describe, expect, it } from 'vitest'
import { decodeRgb } from '../src/decode.ts'
import { nodeCodec } from '../src/node-codec.ts'
import { PixelError } from '../src/pixel-error.ts'
import { imageFile, sha256, verdicts } from './image-files.ts'

/** What a browser decodes as Pillow does, and these libraries do not. */
const refused = ['cmyk.jpg', 'cmyk-progressive.jpg', 'rgb411.jpg', 'rgb440.jpg']

const decodeFault = (file: string) =>
  decodeRgb(imageFile(file), file, nodeCodec).then(
    () => null,
    thrown => (thrown instanceof PixelError ? thrown.code : thrown),
  )

describe('JPEG and WebP in Node', () => {
  for (const verdict of verdicts.filter(({ file }) => /\.(jpg|webp)$/.test(file))) {
    const { file } = verdict
    if (verdict.error !== undefined)
      it(`refuses ${file}, as Pillow does`, async () => expect(await decodeFault(file)).toMatch(/^image-/))
    else if (refused.includes(file))
      it(`reports that it does not support ${file}`, async () =>
        expect(await decodeFault(file)).toBe('image-unsupported'))
    else
      it(`equals Pillow to the byte: ${file}`, async () => {
        const { width, height, channels, data } = await decodeRgb(imageFile(file), file, nodeCodec)
        expect([width, height, channels]).toEqual([verdict.width, verdict.height, 3])
        expect(sha256(data)).toBe(verdict.sha256)
      })
  }

  it('still works after a file that crashes a library’s program', async () => {
    // Its quantisation tables are gone, and libjpeg gives up.
    const whole = imageFile('rgb420-q30.jpg')
    const damaged = whole.slice()
    for (let at = 0; at + 1 < damaged.length; at++)
      if (damaged[at] === 0xff && damaged[at + 1] === 0xdb) damaged[at + 1] = 0xfe
    await expect(decodeRgb(damaged, 'damaged.jpg', nodeCodec)).rejects.toMatchObject({
      ...{ code: 'image-unreadable', subject: 'damaged.jpg' },
    })
    const { data } = await decodeRgb(whole, 'whole.jpg', nodeCodec)
    const found = verdicts.find(({ file }) => file === 'rgb420-q30.jpg')
    expect(found && 'sha256' in found && found.sha256).toBe(sha256(data))
  })
})

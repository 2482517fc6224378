import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filePolicy, parsePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { describe, expect, test } from 'vitest'
import { readPicture, readPixels } from '../../../../../src/data/images/decoding.ts'
import { sampleParts } from '../../../../../src/data/sources/part-reference.ts'
import { VoxelwiseError } from '../../../../../src/engine/base/errors.ts'
import { sha256 } from '../../../../../src/engine/base/sha256.ts'
import { sharedSet } from '../../../support/shared-folder.ts'

const folder = sharedSet('dicom')

interface Expected {
  readonly id: string
  readonly case: string
  readonly pixels: readonly string[]
  readonly width: number
}

describe.skipIf(folder === null)('the public DICOM set', () => {
  const set = join(folder ?? '', 'DicomBrain')
  const items: readonly { id: string; image_path: string; frame?: number }[] =
    folder === null ? [] : JSON.parse(readFileSync(join(set, 'test.json'), 'utf8'))
  const expected: readonly Expected[] =
    folder === null
      ? []
      : readFileSync(join(folder, 'DicomBrain.expected.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
  const readBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(join(set, path)))

  for (const one of expected) {
    const item = items.find(({ id }) => id === one.id)
    if (!item) continue
    test(`${one.case} becomes the expected picture`, async () => {
      const name = sampleParts(item.image_path, item)[0]
      const { data, width } = await readPixels(readBytes(item.image_path), name, nodeCodec)
      expect([await sha256(new Uint8Array(data)), width]).toEqual([one.pixels[0], one.width])
    })
  }

  const refusal = (path: string, bytes = readBytes(path)) =>
    readPixels(bytes, path, nodeCodec).then(
      () => null,
      error => (error instanceof VoxelwiseError ? error.info : Promise.reject(error)),
    )

  test('a file of several frames needs a frame, and its error gives their number', async () => {
    const error = await refusal('pictures/frames-3.dcm')
    expect(error).toMatchObject({ code: 'image-frame', message: expect.stringContaining('3 frames') })
    const beyond = await refusal('pictures/frames-3.dcm//frame=4', readBytes('pictures/frames-3.dcm'))
    expect(beyond).toMatchObject({ code: 'image-frame' })
  })

  test('a record says what a picture was made with, and whether the policy was met', async () => {
    const readDisplay = async (path: string, policy = filePolicy) =>
      (await readPicture(readBytes(path), path, nodeCodec, policy)).display
    expect(await readDisplay('pictures/voi-lut.dcm')).toEqual({ used: 'voi-lut' })
    expect(await readDisplay('pictures/empty-window.dcm')).toMatchObject({ used: 'range', fallback: true })
    expect(await readDisplay('pictures/explicit.dcm', parsePolicy('minmax'))).not.toHaveProperty('fallback')
    expect(await readDisplay('pictures/explicit.dcm', parsePolicy('40/80'))).toEqual({
      used: 'window',
      window: { centre: 40, width: 80, function: 'LINEAR' },
    })
    expect(await readDisplay('pictures/jpeg-colour.dcm')).toEqual({ used: 'colour' })
  })

  test('damaged files end in a named error or a picture, and name nothing but the file', async () => {
    const codes = new Set<string>()
    for (const file of folder === null ? [] : readdirSync(join(set, 'pictures'))) {
      // WebAssembly is loaded again after each failure: test/fuzz has those.
      if (/2000|ls/.test(file)) continue
      const bytes = readBytes(join('pictures', file))
      for (const part of [2, 7, 11]) {
        const cut = bytes.slice(0, Math.floor((bytes.length * part) / 12))
        const flipped = bytes.map((byte, at) =>
          at > 132 && (at + part) % 97 === 0 ? byte ^ (1 << (part % 8)) : byte,
        )
        for (const damaged of [cut, flipped]) {
          const error = await refusal(file, damaged)
          if (error) codes.add(error.code)
        }
      }
    }
    expect([...codes].filter(code => !code.startsWith('image-'))).toEqual([])
    expect(codes.size).toBeGreaterThan(2)
  })
})

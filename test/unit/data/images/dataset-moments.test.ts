import { filePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { datasetMoments } from '../../../../src/data/images/dataset-moments.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'

/** A BMP file of 24 bits with one pixel. */
function pixel(red: number, green: number, blue: number): ArrayBuffer {
  const bytes = new Uint8Array(58)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    view.setUint32(at, value, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  bytes.set([blue, green, red], 54)
  return bytes.buffer
}

const makeSample = (index: number, image: string | null): Sample => ({ index, fields: {}, image, file: 't' })

const moments = (samples: readonly Sample[], files: ReadonlyMap<string, ArrayBuffer>, read: string[] = []) =>
  datasetMoments(
    samples,
    1,
    async path => {
      read.push(path)
      const found = files.get(path)
      if (found) return found
      throw new VoxelwiseError({ code: 'file-missing', subject: path, message: '', remedy: '' })
    },
    nodeCodec,
    filePolicy,
  )

test('mean and deviation are of all images, each once; one that cannot be read is left out', async () => {
  const files = new Map([
    ['a', pixel(10, 100, 200)],
    ['b', pixel(30, 100, 100)],
  ])
  const samples = [
    makeSample(0, 'a'),
    makeSample(1, 'a'),
    makeSample(2, 'b'),
    makeSample(3, 'c'),
    makeSample(4, null),
  ]
  expect(await moments(samples, files)).toEqual({ means: [20, 100, 150], deviations: [10, 0, 50] })
  expect(await moments([makeSample(0, 'c')], files)).toBeNull()
})

test('forty images are drawn, the same whatever the order of the samples', async () => {
  const samples = Array.from({ length: 200 }, (_, i) => makeSample(i, `${i}.bmp`))
  const files = new Map(samples.map(({ index, image }) => [`${image}`, pixel(index, 0, 0)]))
  const [first, second]: [string[], string[]] = [[], []]
  const found = await moments(samples, files, first)
  expect(await moments([...samples].reverse(), files, second)).toEqual(found)
  expect(first).toHaveLength(40)
  expect(second).toEqual(first)
  expect(found?.means[0]).toBeGreaterThan(60)
  expect(found?.means[0]).toBeLessThan(140)
})

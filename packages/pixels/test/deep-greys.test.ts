/** Grey PNG and TIFF of 16 bits: what Pillow makes of them, or all of their values by a policy. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodePicture } from '../src/decode.ts'
import { decodeDepth } from '../src/depth.ts'
import { nodeCodec } from '../src/node-codec.ts'
import { filePolicy, parsePolicy, type WindowPolicy } from '../src/window-policy.ts'

const readFixture = (file: string) =>
  new Uint8Array(readFileSync(`packages/pixels/test/golden/pillow/decode/${file}`))

const shown = (file: string, policy: WindowPolicy) =>
  decodePicture(readFixture(file), file, nodeCodec, policy)

async function readGreys(file: string) {
  const depth = await decodeDepth(new Blob([readFixture(file)]), file, null, nodeCodec)
  if (depth?.frame.kind !== 'grey') throw new Error(`${file} has no values.`)
  return depth.frame.grey
}

const files = [
  ...['grey16.png', 'grey16-adam7.png', 'grey16-dark.png', 'grey16-little.tif', 'grey16-big.tif'],
  ...['grey16-little-predictor.tif', 'grey16-big-predictor.tif', 'white-is-zero16.tif'],
]

describe.each(files)('%s', file => {
  test('is what Pillow makes of it, which is its values clipped at 255, unless a policy is chosen', async () => {
    const { pixels, display } = await shown(file, filePolicy)
    const { values } = await readGreys(file)
    expect(display).toBeUndefined()
    expect([...pixels.data.filter((_, i) => i % 3 === 0)]).toEqual(
      Array.from(values, value => Math.min(255, value)),
    )
  })

  test('is shown by all of its values under a policy, which its record states', async () => {
    const { values, isInverted } = await readGreys(file)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const { pixels, display } = await shown(file, parsePolicy('minmax'))
    expect(display).toEqual({ used: 'range', range: [low, high] })
    const [black, white] = isInverted ? [high, low] : [low, high]
    expect(pixels.data[3 * values.indexOf(black)]).toBe(0)
    expect(pixels.data[3 * values.indexOf(white)]).toBe(255)
  })
})

test('byte orders, predictors and interlacing change nothing', async () => {
  const [plain, ...others] = await Promise.all(files.slice(3, 7).map(readGreys))
  for (const other of others) expect(other.values).toEqual(plain?.values)
  expect((await readGreys('grey16-adam7.png')).values).toHaveLength(
    (await readGreys('grey16.png')).values.length,
  )
})

test('an inverted TIFF has white for its least value, which Pillow does not see', async () => {
  expect((await readGreys('white-is-zero16.tif')).isInverted).toBe(true)
})

test('colours have no values to window', async () => {
  for (const file of ['rgb16.png', 'rgb16-little.tif'])
    expect(await decodeDepth(new Blob([readFixture(file)]), file, null, nodeCodec)).toBeNull()
})

/** An array of 3 slices of 2 × 2 with an axis before, as `numpy.save` writes it. */
function npy(descr: string, values: Uint8Array, order = 'False'): Uint8Array<ArrayBuffer> {
  const text = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (1, 3, 2, 2), }`
  const padded = `${text.padEnd(117)}\n`
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
      Buffer.from([118, 0]),
      Buffer.from(padded),
      values,
    ]),
  )
}

test('a NumPy array is frames of rows and columns, shown as its values are', async () => {
  const values = Float32Array.from({ length: 12 }, (_, i) => i / 11)
  const bytes = npy('<f4', new Uint8Array(values.buffer))
  const at = (part: string) =>
    decodePicture(bytes, `x.npy${part}`, nodeCodec, parsePolicy('0.5/1:LINEAR_EXACT'))
  const { pixels } = await at('//frame=3of3')
  expect([...pixels.data.filter((_, i) => i % 3 === 0)]).toEqual(
    Array.from(values.slice(8), value => Math.round(255 * value)),
  )
  expect(pixels).toEqual((await at('//frame=3')).pixels)
  await expect(at('')).rejects.toThrow('3 frames')
  expect(await decodeDepth(new Blob([bytes]), 'x.npy', 1, nodeCodec)).toMatchObject({ count: 3, place: 1 })
})

test('a NumPy array of another kind is refused by name, and a cut one is incomplete', async () => {
  const read = (bytes: Uint8Array) => decodePicture(bytes, 'x.npy//frame=2', nodeCodec, filePolicy)
  await expect(read(npy('<c8', new Uint8Array(96)))).rejects.toThrow('NumPy arrays of type c8')
  await expect(read(npy('|u1', new Uint8Array(12), 'True'))).rejects.toThrow('order of Fortran')
  await expect(read(npy('|u1', new Uint8Array(5)))).rejects.toThrow('incomplete')
  const big = npy(
    '>u2',
    Uint8Array.of(...new Array(8).fill(0), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  )
  const depth = await decodeDepth(new Blob([big]), 'x.npy//frame=2', null, nodeCodec)
  expect(depth?.frame.kind === 'grey' && [...depth.frame.grey.values]).toEqual([256, 1, 0, 0])
})

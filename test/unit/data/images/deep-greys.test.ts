/** Grey PNG and TIFF of 16 bits: what Pillow makes of them, or all of their values by a policy. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodePicture } from '../../../../src/data/images/decode.ts'
import { depthOf } from '../../../../src/data/images/depth.ts'
import { nodeCodec } from '../../../../src/data/images/node-codec.ts'
import { filePolicy, policyOf, type WindowPolicy } from '../../../../src/engine/protocol/window-policy.ts'

const bytesOf = (file: string) => new Uint8Array(readFileSync(`test/golden/pillow/decode/${file}`))

const shown = (file: string, policy: WindowPolicy) => decodePicture(bytesOf(file), file, nodeCodec, policy)

async function greysOf(file: string) {
  const depth = await depthOf(new Blob([bytesOf(file)]), file, null, nodeCodec)
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
    const { values } = await greysOf(file)
    expect(display).toBeUndefined()
    expect([...pixels.data.filter((_, i) => i % 3 === 0)]).toEqual(
      Array.from(values, value => Math.min(255, value)),
    )
  })

  test('is shown by all of its values under a policy, which its record states', async () => {
    const { values, isInverted } = await greysOf(file)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const { pixels, display } = await shown(file, policyOf('minmax'))
    expect(display).toEqual({ used: 'range', range: [low, high] })
    const [black, white] = isInverted ? [high, low] : [low, high]
    expect(pixels.data[3 * values.indexOf(black)]).toBe(0)
    expect(pixels.data[3 * values.indexOf(white)]).toBe(255)
  })
})

test('byte orders, predictors and interlacing change nothing', async () => {
  const [plain, ...others] = await Promise.all(files.slice(3, 7).map(greysOf))
  for (const other of others) expect(other.values).toEqual(plain?.values)
  expect((await greysOf('grey16-adam7.png')).values).toHaveLength((await greysOf('grey16.png')).values.length)
})

test('an inverted TIFF has white for its least value, which Pillow does not see', async () => {
  expect((await greysOf('white-is-zero16.tif')).isInverted).toBe(true)
})

test('colours have no values to window', async () => {
  for (const file of ['rgb16.png', 'rgb16-little.tif'])
    expect(await depthOf(new Blob([bytesOf(file)]), file, null, nodeCodec)).toBeNull()
})

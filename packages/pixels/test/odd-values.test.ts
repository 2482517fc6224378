/** Pictures that were shown wrongly without a word: values that are none, and volumes of several gzip members. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Budget } from '../src/budget.ts'
import { display } from '../src/grey/display.ts'
import { plainGreys } from '../src/grey/grey-frame.ts'
import { unzipped } from '../src/inflate.ts'
import { parsePolicy } from '../src/window-policy.ts'

const shown = (values: readonly number[], policy: string) =>
  display(plainGreys(values.length, 1, Float32Array.from(values)), parsePolicy(policy))

test.each(['file', 'minmax', 'percentile:0-100'])('infinite values hide no others: %s', policy => {
  const { pixels } = shown(
    [0, 50, 100, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
    policy,
  )
  expect([...pixels.data]).toEqual([0, 128, 255, 255, 0, 0])
  // The numbers of the record are finite, too.
  expect(shown([0, 100, Number.POSITIVE_INFINITY], policy).display).toMatchObject({ range: [0, 100] })
  expect([...shown([Number.POSITIVE_INFINITY, Number.NaN], policy).pixels.data]).toEqual([0, 0])
})

test('a gzip file of several members unpacks to all of them, whatever follows the last', () => {
  const whole = Uint8Array.from({ length: 700_000 }, (_, i) => (i * i) % 251)
  const members = [0, 1, 65_280, 65_280, 400_000, 700_000].map((from, i, all) =>
    gzipSync(whole.subarray(from, all[i + 1] ?? 700_000)),
  )
  // bgzip ends with an empty member; other tools fill a block up with zeros.
  for (const rest of [[], [gzipSync(new Uint8Array(0))], [new Uint8Array(100)]]) {
    const unpacked = [...pieces(Buffer.concat([...members, ...rest]))]
    expect(Buffer.concat(unpacked).equals(Buffer.from(whole))).toBe(true)
  }
})

function* pieces(packed: Uint8Array): Generator<Uint8Array> {
  for (const piece of unzipped(packed, new Budget('x.nii.gz', packed.length))) yield piece.slice()
}

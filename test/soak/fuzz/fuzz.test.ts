/** Seconds of what `npm run fuzz` does for minutes: the same inputs each time, so that a finding is a change's fault. */
import { expect, test } from 'vitest'
import { describeFinding, fuzz } from '../../fuzz/campaign.ts'
import { Harness } from '../../fuzz/harness.ts'
import { parsers } from '../../fuzz/parsers.ts'

const seed = 1
const rounds = 60

test(`the inputs of seed ${seed} are read or refused by name`, async () => {
  const { totals, findings } = await fuzz(Object.keys(parsers), seed, { rounds })
  // Seconds depend on what else the machine does: the command counts them on a quiet one.
  const faults = findings.filter(({ fault }) => fault !== 'time')
  expect(faults.map(describeFinding), `seed ${seed}`).toEqual([])
  for (const [parser, { inputs }] of totals) expect(inputs, parser).toBe(rounds)
})

test.each([
  ['parquet', 109_813_563],
  ['columns', 3_144_003_983],
])('what was a finding is none any more: %s, input %i', async (parser, seed) => {
  const harness = new Harness()
  const { fault, code, message } = await harness.try({ parser, seed })
  harness.close()
  expect(fault === 'time' ? null : fault, `${code}: ${message}`).toBeNull()
})

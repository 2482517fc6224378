/** Seconds of what `npm run fuzz` does for minutes: the same inputs each time, then others. */
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeFinding, fuzz } from '../../fuzz/campaign.ts'
import { parsers } from '../../fuzz/parsers.ts'

for (const [name, seed] of [
  ['the inputs of seed 1', 1],
  ['inputs never seen', randomInt(2 ** 32)],
] as const)
  test(`${name} are read or refused by name`, async () => {
    const { totals, findings } = await fuzz(Object.keys(parsers), seed, 8)
    expect(findings.map(describeFinding), `seed ${seed}`).toEqual([])
    for (const [parser, { inputs }] of totals) expect(inputs, parser).toBeGreaterThan(0)
  })

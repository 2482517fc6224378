/** Each file here once took a run's memory or time without end, or was accepted; now it is refused by name. */
import { afterAll, expect, test } from 'vitest'
import { bombs } from '../../fuzz/bombs.ts'
import { Harness } from '../../fuzz/harness.ts'

const harness = new Harness()
afterAll(() => harness.close())

for (const [name, { code }] of Object.entries(bombs))
  test(`${name}: ${code}`, async () => {
    const tried = await harness.try({ bomb: name })
    expect(tried.code).toBe(code)
    // Seconds are counted by `npm run fuzz`: here other tests take the processors.
    expect(tried.fault === 'time' ? null : tried.fault).toBeNull()
  })

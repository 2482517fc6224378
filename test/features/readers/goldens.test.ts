import { readFileSync } from 'node:fs'
import type { Json, JsonObject } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { recomputedCases } from '../../../src/features/readers/engine/recomputed-cases.ts'

const goldens = (name: string): JsonObject[] =>
  JSON.parse(readFileSync(`test/features/readers/golden/${name}.json`, 'utf8')) as JsonObject[]

/** Whether two values are equal, numbers to 1e-9. */
function isClose(found: Json | undefined, wanted: Json | undefined): boolean {
  if (typeof found === 'number' && typeof wanted === 'number')
    return Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null)
    return found === wanted
  const [names, others] = [Object.keys(found), Object.keys(wanted)]
  return (
    names.join() === others.join() &&
    names.every(name => isClose((found as JsonObject)[name], (wanted as JsonObject)[name]))
  )
}

test.each(['agreement', 'mrmc', 'spread', 'edges', 'sitting'])(
  '%s: every figure equals the reference to 1e-9',
  name => {
    const cases = goldens(name)
    const found = recomputedCases(cases)
    const off = cases.flatMap((wanted, place) =>
      Object.keys(wanted)
        .filter(field => !isClose(found[place]?.[field], wanted[field]))
        .map(
          field =>
            `case ${place}, ${field}: ${JSON.stringify(found[place]?.[field])} is not ${JSON.stringify(wanted[field])}`,
        ),
    )
    expect(off).toEqual([])
    expect(found.map(one => Object.keys(one))).toEqual(cases.map(one => Object.keys(one)))
  },
)

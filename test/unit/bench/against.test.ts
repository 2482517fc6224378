import { expect, test } from 'vitest'
import { againstTable } from '../../../bench/command/against.ts'
import type { BenchResult } from '../../../bench/command/result.ts'

/** One case, with the page's time a question beside a floor of 10 ms. */
const measured = (generate: number) =>
  ({
    cases: [
      {
        ...{ model: 'phantom-vlm', dtype: 'fp32', device: 'wasm', questions_per_image: 4 },
        ...{ generate_ms: generate, choices_ms: generate, naive_ms: 40 },
        over_floor: { generate: { median: generate / 10 }, choices: { median: generate / 10 } },
      },
    ],
  }) as unknown as BenchResult

test('two versions stand below each other, with medians and extremes of their turns', () => {
  const lines = againstTable('d42f4bf', {
    here: [12, 10, 11].map(measured),
    there: [8, 10, 9].map(measured),
  }).split('\n')
  const cells = lines.map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
  expect(cells[2]).toEqual([
    ...['phantom-vlm fp32, wasm, 4 a picture, this version', '11.0 (10.0 to 12.0)', '11.0 (10.0 to 12.0)'],
    ...['1.10 (1.00 to 1.20)', '1.10 (1.00 to 1.20)', '3.64 (3.33 to 4.00)'],
  ])
  expect(cells[3]?.slice(0, 2)).toEqual(['phantom-vlm fp32, wasm, 4 a picture, d42f4bf', '9.0 (8.0 to 10.0)'])
})

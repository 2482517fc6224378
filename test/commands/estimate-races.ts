/** Races of `npm run lab -- estimates`: how often the best model is dropped, and what it takes to find it. */
import { accuracyOf } from '../unit/support/populations.ts'
import { demoField, type Field, publishedField, simulateRace } from '../unit/support/races.ts'

const fields: readonly (() => Promise<Field> | Field)[] = [
  demoField,
  () => publishedField(['Lingshu-32B', 'Qwen2.5-VL-7B', 'LLaVA-Med-7B'], 400, 1),
  () => publishedField(['Qwen2.5-VL-7B', 'Qwen2.5-VL-7B', 'Qwen2.5-VL-7B', 'Qwen2.5-VL-7B'], 200, 2),
]

const risk = 0.05
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/** @returns whether the best was dropped, and a “surely” wrong, in no more races than the risk */
export async function simulateRaces(races: number): Promise<boolean> {
  console.log(
    '| models | accuracies | best dropped | a “surely” wrong | a “probably” wrong | answers, of all |',
  )
  console.log('|---|---|---:|---:|---:|---:|')
  let isHeld = true
  for (const make of fields) isHeld = simulate(await make(), races) && isHeld
  return isHeld
}

function simulate(field: Field, races: number): boolean {
  let [dropped, sureWrong, probablyWrong, asked] = [0, 0, 0, 0]
  for (let seed = 1; seed <= races; seed++) {
    const outcome = simulateRace(field, seed, risk)
    dropped += Number(outcome.bestWasDropped)
    sureWrong += Number(outcome.sureWasWrong)
    probablyWrong += Number(outcome.probablyWasWrong)
    asked += outcome.asked.reduce((sum, one) => sum + one, 0)
  }
  const shares = field.right.map(right => (100 * accuracyOf(right)).toFixed(1)).join(', ')
  const of = field.right.length * field.frame.cellOf.length * races
  console.log(
    `| ${field.name} | ${shares} | ${percent(dropped / races)} | ${percent(sureWrong / races)} | ${percent(probablyWrong / races)} | ${percent(asked / of)} |`,
  )
  return dropped <= risk * races && sureWrong <= risk * races
}

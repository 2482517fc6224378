/** Shortcut rates of `npm run lab -- estimates`: how often the interval of one was ever wrong, and how wide it was. */
import { balancedOrder } from '../../src/engine/protocol/order.ts'
import { demoPopulation, type Population, publishedPopulation } from '../unit/support/populations.ts'
import { missedRates, type RatedPopulation, rated, ratesAfter } from '../unit/support/rates.ts'

const populations: readonly (() => Promise<Population> | Population)[] = [
  () => demoPopulation('q8'),
  () => demoPopulation('q4'),
  () => publishedPopulation('Qwen2.5-VL-7B', 400, 2),
]

/** Parts of the rounds at which the width is told. */
const parts = [0.25, 0.5] as const

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/** @returns whether each interval was ever wrong in no more than 5 % of the runs */
export async function simulateRates(runs: number): Promise<boolean> {
  console.log(
    '| population | runs | Shortcut_Prob | ever wrong | at 25 % | at 50 % | Luck_Rate | ever wrong | at 25 % | at 50 % |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  let isHeld = true
  for (const make of populations) isHeld = simulate(rated(await make()), runs) && isHeld
  return isHeld
}

function simulate(population: RatedPopulation, runs: number): boolean {
  const { length } = balancedOrder(population.frame, 1).rounds
  const missed = { shortcut: 0, luck: 0 }
  const widths = { shortcut: parts.map((): number[] => []), luck: parts.map((): number[] => []) }
  for (let seed = 1; seed <= runs; seed++) {
    for (const [at, part] of parts.entries()) {
      const told = ratesAfter(population, Math.round(part * length), seed)
      for (const rate of ['shortcut', 'luck'] as const)
        widths[rate][at]?.push((told[rate].high - told[rate].low) / 2)
    }
    // An interval only shrinks: what was wrong after any round is wrong after the last.
    const wrong = missedRates(population, ratesAfter(population, length, seed))
    missed.shortcut += Number(wrong.shortcut)
    missed.luck += Number(wrong.luck)
  }
  const told = (['shortcut', 'luck'] as const).flatMap(rate => [
    percent(population.truth[rate]),
    percent(missed[rate] / runs),
    ...widths[rate].map(all => `±${(100 * median(all)).toFixed(1)}`),
  ])
  console.log(`| ${population.name} | ${runs} | ${told.join(' | ')} |`)
  return missed.shortcut <= 0.05 * runs && missed.luck <= 0.05 * runs
}

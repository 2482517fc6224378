/**
 * `npm run estimates [-- --runs 10000 --population 0 --races 10000 --rates 10000]`: simulates runs in a balanced order on benchmarks
 * whose every verdict is known, looks after each image, and tells how often an interval was ever wrong and how wide it was. Exits
 * with 1 where one was wrong in more than 5 % of the runs. Then the same of races and of shortcut rates. Its tables are in
 * docs/estimates.md.
 */
import { parseArgs } from 'node:util'
import { type FrameAxis, frameAxes } from '../../src/engine/protocol/frame.ts'
import {
  accuracyOf,
  demoPopulation,
  fixedSizeHalfWidth,
  type Population,
  publishedPopulation,
  simulateRun,
} from '../unit/support/populations.ts'
import { simulateRaces } from './estimate-races.ts'
import { simulateRates } from './estimate-rates.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    population: { type: 'string' },
    races: { type: 'string', default: '10000' },
    rates: { type: 'string', default: '10000' },
  },
})
const runs = Number(values.runs)

const populations: readonly (() => Promise<Population> | Population)[] = [
  () => demoPopulation('q8'),
  () => demoPopulation('q4'),
  () => publishedPopulation('Lingshu-32B', 400, 1),
  () => publishedPopulation('Qwen2.5-VL-7B', 400, 2),
  () => publishedPopulation('LLaVA-Med-7B', 400, 3),
]

/** Parts of the images at which the width is told. */
const parts = [0.1, 0.25, 0.5] as const

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/** A figure whose true value is known, and in how many runs its interval ever missed it. */
interface Watched {
  readonly axis: FrameAxis
  readonly label: string
  readonly share: number
  missed: number
}

function slicesOf({ frame, right }: Population): Watched[] {
  return frameAxes.flatMap(axis =>
    [...new Set(frame.cells.map(cell => cell[axis]))].map(label => {
      const own = right.filter((_, i) => frame.cells[frame.cellOf[i] ?? 0]?.[axis] === label)
      return { axis, label, share: accuracyOf(own), missed: 0 }
    }),
  )
}

function simulate(population: Population): boolean {
  const { frame, right, name } = population
  const images = Math.max(...frame.groups) + 1
  const truth = accuracyOf(right)
  const slices = slicesOf(population)
  const marks = parts.map(part => Math.round(part * images))
  const widths: number[][] = marks.map(() => [])
  let missed = 0
  for (let seed = 1; seed <= runs; seed++) {
    let isMissed = false
    const areMissed = new Set<Watched>()
    let last = Number.NaN
    simulateRun(population, seed, look => {
      const { low, high } = look.estimates.overall()
      isMissed ||= low > truth + 1e-9 || high < truth - 1e-9
      const mark = marks.indexOf(look.images)
      if (mark !== -1) widths[mark]?.push((high - low) / 2)
      // Slices change with the same rounds, so they are looked at where the whole has changed.
      if (high - low === last) return true
      last = high - low
      for (const slice of slices) {
        const part = look.estimates.slice(slice.axis, slice.label)
        if (part.low > slice.share + 1e-9 || part.high < slice.share - 1e-9) areMissed.add(slice)
      }
      return true
    })
    missed += Number(isMissed)
    for (const slice of areMissed) slice.missed++
  }
  const worst = Math.max(...slices.map(slice => slice.missed)) / runs
  const told = marks.map((mark, i) => {
    const half = median(widths[i] ?? [])
    return `±${(100 * half).toFixed(1)} (${(half / fixedSizeHalfWidth(population, mark)).toFixed(2)})`
  })
  console.log(
    `| ${name} | ${right.length} | ${percent(truth)} | ${percent(missed / runs)} | ${percent(worst)} | ${told.join(' | ')} |`,
  )
  return missed <= 0.05 * runs && worst <= 0.05 * runs
}

const [races, rates] = [Number(values.races), Number(values.rates)]

console.log(`${runs} runs each, ${races} races, ${rates} runs for shortcut rates`)
const chosen =
  values.population === undefined ? populations : populations.slice(Number(values.population)).slice(0, 1)
if (runs > 0) {
  console.log(
    '| population | questions | accuracy | ever wrong | slice that was most often | at 10 % | at 25 % | at 50 % |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const make of chosen) if (!simulate(await make())) process.exitCode = 1
}
if (races > 0 && !(await simulateRaces(races))) process.exitCode = 1
if (rates > 0 && !(await simulateRates(rates))) process.exitCode = 1

/**
 * `npm run lab -- estimates [--runs 2000 --population 0 --limits 0.1,0.2 --rates 10000]`: simulates runs in a balanced order on benchmarks
 * whose every verdict is known, looks after each image, and tells how often an interval was ever wrong and how wide it was. Exits
 * with 1 where one was wrong in more than 5 % of the runs. Then the same of shortcut rates. Its tables are in
 * docs/estimates.md.
 */
import { parseArgs } from 'node:util'
import { type FrameAxis, frameAxes, groupMembers } from '../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../src/engine/protocol/order.ts'
import {
  demoPopulation,
  fixedSizeHalfWidth,
  type Population,
  publishedPopulation,
  shareRight,
  simulateRun,
} from '../unit/support/populations.ts'
import { simulateRates } from './estimate-rates.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    population: { type: 'string' },
    limits: { type: 'string', default: '0.1,0.2,0.5' },
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
const parts = [0.1, 0.2, 0.5] as const
/** The parts of the images that are set in advance as a limit, in a second simulation. */
const limits = values.limits.split(',').map(Number)
/** A width is at most this many times that of a fixed sample: at the parts above, and before and at the end of a limit. */
const mostTimes = { parts: 1.8, limit: 1.6 } as const
/** A smaller limit is only held to 1.6 at its end. */
const leastTuned = 0.2

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

function listSlices({ frame, right }: Population): Watched[] {
  return frameAxes.flatMap(axis =>
    [...new Set(frame.cells.map(cell => cell[axis]))].map(label => {
      const own = right.filter((_, i) => frame.cells[frame.cellOf[i] ?? 0]?.[axis] === label)
      return { axis, label, share: shareRight(own), missed: 0 }
    }),
  )
}

function simulate(population: Population): boolean {
  const { frame, right, name } = population
  const images = Math.max(...frame.groups) + 1
  const truth = shareRight(right)
  const slices = listSlices(population)
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
      // A slice changes seldom, and its limits only become narrower: where the whole has changed is often enough.
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
  const halves = marks.map((_, i) => median(widths[i] ?? []))
  const times = marks.map((mark, i) => (halves[i] ?? 0) / fixedSizeHalfWidth(population, mark))
  const told = halves.map((half, i) => widthText(half, times[i] ?? 0))
  console.log(
    `| ${name} | ${right.length} | ${percent(truth)} | ${percent(missed / runs)} | ${percent(worst)} | ${told.join(' | ')} |`,
  )
  return missed <= 0.05 * runs && worst <= 0.05 * runs && times.every(one => one <= mostTimes.parts)
}

const widthText = (half: number, times: number): string => `±${(100 * half).toFixed(1)} (${times.toFixed(2)})`

/** Runs with a limit: the last look before its end, and the single look at it. */
function simulateLimit(population: Population, part: number): boolean {
  const { frame, right, name } = population
  const truth = shareRight(right)
  const images = Math.round(part * (Math.max(...frame.groups) + 1))
  const members = groupMembers(frame)
  const looks: number[] = []
  const ends: number[] = []
  let missed = 0
  for (let seed = 1; seed <= runs; seed++) {
    const asked = balancedOrder(frame, seed).rounds.flat().slice(0, images)
    const limit = asked.reduce((sum, group) => sum + (members[group]?.length ?? 0), 0)
    simulateRun(
      { name: '', frame, right },
      seed,
      look => {
        const { low, high } = look.estimates.overall()
        if (look.images === images - 1) looks.push((high - low) / 2)
        if (look.images < images) return true
        ends.push((high - low) / 2)
        missed += Number(low > truth + 1e-9 || high < truth - 1e-9)
        return false
      },
      limit,
    )
  }
  const before = median(looks) / fixedSizeHalfWidth(population, images - 1)
  const end = median(ends) / fixedSizeHalfWidth(population, images)
  console.log(
    `| ${name} | ${100 * part} % | ${widthText(median(looks), before)} | ${widthText(median(ends), end)} | ${percent(missed / runs)} |`,
  )
  const isNarrow = before <= (part < leastTuned ? mostTimes.parts : mostTimes.limit) && end <= mostTimes.limit
  return missed <= 0.06 * runs && isNarrow
}

const rates = Number(values.rates)

console.log(`${runs} runs each, ${rates} runs for shortcut rates`)
const chosen =
  values.population === undefined ? populations : populations.slice(Number(values.population)).slice(0, 1)
if (runs > 0) {
  console.log(
    '| population | questions | accuracy | ever wrong | slice that was most often | at 10 % | at 20 % | at 50 % |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const make of chosen) if (!simulate(await make())) process.exitCode = 1
  console.log('| population | limit | one image before its end | at its end | wrong at its end |')
  console.log('|---|---:|---:|---:|---:|')
  for (const make of chosen)
    for (const limit of limits) if (!simulateLimit(await make(), limit)) process.exitCode = 1
}
if (rates > 0 && !(await simulateRates(rates))) process.exitCode = 1

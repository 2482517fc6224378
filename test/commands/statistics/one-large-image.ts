/** Unfinished runs on benchmarks in which one image has many of the questions. */
import type { BenchmarkEstimates } from '../../../src/engine/analysis/benchmark-estimate.ts'
import { groupMembers } from '../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../src/engine/protocol/order.ts'
import { type Population, shareRight, simulateRun, sizedPopulation } from '../../unit/support/populations.ts'
import { inPercent, type Simulation } from './simulation.ts'

/** Questions of the one large image, besides 499 images with two; and how often the interval was wrong before. */
const designs = [
  { size: 2, before: ['4.5', '5.2', '4.5'] },
  { size: 20, before: ['9.4', '5.5', '7.1'] },
  { size: 52, before: ['42.9', '12.7', '29.2'] },
  { size: 110, before: ['77.3', '44.5', '49.4'] },
] as const
/** Parts of the images that are set in advance as a limit. */
const limits = [0.2, 0.5] as const
/** Most runs in which an interval is wrong: with the error of 300 runs, half as much again. */
const most = { ever: 0.07, end: 0.08 } as const

const isWrong = (estimates: BenchmarkEstimates, truth: number): boolean => {
  const { low, high } = estimates.overall()
  return low > truth + 1e-9 || high < truth - 1e-9
}

function everWrong(population: Population, runs: number): number {
  const truth = shareRight(population.right)
  let wrong = 0
  for (let seed = 1; seed <= runs; seed++) {
    let isEverWrong = false
    simulateRun(population, seed, ({ estimates }) => {
      isEverWrong ||= isWrong(estimates, truth)
      return !isEverWrong
    })
    wrong += Number(isEverWrong)
  }
  return wrong / runs
}

function wrongAtEnd(population: Population, part: number, runs: number): number {
  const truth = shareRight(population.right)
  const members = groupMembers(population.frame)
  const images = Math.round(part * members.length)
  let wrong = 0
  for (let seed = 1; seed <= runs; seed++) {
    const asked = balancedOrder(population.frame, seed).rounds.flat().slice(0, images)
    const limit = asked.reduce((sum, group) => sum + (members[group]?.length ?? 0), 0)
    const look = ({ images: drawn, estimates }: { images: number; estimates: BenchmarkEstimates }) => {
      if (drawn < images) return true
      wrong += Number(isWrong(estimates, truth))
      return false
    }
    simulateRun(population, seed, look, limit)
  }
  return wrong / runs
}

export const oneLargeImage: Simulation = {
  name: 'one-large-image',
  title:
    '500 images, 499 with two questions: how often the interval of an unfinished run was ever wrong, and at the end of a limit.',
  columns: [
    'questions of the large image',
    'of all',
    'ever wrong, before',
    'now',
    ...limits.flatMap(part => [`at the end of ${100 * part} %, before`, 'now']),
  ].map(head => ({ head, isFigure: true as const })),
  *rows(runs) {
    const seeds = Math.ceil(runs / 13)
    for (const { size, before } of designs) {
      const sizes = Array.from({ length: 500 }, (_, image) => (image === 7 ? size : 2))
      const population = sizedPopulation(sizes, { seed: 1, chance: m => (m > 2 ? 0.02 : 0.7) })
      const ever = everWrong(population, seeds)
      const ends = limits.map(part => wrongAtEnd(population, part, seeds))
      const found = [ever, ...ends]
      yield {
        cells: [
          String(size),
          `${inPercent(size / population.right.length)} %`,
          ...found.flatMap((share, at) => [`${before[at]} %`, `${inPercent(share)} %`]),
        ],
        miss:
          ever > most.ever || ends.some(share => share > most.end)
            ? `${size} questions: ${found.map(share => `${inPercent(share)} %`).join(', ')} wrong`
            : null,
      }
    }
  },
}

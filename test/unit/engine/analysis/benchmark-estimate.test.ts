/** Figures of a part against the truth. `npm run lab -- estimates` does the same 10,000 times: docs/estimates.md. */

import { wilson } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { BenchmarkEstimates } from '../../../../src/engine/analysis/benchmark-estimate.ts'
import { frameAxes, groupMembers, makeFrame } from '../../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../../src/engine/protocol/order.ts'
import { untilTheEnd } from '../../../../src/engine/protocol/settings.ts'
import {
  demoPopulation,
  type Population,
  publishedPopulation,
  shareRight,
  simulateRun,
} from '../../support/populations.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const demo = await demoPopulation('q8')

test('the demo stopped at a tenth: the interval contains the final figure in at least 95 % of seeds, and is not trivial', () => {
  const truth = shareRight(demo.right)
  const runs = rounds(400)
  let held = 0
  const widths: number[] = []
  for (let seed = 1; seed <= runs; seed++)
    simulateRun(demo, seed, ({ images, estimates }) => {
      if (images < 26) return true
      const { low, high, of } = estimates.overall()
      expect(of).toBe(1560)
      held += Number(low <= truth && truth <= high)
      widths.push(high - low)
      return false
    })
  expect(held).toBeGreaterThanOrEqual(0.95 * runs)
  // A single look at as many images gives 0.136.
  expect(widths.sort((a, b) => a - b)[runs / 2]).toBeLessThan(1.8 * 0.136)
})

test('looked at after every image, the interval of no more than 5 % of runs is ever wrong; Wilson’s of far more', () => {
  for (const population of [demo, publishedPopulation('Lingshu-32B', 150, 1)]) {
    const { frame, right } = population
    const truth = shareRight(right)
    const runs = rounds(200)
    let [wrong, wilsonWrong] = [0, 0]
    for (let seed = 1; seed <= runs; seed++) {
      let [isWrong, isWilsonWrong, correct, asked] = [false, false, 0, 0]
      const order = balancedOrder(frame, seed).rounds.flat()
      const members = groupMembers(frame)
      simulateRun(population, seed, ({ images, estimates }) => {
        const { low, high } = estimates.overall()
        isWrong ||= low > truth + 1e-9 || high < truth - 1e-9
        for (const index of members[order[images - 1] ?? 0] ?? []) {
          correct += Number(right[index])
          asked++
        }
        const naive = wilson(correct / asked, asked)
        isWilsonWrong ||= asked >= 30 && (naive.low > truth || naive.high < truth)
        return true
      })
      wrong += Number(isWrong)
      wilsonWrong += Number(isWilsonWrong)
    }
    expect(wrong).toBeLessThanOrEqual(0.05 * runs)
    expect(wilsonWrong).toBeGreaterThan(0.05 * runs)
  }
})

test('a number of questions set in advance has the interval of a single look; a rule that may stop it has not', () => {
  const truth = shareRight(demo.right)
  const runs = rounds(300)
  const [widths, looks]: [number[], number[]] = [[], []]
  let held = 0
  for (let seed = 1; seed <= runs; seed++)
    simulateRun(
      demo,
      seed,
      ({ images, estimates }) => {
        const { low, high, isFixed } = estimates.overall()
        expect(isFixed).toBe(images === 52 ? true : undefined)
        if (images === 51) looks.push(high - low)
        if (images < 52) return true
        widths.push(high - low)
        held += Number(low <= truth && truth <= high)
        return false
      },
      312,
    )
  expect(held).toBeGreaterThanOrEqual(0.9 * runs)
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length
  // The fixed sample of as many images: 0.0904.
  expect(mean(widths)).toBeLessThan(1.2 * 0.0904)
  expect(mean(looks)).toBeLessThan(1.65 * 0.0904)
  const ruled = new BenchmarkEstimates(demo.frame, {
    ...{ order: 'balanced', seed: 1, limit: 312 },
    until: { ...untilTheEnd, width: 0.01 },
  })
  const members = groupMembers(demo.frame)
  for (const group of balancedOrder(demo.frame, 1).rounds.flat().slice(0, 52))
    for (const index of members[group] ?? []) ruled.add(index, demo.right[index] ? 'correct' : 'wrong')
  expect(ruled.overall().isFixed).toBeUndefined()
})

test('slices and voxels contain their own final figures', () => {
  const { frame, right } = publishedPopulation('Qwen2.5-VL-7B', 120, 3)
  const shares = new Map<string, number[]>()
  const told = new Map<string, number>()
  const runs = 20
  for (let seed = 1; seed <= runs; seed++)
    simulateRun({ name: '', frame, right }, seed, ({ images, estimates }) => {
      if (images % 20 !== 0) return true
      for (const axis of frameAxes)
        for (const label of new Set(frame.cells.map(cell => cell[axis]))) {
          const key = `${axis} ${label}`
          const own =
            shares.get(key) ??
            right.map(Number).filter((_, i) => frame.cells[frame.cellOf[i] ?? 0]?.[axis] === label)
          shares.set(key, own)
          const share = own.reduce((sum, one) => sum + one, 0) / own.length
          const { low, high, of } = estimates.slice(axis, label)
          expect(of).toBe(own.length)
          if (low > share + 1e-9 || high < share - 1e-9) told.set(`${key} ${seed}`, 1)
        }
      return true
    })
  expect(told.size).toBeLessThan(0.05 * runs * shares.size)
})

test('an interval only shrinks, and at the end it is the figure itself', () => {
  let before = 1
  const ends: number[] = []
  simulateRun(demo, 9, ({ asked, estimates }) => {
    const { low, high } = estimates.overall()
    expect(high - low).toBeLessThanOrEqual(before + 1e-12)
    before = high - low
    if (asked === demo.right.length) ends.push(low, high)
    return true
  })
  expect(ends).toEqual([shareRight(demo.right), shareRight(demo.right)])
})

test('an earlier run makes the interval narrower, and never wrong, however similar it is', async () => {
  const earlier = await demoPopulation('q4')
  const truth = shareRight(demo.right)
  const random = new Random(3)
  const widthWith = (right: readonly boolean[] | null): number => {
    const prior = right && { name: 'earlier', accuracy: shareRight(right), right }
    const widths: number[] = []
    for (let seed = 1; seed <= 8; seed++)
      simulateRun(
        { ...demo, frame: { ...demo.frame, ...(prior && { prior }) } },
        seed,
        ({ images, estimates }) => {
          const { low, high } = estimates.overall()
          expect(low).toBeLessThanOrEqual(truth)
          expect(high).toBeGreaterThanOrEqual(truth)
          if (images === 130) widths.push(high - low)
          return images < 130
        },
      )
    return widths.reduce((sum, width) => sum + width, 0)
  }
  const without = widthWith(null)
  expect(widthWith(earlier.right)).toBeLessThan(0.9 * without)
  // Verdicts that say nothing cost a little.
  expect(widthWith(demo.right.map(() => random.below(2) === 0))).toBeLessThan(1.2 * without)
})

/** Questions of which some cells are hard and some easy, one an image. */
function variedPopulation(): Population {
  const random = new Random(8)
  const samples = Array.from({ length: 480 }, (_, index) => ({
    index,
    fields: { task: `Task ${index % 12}`, modality: 'CT', parts: 'Chest', dataset: `${index % 4}` },
    image: `/${index}.png`,
    file: '/test.json',
  }))
  const right = samples.map(({ index }) => random.below(100) < (index % 3 === 0 ? 10 : 90))
  return { name: 'varied', frame: makeFrame(samples), right }
}

test('published results make the interval narrower if they apply, and never wrong if they do not', () => {
  const population = variedPopulation()
  const { cells } = population.frame
  const truth = shareRight(population.right)
  const shareByTask = (task: string): number => (Number(task.slice(5)) % 3 === 0 ? 0.1 : 0.9)
  const widthWith = (published: readonly (number | null)[] | null): number => {
    const widths: number[] = []
    const frame = { ...population.frame, ...(published && { published }) }
    for (let seed = 1; seed <= rounds(100); seed++)
      simulateRun({ ...population, frame }, seed, ({ images, estimates }) => {
        const { low, high } = estimates.overall()
        expect(low).toBeLessThanOrEqual(truth + 1e-9)
        expect(high).toBeGreaterThanOrEqual(truth - 1e-9)
        if (images === 120) widths.push(high - low)
        return images < 120
      })
    return widths.reduce((sum, width) => sum + width, 0)
  }
  const without = widthWith(null)
  expect(widthWith(cells.map(({ task }) => shareByTask(task)))).toBeLessThan(without)
  expect(widthWith(cells.map(({ task }) => 1 - shareByTask(task)))).toBeLessThan(1.5 * without)
  expect(widthWith(cells.map(() => null))).toBe(without)
})

test('in the data set’s order only the number of remaining questions bounds the result', () => {
  const estimates = new BenchmarkEstimates(demo.frame, { order: 'dataset', seed: 0 })
  for (let index = 0; index < 100; index++) estimates.add(index, demo.right[index] ? 'correct' : 'wrong')
  const right = demo.right.slice(0, 100).filter(Boolean).length
  expect(estimates.overall()).toEqual({
    of: 1560,
    isDrawn: false,
    low: right / 1560,
    high: (1560 - (100 - right)) / 1560,
  })
})

test('the order in which copies of the model report makes no difference', () => {
  const random = new Random(1)
  const [straight, mixed] = [1, 2].map(
    () => new BenchmarkEstimates(demo.frame, { order: 'balanced', seed: 5 }),
  )
  const asked = balancedOrder(demo.frame, 5)
    .rounds.slice(0, 6)
    .flat()
    .flatMap(group => groupMembers(demo.frame)[group] ?? [])
  for (const index of asked) straight?.add(index, demo.right[index] ? 'correct' : 'wrong')
  const shuffled = asked.map(index => ({ index, at: random.next() })).sort((a, b) => a.at - b.at)
  for (const { index } of [...shuffled, ...shuffled])
    mixed?.add(index, demo.right[index] ? 'correct' : 'wrong')
  expect(mixed?.overall()).toEqual(straight?.overall())
})

test('verdicts on later images wait for earlier ones: slow images may be the hard ones', () => {
  const estimates = new BenchmarkEstimates(demo.frame, { order: 'balanced', seed: 5 })
  const [first = [], ...later] = balancedOrder(demo.frame, 5).rounds
  const members = groupMembers(demo.frame)
  for (const group of [...first.slice(1), ...later.slice(0, 10).flat()])
    for (const index of members[group] ?? []) estimates.add(index, 'correct')
  const { low } = estimates.overall()
  const told = [...first.slice(1), ...later.slice(0, 10).flat()].length * 6
  expect(low).toBe(told / 1560)
})

test('a failed question could have been either, until the end, when it counts as no answer', () => {
  const estimates = new BenchmarkEstimates(demo.frame, { order: 'balanced', seed: 5 })
  for (const index of demo.right.keys())
    if (index < 1559) estimates.add(index, index % 10 === 0 ? 'failed' : 'correct')
  const { low, high } = estimates.overall()
  expect(low).toBeLessThanOrEqual((1559 * 0.9) / 1560 + 1e-3)
  expect(high).toBe(1)
  estimates.add(1559, 'wrong')
  const answered = 1560 - 156
  expect(estimates.overall()).toMatchObject({
    low: (answered - 1) / answered,
    high: (answered - 1) / answered,
  })
})

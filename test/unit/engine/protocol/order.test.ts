import { expect, test } from 'vitest'
import { groupMembers, makeFrame, type SamplingFrame } from '../../../../src/engine/protocol/frame.ts'
import { askedQuestions, balancedOrder } from '../../../../src/engine/protocol/order.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { demoPopulation, publishedPopulation } from '../../support/populations.ts'
import { Random } from '../../support/random.ts'

function sample(index: number, image: string | null, task: string): Sample {
  return { index, image, fields: { task, modality: 'CT', parts: 'Brain', dataset: 'd' }, file: 'test.json' }
}

/** Images with one to three questions each, of four tasks, in no order. */
function mixed(images: number): readonly Sample[] {
  const random = new Random(7)
  const samples: Sample[] = []
  for (let image = 0; image < images; image++)
    for (let i = 0; i <= random.below(3); i++)
      samples.push(
        sample(samples.length, random.below(5) === 0 ? null : `${image}.png`, `task ${random.below(4)}`),
      )
  return samples
}

const whole = { order: 'balanced', seed: 1, limit: null } as const

test('every image is asked once, all of its questions together, whatever the seed', () => {
  const samples = mixed(90)
  for (let seed = 1; seed <= 50; seed++) {
    const { groups, samples: asked } = askedQuestions(samples, { ...whole, seed })
    expect(groups.flatMap(group => group.samples).sort((a, b) => a - b)).toEqual(
      samples.map(({ index }) => index),
    )
    expect(asked).toEqual(samples)
    const images = groups.flatMap(group => group.images)
    expect(new Set(images).size).toBe(images.length)
  }
})

test('the order is that of its seed: the same again, another with another', () => {
  const frame = makeFrame(mixed(40))
  expect(balancedOrder(frame, 3)).toEqual(balancedOrder(frame, 3))
  expect(balancedOrder(frame, 4).rounds).not.toEqual(balancedOrder(frame, 3).rounds)
})

test('the order of stored runs never changes', () => {
  const frame = makeFrame(Array.from({ length: 40 }, (_, i) => sample(i, `${i}.png`, `task ${i % 3}`)))
  expect(balancedOrder(frame, 1).rounds.slice(0, 3)).toMatchInlineSnapshot(`
    [
      [
        36,
        8,
        4,
      ],
      [
        21,
        32,
        16,
      ],
      [
        6,
        37,
        13,
      ],
    ]
  `)
})

/** The farthest that any label of an axis is from its share of the questions, at any beginning: in questions. */
function unbalance(
  frame: SamplingFrame,
  axis: 'task' | 'modality' | 'parts',
  groups: readonly number[],
): number {
  const members = groupMembers(frame)
  const cellLabel = (index: number): string => frame.cells[frame.cellOf[index] ?? 0]?.[axis] ?? ''
  const all = new Map<string, number>()
  for (const index of frame.cellOf.keys()) all.set(cellLabel(index), (all.get(cellLabel(index)) ?? 0) + 1)
  const asked = new Map<string, number>()
  let [n, worst] = [0, 0]
  for (const group of groups) {
    for (const index of members[group] ?? []) {
      asked.set(cellLabel(index), (asked.get(cellLabel(index)) ?? 0) + 1)
      n++
    }
    for (const [label, count] of all)
      worst = Math.max(worst, Math.abs((asked.get(label) ?? 0) - (n * count) / frame.cellOf.length))
  }
  return worst
}

test('every beginning has about as much of each modality and region as the whole, and more evenly than by chance', async () => {
  const demo = await demoPopulation('q8')
  const published = publishedPopulation('Lingshu-32B', 1000, 1)
  for (const { frame } of [demo, published]) {
    const count = Math.max(...frame.groups) + 1
    for (const axis of ['modality', 'parts'] as const) {
      const sums = { balanced: 0, chance: 0, dataset: 0 }
      for (let seed = 1; seed <= 10; seed++) {
        const random = new Random(seed)
        const drawn = Array.from({ length: count }, (_, group) => ({ group, at: random.next() }))
        sums.balanced += unbalance(frame, axis, balancedOrder(frame, seed).rounds.flat())
        sums.chance += unbalance(
          frame,
          axis,
          drawn.sort((a, b) => a.at - b.at).map(({ group }) => group),
        )
        sums.dataset += unbalance(
          frame,
          axis,
          Array.from({ length: count }, (_, group) => group),
        )
      }
      expect(sums.balanced).toBeLessThan((frame === demo.frame ? 0.3 : 0.85) * sums.chance)
      if (frame === demo.frame) expect(sums.balanced).toBeLessThan(0.1 * sums.dataset)
    }
  }
})

test('a round has one image of every block that is not used up', () => {
  const { rounds, blockByGroup, sizes } = balancedOrder(makeFrame(mixed(130)), 5)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  for (const [round, groups] of rounds.entries()) {
    const blocks = groups.map(group => blockByGroup[group])
    expect(new Set(blocks).size).toBe(blocks.length)
    expect(blocks.length).toBe(sizes.filter(size => size > round).length)
  }
})

test('each image of a block is as likely in each of its rounds', () => {
  const frame = makeFrame(Array.from({ length: 16 }, (_, i) => sample(i, `${i}.png`, 'task')))
  const times = Array.from({ length: 16 }, () => new Array<number>(16).fill(0))
  const seeds = 4000
  for (let seed = 0; seed < seeds; seed++)
    for (const [round, groups] of balancedOrder(frame, seed).rounds.entries())
      for (const group of groups) (times[group] as number[])[round] = (times[group]?.[round] ?? 0) + 1
  const { sizes } = balancedOrder(frame, 0)
  const chance = 1 / (sizes[0] ?? 1)
  for (const [group, counts] of times.entries())
    for (const count of counts.slice(0, sizes[0]))
      expect(Math.abs(count / seeds - chance), `group ${group}`).toBeLessThan(0.04)
})

test('a limit takes the first questions of the order, and keeps them in the data set’s order', () => {
  const samples = mixed(60)
  const all = askedQuestions(samples, whole).groups.flatMap(group => group.samples)
  for (const limit of [1, 7, 50]) {
    const { groups, samples: asked } = askedQuestions(samples, { ...whole, limit })
    expect(groups.flatMap(group => group.samples)).toEqual(all.slice(0, limit))
    expect(asked.map(({ index }) => index)).toEqual(all.slice(0, limit).sort((a, b) => a - b))
  }
  expect(askedQuestions(samples, { ...whole, limit: 10_000 }).samples).toEqual(samples)
})

test('in the data set’s order a limit takes its first questions, as before there was another', () => {
  const samples = mixed(20)
  const { groups, samples: asked } = askedQuestions(samples, { order: 'dataset', seed: 0, limit: 9 })
  expect(asked).toEqual(samples.slice(0, 9))
  expect(groups[0]?.samples[0]).toBe(0)
})

test('nothing and one question have orders too', () => {
  expect(askedQuestions([], whole).groups).toEqual([])
  expect(askedQuestions([sample(0, null, 't')], whole).groups).toEqual([{ images: [], samples: [0] }])
})

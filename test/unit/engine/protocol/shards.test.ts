import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { askedQuestions } from '../../../../src/engine/protocol/order.ts'
import {
  assignShards,
  canaryGroups,
  type Group,
  groupsOfShard,
} from '../../../../src/engine/protocol/shards.ts'
import { drawnSamples } from '../../support/drawn-samples.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

interface Vector {
  readonly name: string
  readonly of: number
  readonly groups: readonly { readonly images: readonly string[]; readonly questions: number }[]
  readonly shards: readonly number[]
  readonly canaryGroups: number
}

const vectors: readonly Vector[] = JSON.parse(readFileSync('test/golden/shards.json', 'utf8'))

function makeGroups(vector: Vector): readonly Group[] {
  let index = 0
  return vector.groups.map(({ images, questions }) => ({
    images,
    samples: Array.from({ length: questions }, () => index++),
  }))
}

describe('the cut into shards', () => {
  test.each(vectors)('agrees with the test vectors: $name', vector => {
    expect(assignShards(makeGroups(vector), vector.of)).toEqual(vector.shards)
    expect(canaryGroups(makeGroups(vector))).toBe(vector.canaryGroups)
  })

  test('gives every question to one shard, in blocks whose cost is near their share', () => {
    const random = new Random(7)
    for (let round = 0; round < rounds(400); round++) {
      const { groups } = askedQuestions(drawnSamples(random, 1 + random.below(120)), {
        order: 'balanced',
        seed: round,
        limit: null,
      })
      const of = 1 + random.below(30)
      const numbers = assignShards(groups, of)
      const costs = new Array<number>(of).fill(0)
      const shardOfImage = new Map<string, number>()
      let largest = 0
      for (const [at, { images, samples }] of groups.entries()) {
        const number = numbers[at] ?? 0
        const cost = 8 * images.length + samples.length
        costs[number - 1] = (costs[number - 1] ?? 0) + cost
        largest = Math.max(largest, cost)
        for (const image of images) {
          expect(shardOfImage.get(image) ?? number).toBe(number)
          shardOfImage.set(image, number)
        }
      }
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      const share = costs.reduce((sum, cost) => sum + cost, 0) / of
      for (const cost of costs) expect(Math.abs(cost - share)).toBeLessThanOrEqual(largest)
    }
  })

  test('makes a shard ask the canaries first, then its own groups, in the order of the whole run', () => {
    const samples = drawnSamples(new Random(3), 200)
    const settings = { order: 'balanced', seed: 5, limit: 170 } as const
    const whole = askedQuestions(samples, settings)
    const shards = Array.from({ length: 6 }, (_, at) =>
      askedQuestions(samples, { ...settings, shard: { number: at + 1, of: 6 } }),
    )
    const canaries = whole.groups.slice(0, canaryGroups(whole.groups))
    for (const { groups, samples: own } of shards) {
      expect(groups.slice(0, canaries.length)).toEqual(canaries)
      const places = groups.map(group =>
        whole.groups.findIndex(other => other.samples[0] === group.samples[0]),
      )
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(own.map(({ index }) => index)).toEqual(
        groups.flatMap(group => group.samples).sort((a, b) => a - b),
      )
    }
    const all = new Set(shards.flatMap(shard => shard.samples.map(({ index }) => index)))
    expect([...all].sort((a, b) => a - b)).toEqual(whole.samples.map(({ index }) => index))
  })

  test('leaves shards empty if there are more than images, and asks nothing twice of one', () => {
    const groups: readonly Group[] = [{ images: ['a'], samples: [0, 1] }]
    const asked = Array.from({ length: 5 }, (_, at) => groupsOfShard(groups, { number: at + 1, of: 5 }))
    expect(asked.filter(own => own.length > 0)).toEqual([groups])
    expect(groupsOfShard(groups, { number: 1, of: 1 })).toEqual(groups)
    expect(groupsOfShard([], { number: 1, of: 2 })).toEqual([])
  })
})

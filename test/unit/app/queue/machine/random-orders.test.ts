/** Whatever order presses, picks, deletions, failures and answers come in, the queue keeps what it promises. */
import { expect, test } from 'vitest'
import { drawSome, seeds } from '../../../support/rounds.ts'
import { QueueWorld } from './world.ts'

const orders = drawSome(seeds(10_000), 3)

test(`${orders.length} random orders of press, pick, continue, delete and failure`, () => {
  const sums = { refused: 0, mismatched: 0, failed: 0, waited: 0, deletions: 0 }
  for (const seed of orders) {
    try {
      const world = new QueueWorld(seed)
      const datasets = new Map(world.datasets())
      const note = (): void => {
        for (const [run, dataset] of world.datasets()) datasets.set(run, dataset)
      }
      for (let turn = 0; turn < 60; turn++) {
        world.turn(true)
        note()
      }
      for (let turn = 0; turn < 2000 && !world.isQuiet; turn++) {
        world.turn(false)
        note()
      }
      world.check(datasets)
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += world.counts[key]
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    }
  }
  // Each kind was met often enough to say something.
  for (const [kind, times] of Object.entries(sums)) expect(times, kind).toBeGreaterThan(orders.length / 20)
}, 120_000)

/** Whatever order loads, answers, crashes, hangs and presses come in, a run keeps what it promises. */
import { expect, test } from 'vitest'
import { drawSome, seeds } from '../../../support/rounds.ts'
import { World } from './world.ts'

const orders = drawSome(seeds(10_000), 2)
/** Far more than any order needs. */
const maxTurns = 3000

test(`${orders.length} random orders of events`, () => {
  const ends = { whole: 0, stopped: 0, failed: 0, paused: 0, refused: 0 }
  for (const seed of orders) {
    try {
      const world = new World(seed)
      ends.paused += live(world)
      ends[world.finish?.failure ? 'failed' : world.finish?.wasStopped ? 'stopped' : 'whole']++
      ends.refused += [...world.shared.stored.values()].filter(status => status === 'failed').length
      check(world)
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    }
  }
  // Each kind of end was met often enough to say something.
  for (const [kind, times] of Object.entries(ends)) expect(times, kind).toBeGreaterThan(orders.length / 20)
}, 120_000)

/** @returns how often a pause was waited for, and came */
function live(world: World): number {
  let pauses = 0
  world.send({ type: 'planned', answered: 0 })
  while (world.presses < 6 && !world.finish) {
    const before = world.presses
    world.turn(true)
    if (world.presses === before) continue
    if (world.state.isStopping) {
      // A stop is not taken back.
      world.send({ type: 'pause' })
      world.send({ type: 'resume' })
      until(world, 'stopping', () => world.finish !== null)
    }
    if (world.state.phase === 'pausing' && world.random.below(2) === 0) {
      until(world, 'pausing', () => ['paused', 'ended'].includes(world.state.phase))
      pauses++
    }
    if (world.state.phase === 'paused' && world.random.below(8) === 0) expectRest(world)
  }
  until(world, 'ending', () => {
    if (world.state.phase === 'paused') world.send({ type: 'resume' })
    return world.finish !== null
  })
  return pauses
}

function until(world: World, what: string, isReached: () => boolean): void {
  for (let turn = 0; turn < maxTurns; turn++) {
    if (isReached()) return
    world.turn(false)
  }
  throw new Error(
    `${what} never ends: ${JSON.stringify(world.state.copies.map(({ phase, wish }) => [phase.name, wish]))}`,
  )
}

/** What was under way when a run was paused comes to rest, and nothing is asked after that. */
function expectRest(world: World): void {
  for (let turn = 0; turn < 150; turn++) world.turn(false)
  const { size } = world.shared.stored
  for (let turn = 0; turn < 30; turn++) world.turn(false)
  if (world.shared.stored.size > size) throw new Error('a paused run goes on asking')
}

function check({ finish, shared, samples, workers, openWorkers, hadFinalError }: World): void {
  if (openWorkers > 0) throw new Error(`${openWorkers} of ${workers.length} workers outlive the run`)
  if (hadFinalError && !finish?.failure) throw new Error('a final error did not end the run')
  if (!finish?.failure && !finish?.wasStopped && shared.stored.size < samples)
    throw new Error(`${samples - shared.stored.size} of ${samples} samples are lost`)
  for (const [index, times] of shared.broke.entries())
    if (times > 2) throw new Error(`sample ${index} broke ${times} workers`)
}

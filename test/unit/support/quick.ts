/** A guard of the inner loop: a pure test that takes longer than this belongs to test/soak (docs/testing.md). */
import { afterEach, beforeEach } from 'vitest'
import { processorTime } from './processor-time.ts'

/** Milliseconds of processor time. Such tests aim at a fifth of it; a busy machine takes up to three times as long. */
const most = 5000

let began = 0
beforeEach(() => {
  began = processorTime()
})
afterEach(() => {
  const taken = processorTime() - began
  // With more rounds than by default every test may take its time.
  if (taken > most && process.env.VOXELWISE_ROUNDS === undefined)
    throw new Error(
      `This test took ${Math.round(taken)} ms of processor time, of at most ${most}: move it to test/soak.`,
    )
})

import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { PrepareOptions, PrepareWorker } from '../contracts/run.ts'
import { proxy, type Remote } from '../shared/comlink.ts'

/** Seconds in which a test prompt must be written or tokenised, which otherwise takes milliseconds. */
const limit = 20

/** Milliseconds between two checks of the clock, and how many of them count at most. */
const tickEvery = 250
const maxCounted = 1000

/**
 * Has another thread read and try its part of the model, within a time limit. A chat template or a regular expression of the
 * tokenizer may run forever, and only the end of its thread stops it.
 * @param seconds that each file may take
 * @throws VoxelwiseError model-config naming the file at fault. Its worker must then be ended.
 */
export async function configure(
  prepare: Pick<Remote<PrepareWorker>, 'configure'>,
  options: PrepareOptions,
  seconds = limit,
): Promise<void> {
  let trying: string | null = null
  let waited = 0
  let last = performance.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = performance.now()
      // While this thread was busy it could not receive the other's progress.
      waited += Math.min(now - last, maxCounted)
      last = now
      if (trying !== null && waited > 1000 * seconds) reject(endless(trying, seconds))
    }, tickEvery)
  })
  const onStage = proxy((subject: string) => {
    trying = subject
    waited = 0
  })
  try {
    await Promise.race([prepare.configure(options, onStage), overdue])
  } finally {
    clearInterval(timer)
  }
}

function endless(subject: string, seconds: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'model-config',
    subject,
    message: `The tokenizer or chat template hung on a test prompt (${seconds} s).`,
    remedy: 'Compare the file with the published one.',
  })
}

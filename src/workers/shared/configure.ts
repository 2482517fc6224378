import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { PrepareOptions, PrepareWorker } from '../prepare.worker.ts'
import { proxy, type Remote } from './comlink.ts'

/** Seconds that a harmless prompt may take to be written or tokenised, which is otherwise a matter of milliseconds. */
const limit = 20

/** Milliseconds from one look at the clock to the next, and how many of them count at most. */
const tickEvery = 250
const maxCounted = 1000

/**
 * Has another thread read and try its part of the model, for so long: a chat template or a regular expression of the
 * tokenizer may run for ever, and nothing but the end of its thread stops it.
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
      // While this thread itself was busy it could not hear that the other went on.
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
    message: `A harmless prompt was not written and tokenised within ${seconds} seconds.`,
    remedy: 'Compare the file with the one the model was published with.',
  })
}

import { expect, test } from 'vitest'
import { type AttemptTask, WorkerAttempt } from '../../../../src/app/run/worker-attempt.ts'
import type { WorkerPool } from '../../../../src/app/run/worker-pool.ts'
import type { WorkerHandle } from '../../../../src/app/threads/bridge.ts'
import type { RunPorts, RunWorker, WorkerEvent } from '../../../../src/workers/contracts/run.ts'
import { Claims } from '../../../../src/workers/shared/claims.ts'

const never = new Promise<never>(() => {})

/** What an attempt tells of a worker that does that with its ports. */
async function attempt(start: (ports: RunPorts) => Promise<boolean>): Promise<readonly string[]> {
  const heard: string[] = []
  const bridged = (remote: object) => ({ remote, crashed: never, close: () => {} })
  const folders = { connect: async () => {} }
  const pool = {
    folders,
    pair: async () => ({
      worker: bridged({
        start: (_: unknown, ports: RunPorts) => start(ports),
      }) as unknown as WorkerHandle<RunWorker>,
      prepare: bridged(folders),
    }),
  } as unknown as WorkerPool
  const task = {
    claims: new Claims(null),
    isPaused: false,
    onReported: event => heard.push(event.type),
    onFinished: isWhole => heard.push(`finished ${isWhole}`),
    onBroken: error => heard.push(`broken: ${error}`),
  } as Partial<AttemptTask> as AttemptTask
  await new WorkerAttempt(task, pool).go()
  return heard
}

const tell = ({ events }: RunPorts, ...told: readonly WorkerEvent[]): void => {
  for (const one of told) events.postMessage(one)
}

test('all events of a worker arrive before its result, even if it returns sooner', async () => {
  const heard = await attempt(async ports => {
    setTimeout(() => tell(ports, { type: 'outcomes', outcomes: [] }, { type: 'over' }), 20)
    return true
  })
  expect(heard).toEqual(['outcomes', 'finished true'])
})

test('a worker that throws is not waited for', async () => {
  expect(await attempt(() => Promise.reject(new Error('The model is gone.')))).toEqual([
    'broken: Error: The model is gone.',
  ])
})

import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { isNative } from '../../engine/protocol/device.ts'
import { isAskedHere } from '../../engine/protocol/identity.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Needed } from '../../workers/contracts/folders.ts'
import { judgedPass, makeJudging } from '../run/judge-choice.ts'
import { describeEnvironment } from '../run/new-run.ts'
import { WorkerPool } from '../run/worker-pool.ts'
import type { QueueDeps } from './queue-deps.ts'
import { madeElsewhere, nativeMissing, nothingOpen, nothingUnread, webGpuMissing } from './refusals.ts'
import type { JudgeRequest, QueueRequest } from './requests.ts'

/** Opens what a request needs, and holds it before any check. */
export async function hold(deps: QueueDeps, request: QueueRequest): Promise<WorkerPool> {
  // First, while the click still counts that browsers want before they ask for permission.
  switch (request.kind) {
    case 'start': {
      const { settings, needed, device, model } = request
      const { threads } = describeEnvironment(device, model, settings)
      await deps.makeRoom()
      return gather(deps, { needed, model }, { settings, environment: { threads } })
    }
    case 'continue':
    case 'passes':
    case 'again':
      return holdRun(deps, request.run)
    case 'judge':
      return holdNewJudge(deps, request)
  }
}

/** Opens the folders of a stored run, unless they are open, and holds them. */
async function holdRun(deps: QueueDeps, run: Run): Promise<WorkerPool> {
  const { folders, app } = deps
  if (run.environment.runtime || !isAskedHere(run.model)) throw madeElsewhere(run)
  const { webgpu, native } = app.state.device
  if (run.settings.device === 'webgpu' && webgpu.status === 'unavailable') throw webGpuMissing(webgpu.reason)
  if (isNative(run.settings.device) && !native) throw nativeMissing(run)
  if (run.judging) return holdJudge(deps, run)
  const opened = await folders.bringBackFor(run)
  await deps.makeRoom()
  return gather(deps, opened, run)
}

async function gather(
  { ahead, threads }: QueueDeps,
  opened: { readonly needed: Needed; readonly model: ModelOverview },
  run: Pick<Run, 'settings'> & { readonly environment: Pick<Run['environment'], 'threads'> },
): Promise<WorkerPool> {
  const { device } = run.settings
  return (await ahead.claim(run, opened.needed)) ?? WorkerPool.gather(threads, opened, device)
}

async function holdJudge({ folders, store, threads }: QueueDeps, run: Run): Promise<WorkerPool> {
  const { parent, judging, settings } = run
  if (parent === undefined || !judging) throw new Error('This run judges no other.')
  const opened = await folders.bringBack(run, 'judge')
  const judged = await (await store).run(parent)
  const dataset = judging.showsImages ? await folders.bringBack(judged, 'dataset') : null
  return WorkerPool.gatherJudged(threads, { judge: opened, dataset, parent, judging }, settings.device)
}

async function holdNewJudge(deps: QueueDeps, request: JudgeRequest): Promise<WorkerPool> {
  const { threads, folders } = deps
  const { run, choice, needed } = request
  const pass = judgedPass(choice)
  const open = await threads.data.remote.openAnswers(run.id, pass)
  if (open.length === 0) throw pass ? nothingUnread(run.name) : nothingOpen(run.name)
  const judging = makeJudging(choice, open)
  const dataset = judging.showsImages ? await folders.bringBack(run, 'dataset') : null
  await deps.makeRoom()
  return WorkerPool.gatherJudged(threads, { judge: needed, dataset, parent: run.id, judging }, choice.device)
}

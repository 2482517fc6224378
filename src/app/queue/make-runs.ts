import type { Store } from '../../data/store/store.ts'
import { withDrawn } from '../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../engine/probes/kind-of.ts'
import { completedProbe } from '../../engine/probes/new-probes.ts'
import { madePasses, openPasses, type PassPart } from '../../engine/probes/open-pass.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Environment, Run } from '../../engine/protocol/run.ts'
import { judgesBy } from '../run/judge-choice.ts'
import { describeEnvironment, newAgain, newJudging, newPass, newRun, withTotal } from '../run/new-run.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { isComparableRun, listPasses } from '../state/passes.ts'
import type { DeviceState } from '../state/state.ts'
import type { QueuedRun } from './machine/queue-state.ts'
import type { QueueDeps } from './queue-deps.ts'
import type { AgainRequest, JudgeRequest, QueueRequest, StartRequest } from './requests.ts'

/** Stores the runs of a request, or none of them. @param isQueued whether a run is at work or waits already */
export async function makeRuns(
  deps: QueueDeps,
  request: QueueRequest,
  pool: WorkerPool | null,
  isQueued: (id: string) => boolean,
): Promise<readonly QueuedRun[]> {
  if (!pool) throw new Error('Nothing is held.')
  switch (request.kind) {
    case 'start': {
      const run = await startRun(deps, request, pool)
      const passes = (): Promise<readonly Run[]> =>
        makePasses(deps, { run, ...request, part: null }, pool, isQueued)
      return inLine([run, ...(await allOrNone(await deps.store, [run], passes))])
    }
    case 'continue':
      return inLine(await continueRun(deps, request.run, pool))
    case 'passes':
      return inLine(await makePasses(deps, request, pool, isQueued))
    case 'again':
      return inLine([await askAgain(deps, request, pool)])
    case 'judge':
      return inLine([await judgeAnswers(deps, request, pool)])
  }
}

const inLine = (runs: readonly Run[]): readonly QueuedRun[] => runs.map(queued)

/** A judge's pass shares nothing with the run that it judges. */
const queued = ({ id, name, parent, judging }: Run): QueuedRun => ({
  run: id,
  name,
  parent: parent ?? null,
  origin: judging ? id : (parent ?? id),
})

async function startRun(deps: QueueDeps, request: StartRequest, pool: WorkerPool): Promise<Run> {
  const { app, folders } = deps
  const { dataset, model, isLengthChosen, device, earlier, sources, plan } = request
  const against = request.settings.until?.against ?? null
  // It may have been chosen with another data set, or been deleted.
  const isThere = (app.state.runs ?? []).some(
    summary => summary.run.id === against && isComparableRun(summary, dataset.fingerprint),
  )
  const until = request.settings.until && { ...request.settings.until, against: isThere ? against : null }
  const settings = { ...request.settings, ...(until && { until }) }
  const fingerprint = await pool.folders.modelFingerprint(model.family, settings.dtype, null)
  const environment = describeEnvironment(device, model, settings)
  const untested = {
    ...newRun({ dataset, model, fingerprint, settings, environment, isLengthChosen }),
    ...(plan && { plan }),
  }
  const whole = { ...untested, environment: await tested(deps, untested, environment, pool) }
  const isPart = settings.shard !== undefined || settings.only !== undefined
  const run = isPart
    ? withTotal(
        whole,
        await pool.folders.total(settings),
        await pool.folders.total({ ...settings, limit: null }),
      )
    : whole
  return stored(await deps.store, run, async () => {
    await pool.folders.keepLoad(run, until?.against ?? null)
    if (earlier) await pool.folders.takeRecords(run, earlier)
    await folders.keepFor(run, sources)
  })
}

/** With the result of the device test, which waits for one in progress. @throws VoxelwiseError device-wrong */
async function tested(
  { deviceTests }: QueueDeps,
  run: Run,
  environment: Environment,
  pool: WorkerPool,
): Promise<Environment> {
  const deviceTest = await deviceTests.expect(run, pool)
  return deviceTest ? { ...environment, deviceTest } : environment
}

/** A stored run, and its unfinished passes. A judge also rates answers added since it began. */
async function continueRun({ store, app }: QueueDeps, run: Run, pool: WorkerPool): Promise<readonly Run[]> {
  if (run.judging) {
    const total = await pool.folders.sampleCount()
    return [await (await store).changeRun(run.id, known => ({ ...known, total }))]
  }
  const passes = listPasses(app.state.runs ?? [], run.parent ?? run.id).map(pass => pass.run)
  return [run, ...passes.filter(pass => pass.id !== run.id && pass.state === 'paused')]
}

interface WantedPasses {
  readonly run: Run
  readonly probes: readonly Probe[]
  readonly device: DeviceState
  readonly part: PassPart | null
}

/** The passes of a run that are still to be made; new ones are stored. */
async function makePasses(
  deps: QueueDeps,
  { run, probes, device, part }: WantedPasses,
  pool: WorkerPool,
  isQueued: (id: string) => boolean,
): Promise<readonly Run[]> {
  const store = await deps.store
  const stored = (await store.runs()).map(summary => summary.run)
  const made = madePasses(stored, run.id)
  if (!pool.overview) throw new Error('No model is held.')
  const environment = await tested(deps, run, describeEnvironment(device, pool.overview, run.settings), pool)
  const drawn = await store.folders.regions(run.dataset.fingerprint)
  const wanted = probes.map(probe => withDrawn(probe, drawn))
  const done: (readonly number[])[] = []
  for (const probe of wanted) {
    const earlier = made.get(probeKey(probe))
    done.push(earlier ? await store.done(earlier.id) : [])
  }
  const settings = { ...run.settings, ...part }
  const totals = await pool.folders.countAsked(wanted, settings, done)
  const passes: Run[] = []
  for (const { probe, total, earlier, open } of openPasses(wanted, totals, settings, made)) {
    if (earlier && isQueued(earlier.id)) continue
    if (open === 'new') {
      const whole = await completedProbe(probe, seed => pool.folders.pixelMoments(seed, run.settings.window))
      const pass = newPass(run, whole, total, environment, part)
      await store.putRun(pass)
      passes.push(pass)
    } else passes.push(open === earlier ? earlier : await store.changeRun(open.id, () => open))
  }
  return passes
}

/** The answers that were not cut are copied: the new run asks the others. */
async function askAgain(
  deps: QueueDeps,
  { run: earlier, device }: AgainRequest,
  pool: WorkerPool,
): Promise<Run> {
  const { store, folders } = deps
  if (!pool.overview) throw new Error('No model is held.')
  const untested = describeEnvironment(device, pool.overview, earlier.settings)
  const environment = await tested(deps, earlier, untested, pool)
  const run = newAgain(earlier, await pool.folders.countCut(earlier.id), environment)
  return stored(await store, run, async () => {
    await pool.folders.takeUncut(run, earlier.id)
    await folders.keepFoldersFrom(earlier, run)
  })
}

async function judgeAnswers(deps: QueueDeps, request: JudgeRequest, pool: WorkerPool): Promise<Run> {
  const { run: parent, choice, judge, device, source } = request
  if (!pool.judging) throw new Error('No judge is held.')
  const run = newJudging(parent, {
    by: judgesBy(choice),
    judging: pool.judging,
    total: await pool.folders.sampleCount(),
    judge,
    fingerprint: await pool.folders.modelFingerprint(judge.family, choice.dtype, null),
    settings: choice,
    device,
  })
  return stored(await deps.store, run, () => deps.folders.keepFor(run, { model: source }))
}

/** Stores a new run and what belongs to it, or nothing. */
async function stored(store: Store, run: Run, complete: () => Promise<void>): Promise<Run> {
  await allOrNone(store, [run], async () => {
    await store.putRun(run)
    await complete()
  })
  return run
}

/** Deletes these runs again if the work fails. On a full disk even that may fail: the first error is the cause. */
async function allOrNone<T>(store: Store, made: readonly Run[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const { id } of made) await store.deleteRun(id).catch(() => {})
    throw error
  }
}

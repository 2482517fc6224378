import { answered, broke, noBreakages, withAttempts } from '../../app/run/breakages.ts'
import { RunProgress } from '../../app/run/live-progress.ts'
import { type Reason, reached, reachedWords } from '../../app/run/until.ts'
import { RunCounter } from '../../data/store/run-counter.ts'
import { type ErrorInfo, errorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { planned } from '../../engine/probes/planned.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { imagesRecur, openGroups } from '../../engine/protocol/plan.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { untilTheEnd } from '../../engine/protocol/settings.ts'
import { askAll, failedRecord } from '../../engine/runtime/ask.ts'
import { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { Vlm } from '../../engine/runtime/vlm.ts'
import { Interrupt, interruptedCode } from '../base/interrupt.ts'
import type { RunJournal } from '../base/journal.ts'
import type { NativeFolders } from './folders.ts'
import { loadModel, preparation } from './model.ts'

/** Enough to have an image read while the model computes. */
const lookAhead = 2

/** Where a run's records go as they come to be. */
export type SessionJournal = Pick<RunJournal, 'append' | 'done' | 'load' | 'records'>

/** Of a run and its passes: the model is loaded once. */
export interface NativeSession {
  readonly folders: NativeFolders
  readonly journal: SessionJournal
  /** Null until it is loaded, and after it broke. */
  vlm: Vlm | null
  isStopped: boolean
}

/**
 * Has the first interrupt stop what is asked, once the answer in hand is written down.
 * @param code exit code of a command that ends at the second
 * @returns to be let go of at the end
 */
export function stopAtInterrupt(session: NativeSession, code = interruptedCode): Interrupt {
  const interrupt = new Interrupt(code)
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    session.isStopped = true
  }
  return interrupt
}

/**
 * Asks what is open of one run, and writes down how it ended. What breaks the model has it loaded anew; a sample that breaks
 * it twice is recorded as failed.
 * @param watch sees the run as it goes on
 * @returns the run as it ended, with what was counted
 */
export async function askRun(
  session: NativeSession,
  begun: Run,
  watch: (progress: RunProgress) => void,
): Promise<RunProgress> {
  const { journal, folders } = session
  const show: RunProgress = new RunProgress(begun, folders.source.open, () => watch(show))
  const write = (change: Partial<Run>): void => {
    const { error: _, ...run } = show.live.run
    journal.append([{ run: { ...run, ...change } }])
    show.change({ run: { ...run, ...change } })
  }
  write({ state: 'running' })
  show.countBy(new RunCounter(journal, begun))
  show.change({ planned: planned(folders.loaded.samples, begun).voxels })
  await show.recount()
  const clock = { loaded: 0, began: performance.now() }
  const asking = (): number => begun.timings.asking + performance.now() - clock.began - clock.loaded
  const known = (): ReadonlySet<Reason> =>
    reached(begun.settings.until ?? untilTheEnd, {
      overall: show.live.whole ?? { low: 0, high: 1 },
      slices: show.widestSlice,
      against: null,
      asking: asking(),
    })
  const past = known()
  const endWhereKnown = (): void => {
    if (session.isStopped || begun.probe) return
    const reason = [...known()].find(one => !past.has(one))
    if (reason === undefined) return
    show.change({ reached: reachedWords(reason, begun.settings.until ?? untilTheEnd) })
    session.isStopped = true
  }
  let failure: ErrorInfo | null = null
  try {
    await ask(session, show, clock, endWhereKnown)
  } catch (error) {
    failure = errorInfo(error, brokeOff(begun))
  }
  const { answered, failed, total } = show.live
  const state = failure ? 'failed' : answered + failed >= total ? 'done' : 'paused'
  const timings = { load: begun.timings.load + clock.loaded, asking: asking() }
  write({ state, timings, ...(failure && { error: failure }) })
  show.change({ phase: state === 'paused' ? 'paused' : state, error: failure })
  return show
}

/** As the page's own thread for it does, without other copies beside it. */
async function ask(
  session: NativeSession,
  show: RunProgress,
  clock: { loaded: number },
  onOutcomes: () => void,
): Promise<void> {
  const { folders, journal } = session
  const { run } = show.live
  const { samples: all } = folders.loaded
  const own = askedOf(all, run.settings)
  const protocol = protocolOf(run.settings.protocol)
  const perturbation = new Perturbation(run.probe, own.samples, protocol)
  const asked = own.groups.map(group => ({
    ...group,
    samples: group.samples.filter(index => all[index] !== undefined && perturbation.asks(all[index])),
  }))
  let inHand: number | null = null
  let breakages = noBreakages
  const follow = (event: RunEvent): void => {
    // Nobody sees the questions as they are asked.
    if (event.type === 'asking') inHand = event.sample.index
    if (event.type === 'load') show.follow(event)
    if (event.type !== 'outcomes') return
    breakages = answered(breakages)
    show.follow(event)
    onOutcomes()
  }
  for (;;) {
    const groups = openGroups(asked, new Set(journal.done(run.id)))
    if (groups.length === 0 || session.isStopped) return
    try {
      const vlm = await loaded(session, show, own.samples, clock)
      await askAll(vlm, {
        run,
        samples: all,
        groups,
        perturbation,
        lookAhead: breakages.errors.size > 0 ? 0 : lookAhead,
        prepare: preparation(folders, vlm, perturbation),
        features: { cache: imagesRecur(groups) ? new FeatureCache() : null, keep: () => {} },
        store: async records => journal.append(records.map(record => ({ record }))),
        emit: follow,
        mayGoOn: async () => !session.isStopped,
      })
      return
    } catch (thrown) {
      const error = errorInfo(thrown, brokeOff(run))
      const before = inHand === null ? undefined : breakages.errors.get(inHand)
      const decided = broke(breakages, inHand, error, show.live.answered > 0)
      breakages = decided.breakages
      if (decided.verdict === 'end the run' || inHand === null) throw new VoxelwiseError(error)
      show.log({ copy: 0, kind: 'broke', text: error.message })
      await unload(session)
      const sample = all[inHand]
      if (decided.verdict !== 'give the sample up' || !sample) continue
      const record = failedRecord(run, sample, withAttempts(before ?? error, error, 0), perturbation)
      journal.append([{ record }])
      await show.recount()
    }
  }
}

async function loaded(
  session: NativeSession,
  show: RunProgress,
  samples: NativeFolders['loaded']['samples'],
  clock: { loaded: number },
): Promise<Vlm> {
  const { run } = show.live
  if (session.vlm === null) {
    const start = performance.now()
    show.change({ phase: 'loading' })
    const protocol = protocolOf(run.settings.protocol)
    session.vlm = await loadModel(session.folders, run, samples, protocol, (file, loaded, total) =>
      show.follow({ type: 'load', file, loaded, total }),
    )
    clock.loaded += performance.now() - start
  }
  show.change({ phase: 'running', activity: '' })
  return session.vlm
}

/** After a failed run ONNX Runtime cannot be trusted. */
export async function unload(session: NativeSession): Promise<void> {
  const { vlm } = session
  session.vlm = null
  await vlm?.dispose()
}

const brokeOff = ({ model }: Run): ErrorInfo => ({
  code: 'inference-failed',
  subject: model.name,
  message: 'The run broke off.',
  remedy: 'The same command goes on with it; if it breaks again, try another precision or device.',
})

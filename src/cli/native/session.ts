/** A run and its passes in this process. The page's supervisor (`app/run/session.ts`) drives it. */
import { RunSession } from '../../app/run/session.ts'
import { WatchClock } from '../../app/run/watch-clock.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { RunCounter } from '../../data/store/run-counter.ts'
import { planned } from '../../engine/probes/planned.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
import type { Vlm } from '../../engine/runtime/vlm.ts'
import { NativeAttempt, type SessionJournal, type SharedModel } from './attempt.ts'
import type { NativeFolders } from './folders.ts'

/** A machine that sleeps stops its own monotonic clock, and no browser slows timers down. */
const always = { shown: Number.POSITIVE_INFINITY, hidden: Number.POSITIVE_INFINITY }

/** Bytes of image features that the passes of a run share. */
const sharedFeatures = 2 ** 29

export class NativeSession implements SharedModel {
  readonly folders: NativeFolders
  readonly journal: SessionJournal
  readonly features = new FeatureCache(sharedFeatures)
  vlm: Vlm | null = null
  free: Promise<void> = Promise.resolve()
  #running: RunSession | null = null
  #isStopped = false

  constructor(folders: NativeFolders, journal: SessionJournal) {
    this.folders = folders
    this.journal = journal
  }

  /** Asks the open questions of a run until nothing is open, it is stopped, or it fails. @returns how it ended */
  async ask(run: Run, onChange: (live: LiveRun) => void): Promise<LiveRun> {
    const { journal, folders } = this
    journal.append([{ run }])
    const session = new RunSession(run, {
      host: {
        store: {
          hold: async () => {},
          changeRun: async (id, change) => {
            const changed = change(await journal.run(id))
            journal.append([{ run: changed }])
            return changed
          },
        },
        counter: new RunCounter(journal, run),
        attempt: task => new NativeAttempt(this, task),
        planned: async run => planned(folders.loaded.samples, run),
        openImage: () => Promise.reject(new Error('No image is shown.')),
        maxCopies: 1,
        // A process that dies leaves its answers in the journal; the images of its last question are tried again.
        crashMarks: { refused: () => [], mark: () => {}, clear: () => {}, forget: () => {} },
        clock: new WatchClock(performance.now(), always),
        isHidden: () => false,
        otherDevice: null,
      },
      ...{ onChange, pressed: sharedNow(), listed: 0 },
    })
    this.#running = session
    if (this.#isStopped) session.stop()
    await session.go()
    this.#running = null
    return session.live
  }

  /** Before the next step of the model. */
  stop(): void {
    this.#isStopped = true
    this.#running?.stop()
  }

  async unload(): Promise<void> {
    const { vlm } = this
    this.vlm = null
    await vlm?.dispose()
  }

  /** After the step in hand. */
  async close(): Promise<void> {
    await this.free
    await this.unload()
  }
}

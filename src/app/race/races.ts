import type { ChosenSource } from '../../data/sources/descriptor.ts'
import type { Store } from '../../data/store/store.ts'
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { balancedOrder } from '../../engine/protocol/order.ts'
import type { DataWorker } from '../../workers/data.worker.ts'
import type { ResultsWorker } from '../../workers/results.worker.ts'
import type { Bridged } from '../bridge.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import { environmentOf, newRun } from '../run/new-run.ts'
import type { RunSitting } from '../run/next-run.ts'
import type { RunQueue } from '../run/queue.ts'
import type { Entrant } from '../state.ts'
import type { AppStore } from '../store.ts'

interface Dependencies {
  readonly app: AppStore
  readonly data: Bridged<DataWorker>
  readonly results: Bridged<ResultsWorker>
  readonly store: Promise<Store>
  readonly folders: FolderRegistry
  readonly runs: RunQueue
}

/**
 * Races of several models. Each model's answers are a run like any other, so nothing is lost where one breaks off; what is
 * next is worked out of the runs each time (`engine/analysis/race`).
 */
export class Races {
  readonly #deps: Dependencies
  readonly #folderOf = new Map<string, ChosenSource>()

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies
  }

  /** Adds the chosen model in the chosen precision; one that is there already stays once. */
  async add(): Promise<void> {
    const { app, data, folders } = this.#deps
    const { device, dtype, chatTemplate } = app.state.settings
    const overview = folders.model()
    const folder = folders.descriptor('model')
    const problem = refusal(overview, app.state.settings, folders.dataset().imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    const fingerprint = await data.remote.fingerprintModel(overview.family, dtype)
    const { entrants } = app.state
    if (
      !folder ||
      entrants.some(known => known.fingerprint === fingerprint && known.settings.device === device)
    )
      return
    const entrant: Entrant = {
      id: crypto.randomUUID(),
      overview,
      fingerprint,
      settings: { device, dtype, chatTemplate },
    }
    this.#folderOf.set(entrant.id, folder)
    app.change({ entrants: [...entrants, entrant] })
  }

  remove(id: string): void {
    const { app } = this.#deps
    this.#folderOf.delete(id)
    app.change({ entrants: app.state.entrants.filter(entrant => entrant.id !== id) })
  }

  start(): Promise<void> {
    const id = crypto.randomUUID()
    return this.#follow(id, () => this.#create(id))
  }

  /** Goes on with a race that was stopped or broke off. */
  continue(id: string): Promise<void> {
    return this.#follow(id, async () => {
      const { runs } = await this.#deps.results.remote.race(id)
      await this.#deps.folders.expectPicked(runs)
      // While the click still counts that browsers want for permissions.
      for (const run of runs) await this.#deps.runs.bringBack(run)
    })
  }

  async #follow(id: string, begin: () => Promise<void>): Promise<void> {
    const { app, runs } = this.#deps
    await runs.follow(
      async () => {
        await begin()
        app.change({ race: id })
        return this.#next(id)
      },
      async () => this.#next(id),
      () => app.change({ race: null }),
    )
  }

  /** A run of each model, in the same order, none of them begun. */
  async #create(id: string): Promise<void> {
    const { app, data, folders, store } = this.#deps
    const { entrants, risk, device, settings, isLengthChosen } = app.state
    const dataset = folders.dataset()
    const { until: _, shard: __, ...asked } = settings
    for (const [place, { id: entrant, overview, fingerprint, settings: own }] of entrants.entries()) {
      const chosen = { ...asked, ...own, order: 'balanced', limit: null } as const
      const environment = environmentOf(device, overview, chosen)
      const run = newRun({
        dataset,
        model: overview,
        fingerprint,
        settings: chosen,
        environment,
        isLengthChosen,
      })
      await (await store).putRun({
        ...run,
        state: 'paused',
        race: { id, models: entrants.length, place, risk },
      })
      await data.remote.keepLoad(run.id, null)
      await folders.keepFor(run, this.#folderOf.get(entrant))
    }
  }

  async #next(id: string): Promise<RunSitting | null> {
    const { results, store } = this.#deps
    const report: RaceReport = await results.remote.race(id)
    const { step } = report
    const run = step.kind === 'ask' ? report.runs[step.model] : undefined
    if (step.kind === 'over' || !run) return null
    const frame = (await (await store).load(run.id))?.frame
    if (!frame) return null
    const rounds = balancedOrder(frame, run.settings.seed).rounds.slice(0, step.rounds)
    return { run, upTo: rounds.reduce((sum, groups) => sum + groups.length, 0) }
  }
}

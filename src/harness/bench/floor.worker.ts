import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { medrcube } from '../../engine/protocol/medrcube.ts'
import { type PlannedGroup, plan } from '../../engine/protocol/plan.ts'
import { computedHere, type Run, type RunSettings } from '../../engine/protocol/run.ts'
import { imagesKey, type Sample } from '../../engine/protocol/sample.ts'
import { askAll } from '../../engine/runtime/ask.ts'
import { loadOrt, type Ort } from '../../engine/runtime/ort.ts'
import { questionOf } from '../../engine/runtime/prepare.ts'
import type { PreparedGroup } from '../../engine/runtime/prepared.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import type { PrepareWorker } from '../../workers/prepare.worker.ts'
import { expose, type Remote, wrap } from '../../workers/shared/comlink.ts'
import type { RunFolders } from '../../workers/shared/run-folders.ts'
import { type Batching, timeBatch } from './batch.ts'
import { watchRuns } from './watch-runs.ts'

export interface Floor {
  /** Milliseconds within `session.run`. */
  readonly ms: number
  /** Milliseconds of the engine's own loop around it, with nothing to prepare, to store or to show. */
  readonly engineMs: number
  /** How many times a session was run. */
  readonly runs: number
}

/** Few enough to be over before the machine's speed changes, and enough for several turns. */
const imagesAPair = 4

/** The sessions' own time on inputs that lie ready, in a thread that does nothing else. */
class FloorWorker {
  #ort: Ort | null = null
  #vlm: Vlm | null = null
  #samples: readonly Sample[] = []
  readonly #prepared = new Map<string, PreparedGroup>()

  async load(
    settings: RunSettings,
    threads: number,
    ports: { readonly data: MessagePort; readonly prepare: MessagePort },
  ): Promise<void> {
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const here = computedHere(settings)
    if (!here) throw new Error('A server has no sessions to time.')
    const { device, dtype } = here
    this.#ort = await loadOrt(device, threads)
    this.#samples = await data.samples()
    await prepare.configure({ featureScope: null })
    for (const group of plan(this.#samples, new Set())) {
      const questions = group.samples.flatMap(index => {
        const sample = this.#samples[index]
        return sample ? questionOf(index, sample.fields, group.images.length, medrcube) : []
      })
      const opening = group.samples.length > 1 ? medrcube.promptOpening : null
      this.#prepared.set(imagesKey(group.images), await prepare.prepare(group.images, questions, opening))
    }
    const folder = { ...(await data.modelFiles()), open: (path: string) => data.openModelFile(path) }
    this.#vlm = await Vlm.load(folder, { device, dtype, threads, onProgress: () => {} })
  }

  async measure(settings: RunSettings): Promise<Floor> {
    const spent = { ms: 0, runs: 0 }
    const restore = watchRuns(this.#loaded().ort, async (_session, _feeds, run) => {
      const start = performance.now()
      const outputs = await run()
      spent.ms += performance.now() - start
      spent.runs++
      return outputs
    })
    const start = performance.now()
    await this.#ask(settings)
    restore()
    return { ...spent, engineMs: performance.now() - start }
  }

  /**
   * The time of the engine's loop with turns to the event loop by that without, on the same questions, a few images at a
   * time: one way, then the other, which is first changes from pair to pair.
   * @returns the ratio of each pair
   */
  async givingWay(settings: RunSettings, pairs: number): Promise<readonly number[]> {
    const groups = plan(this.#samples, new Set())
    const ratios: number[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const at = (pair * imagesAPair) % Math.max(1, groups.length - imagesAPair + 1)
      const some = groups.slice(at, at + imagesAPair)
      const time = async (turnEvery?: number): Promise<number> => {
        const start = performance.now()
        await this.#askGroups(settings, this.#samples, some, turnEvery)
        return performance.now() - start
      }
      const first = pair % 2 === 0 ? await time() : await time(Number.POSITIVE_INFINITY)
      const second = pair % 2 === 0 ? await time(Number.POSITIVE_INFINITY) : await time()
      ratios.push(pair % 2 === 0 ? first / second : second / first)
    }
    return ratios
  }

  /**
   * What the prefill of a question takes alone and as one of a batch.
   * @returns null where the model cannot: nothing shared, or operators that take no batch
   */
  async batch(settings: RunSettings, size: number): Promise<Batching | null> {
    let found: { session: InferenceSession; feeds: Readonly<Record<string, Tensor>> } | null = null
    const restore = watchRuns(this.#loaded().ort, (session, feeds, run) => {
      const past = Object.entries(feeds).find(([name]) => name.startsWith('past'))?.[1]
      if ((past?.dims.at(-2) ?? 0) > 0) found ??= { session, feeds }
      return run()
    })
    await this.#ask({ ...settings, scoring: 'choices', limit: 2 })
    restore()
    // Some operators take no batch on top of a past.
    return found && timeBatch(found, size).catch(() => null)
  }

  async #ask(settings: RunSettings): Promise<void> {
    const samples = this.#samples.slice(0, settings.limit ?? undefined)
    await this.#askGroups(settings, samples, plan(samples, new Set()))
  }

  async #askGroups(
    settings: RunSettings,
    samples: readonly Sample[],
    groups: readonly PlannedGroup[],
    turnEvery?: number,
  ): Promise<void> {
    await askAll(this.#loaded().vlm, {
      run: { id: 'floor', settings } as Run,
      samples,
      groups,
      ...(turnEvery !== undefined && { turnEvery }),
      perturbation: new Perturbation(undefined, samples, medrcube),
      lookAhead: 0,
      prepare: async images => {
        const group = this.#prepared.get(imagesKey(images))
        if (!group) throw new Error(`${images.join(', ')} was not prepared.`)
        return { ...group, prompts: group.prompts.filter(({ index }) => index < samples.length) }
      },
      features: { cache: null, keep: () => {} },
      store: async () => {},
      emit: () => {},
      mayGoOn: async () => true,
    })
  }

  #loaded(): { readonly ort: Ort; readonly vlm: Vlm } {
    const [ort, vlm] = [this.#ort, this.#vlm]
    if (!ort || !vlm) throw new Error('The model is not loaded.')
    return { ort, vlm }
  }
}

export type { FloorWorker }

expose(new FloorWorker())

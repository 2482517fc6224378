import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { probeKinds } from '../../src/engine/probes/kinds/registry.ts'
import { Perturbation } from '../../src/engine/probes/perturbation.ts'
import { deviceHere } from '../../src/engine/protocol/device.ts'
import { type PlannedGroup, plan } from '../../src/engine/protocol/plan.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import { imagesKey, type Sample } from '../../src/engine/protocol/sample.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { askAll } from '../../src/engine/runtime/ask.ts'
import { browserBackend } from '../../src/engine/runtime/browser-backend.ts'
import { loadOrt, type OrtModule } from '../../src/engine/runtime/ort.ts'
import { writeQuestion } from '../../src/engine/runtime/prepare.ts'
import type { PreparedGroup } from '../../src/engine/runtime/prepared.ts'
import type { Pace } from '../../src/engine/runtime/steps.ts'
import { Vlm } from '../../src/engine/runtime/vlm.ts'
import { drawOcclusion } from '../../src/engine/seams.ts'
import type { RunFolders } from '../../src/workers/contracts/folders.ts'
import type { PrepareWorker } from '../../src/workers/contracts/run.ts'
import { remoteModelFolder } from '../../src/workers/run/model-folder.ts'
import { expose, type Remote, wrap } from '../../src/workers/shared/comlink.ts'
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

/** What occlusion maps take, with the image encoded: all of them, and within `session.run`. */
export interface MapCost {
  readonly images: number
  readonly ms: number
  readonly floorMs: number
}

/** How many images a map is made of. */
const mappedImages = 8

/** The kind of probe that draws maps; undefined where nothing does. */
const mapProbe = probeKinds.find(kind => 'occlusion' in kind)?.interventions[0]?.probes[0]

/** Few enough for many parts, and enough for several turns in each. */
const imagesAPart = 4

/** The sessions' own time on inputs that lie ready, in a thread that does nothing else. */
class FloorWorker {
  #ort: OrtModule | null = null
  #vlm: Vlm | null = null
  #samples: readonly Sample[] = []
  readonly #prepared = new Map<string, PreparedGroup>()
  /** A question on each of a few images, prepared for a map. */
  readonly #mapped: PreparedGroup[] = []

  async load(
    settings: RunSettings,
    threads: number,
    ports: { readonly data: MessagePort; readonly prepare: MessagePort },
  ): Promise<void> {
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const { device, dtype } = deviceHere(settings)
    this.#ort = await loadOrt(device, threads)
    this.#samples = await data.samples()
    await prepare.configure({})
    for (const group of plan(this.#samples, new Set())) {
      const questions = group.samples.flatMap(index => {
        const sample = this.#samples[index]
        return sample ? writeQuestion(index, sample.fields, group.images.length, medrcube) : []
      })
      const opening = group.samples.length > 1 ? medrcube.promptOpening : null
      const [first] = questions
      if (first && mapProbe && group.images.length === 1 && this.#mapped.length < mappedImages)
        this.#mapped.push(await prepare.prepare(group.images, [first], null, mapProbe))
      this.#prepared.set(imagesKey(group.images), await prepare.prepare(group.images, questions, opening))
    }
    const folder = await remoteModelFolder(data)
    this.#vlm = await Vlm.load(browserBackend, folder, { device, dtype, threads, onProgress: () => {} })
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
   * What giving way to the thread's events takes: the time between the steps of the model by that of the whole loop.
   * @param parts how many times a few images are asked about
   * @returns the share in each
   */
  async givingWay(settings: RunSettings, parts: number): Promise<readonly number[]> {
    const groups = plan(this.#samples, new Set())
    const shares: number[] = []
    for (let part = 0; part < parts; part++) {
      const at = (part * imagesAPart) % Math.max(1, groups.length - imagesAPart + 1)
      const start = performance.now()
      const pace = await this.#askGroups(settings, this.#samples, groups.slice(at, at + imagesAPart))
      shares.push(pace.between / (performance.now() - start))
    }
    return shares
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

  /** Occlusion maps of the image tokens, one an image, without their checks; of no image where nothing draws them. */
  async maps(): Promise<MapCost> {
    const { ort, vlm } = this.#loaded()
    const steps = { next: async () => {}, now: () => performance.now() }
    const cost = { images: 0, ms: 0, floorMs: 0 }
    for (const { images, prompts } of this.#mapped) {
      const [[input], [prompt]] = [images, prompts]
      if (!input?.layout || !prompt) continue
      const { image, layout } = input
      const features = await vlm.encodeImage(image)
      const restore = watchRuns(ort, async (_session, _feeds, run) => {
        const start = performance.now()
        const outputs = await run()
        cost.floorMs += performance.now() - start
        return outputs
      })
      const start = performance.now()
      await drawOcclusion?.(vlm, {
        ...{ prompt, image, features, layout, seed: 0, steps },
        isChecked: false,
        painted: async () => input,
      })
      cost.ms += performance.now() - start
      cost.images++
      restore()
    }
    return cost
  }

  async #ask(settings: RunSettings): Promise<void> {
    const samples = this.#samples.slice(0, settings.limit ?? undefined)
    await this.#askGroups(settings, samples, plan(samples, new Set()))
  }

  async #askGroups(
    settings: RunSettings,
    samples: readonly Sample[],
    groups: readonly PlannedGroup[],
  ): Promise<Pace> {
    const paces: Pace[] = []
    await askAll(this.#loaded().vlm, {
      run: { id: 'floor', settings } as Run,
      samples,
      groups,
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
      onPace: pace => paces.push(pace),
    })
    return paces[0] as Pace
  }

  #loaded(): { readonly ort: OrtModule; readonly vlm: Vlm } {
    const [ort, vlm] = [this.#ort, this.#vlm]
    if (!ort || !vlm) throw new Error('The model is not loaded.')
    return { ort, vlm }
  }
}

export type { FloorWorker }

expose(new FloorWorker())

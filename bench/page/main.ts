import type { Controller } from '../../src/app/controller/commands.ts'
import { type ControllerOptions, createController } from '../../src/app/controller/controller.ts'
import { divisionFor } from '../../src/app/run/new-run.ts'
import { canShareMemory } from '../../src/app/state/device.ts'
import { portTo, proxy, transfer } from '../../src/app/threads/bridge.ts'
import { localToken } from '../../src/app/threads/local-token.ts'
import { startDataWorker, startPrepareWorker } from '../../src/app/threads/start-workers.ts'
import { openSource } from '../../src/data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../src/data/sources/source.ts'
import { deviceTestWords } from '../../src/engine/protocol/device-test.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import type { StartPhase } from '../../src/engine/runtime/start-phases.ts'
import { type Remote, wrap } from '../../src/workers/shared/comlink.ts'
import type { Batching } from './batch.ts'
import type { Floor, FloorWorker, MapCost } from './floor.worker.ts'
import { inputFolder } from './input-folder.ts'
import type { NaiveModel, NaiveQuestion, NaiveWorker } from './naive.worker.ts'
import { manyFiles, timeMetrics } from './scale.ts'
import type { SessionsWorker, SessionTask, SessionTimes } from './sessions.worker.ts'
import { droppedFolder, type StubRun, startStub, stubRun } from './size.ts'

/** A run of the page's own controller, in milliseconds. */
export interface Ours {
  readonly answered: number
  readonly failed: number
  readonly load: number
  /** A question, with the first so many left out (`warmUp`). */
  readonly question: number
  /** From the press of the button to the first answer on the page. */
  readonly firstAnswer: number
}

const served = (name: string): { name: string; base: string } => ({
  name,
  base: `/served/${localToken()}/${name}/`,
})
const source = (name: string): SourceDescriptor => ({ kind: 'served', ...served(name) })

const newController = (
  options: Partial<Pick<ControllerOptions, 'loadsAhead' | 'startWorker'>> = {},
): Controller =>
  createController({
    loadsAhead: false,
    remember: false,
    reports: () => import('../../src/ui/report/page.ts'),
    ...options,
  })

/** The bench opens each folder once. */
const opened = { dataset: { name: 'data set', number: 1 }, model: { name: 'model', number: 1 } } as const

/** The bench says itself what runs where. */
const anyLimits = { webgpu: null, streams: true }

/** What the bench does in the browser. A page of it runs one contender only, so that memory can be told apart. */
class Bench {
  #controller: Controller | null = null
  #naive: Remote<NaiveWorker> | null = null
  #floor: Remote<FloorWorker> | null = null
  /** As many copies as a run of ours has, each with its share of the cores; none where it has one. */
  #floorCopies: readonly Remote<FloorWorker>[] = []
  #questions: readonly NaiveQuestion[] = []

  /**
   * @param cube name of a served folder, here and elsewhere; the model lies in the page's `#folder`, but naive
   * loads it from the server too, as it knows no other way
   * @returns milliseconds until the model was loaded
   */
  async loadNaive(cube: string, model: NaiveModel): Promise<number> {
    this.#naive = wrap(
      new Worker(new URL('./naive.worker.ts', import.meta.url), { type: 'module', name: localToken() }),
    )
    const data = startDataWorker()
    await data.remote.openDataset(
      opened.dataset.number,
      source(cube),
      proxy(() => {}),
    )
    await data.remote.openModel(opened.model.number, source(model.folder), anyLimits)
    const folders = await data.remote.openRunFolders(opened)
    this.#questions = (await folders.samples()).map(({ image, fields }) => ({
      // A rooted path begins with the folder's own name.
      image: `${location.origin}/served/${localToken()}/${image}`,
      text: medrcube.prompt(fields),
    }))
    data.close()
    const start = performance.now()
    await this.#naive.load(model)
    return performance.now() - start
  }

  /** @param limit asks only the first so many questions */
  async naive(limit: number): Promise<{ texts: readonly string[]; ms: number }> {
    if (!this.#naive) throw new Error('The model is not loaded.')
    return this.#naive.ask(this.#questions.slice(0, limit))
  }

  /** @returns how many copies of the model share the questions of `floorOfCopies`; 1 where it is not to be asked */
  async loadFloor(cube: string, settings: RunSettings, withCopies: boolean): Promise<number> {
    const { data, folders, model } = await openFolders(cube)
    const prepare = startPrepareWorker()
    const toData = await portTo({ remote: folders })
    await prepare.remote.dataFrom(transfer(toData, [toData]))
    const load = async (threads: number): Promise<Remote<FloorWorker>> => {
      const floor = wrap<FloorWorker>(
        new Worker(new URL('./floor.worker.ts', import.meta.url), { type: 'module' }),
      )
      const ports = { data: await portTo({ remote: folders }), prepare: await portTo(prepare) }
      await floor.load(settings, threads, transfer(ports, [ports.data, ports.prepare]))
      return floor
    }
    const machine = { cores: navigator.hardwareConcurrency, isolated: canShareMemory() }
    const { copies, threads } = withCopies ? divisionFor(model, settings, machine) : { copies: 1, threads: 1 }
    this.#floor = await load(machine.cores)
    if (copies > 1) this.#floorCopies = await Promise.all(Array.from({ length: copies }, () => load(threads)))
    prepare.close()
    data.close()
    return copies
  }

  async floor(settings: RunSettings): Promise<Floor> {
    if (!this.#floor) throw new Error('The model is not loaded.')
    return this.#floor.measure(settings)
  }

  /** Milliseconds within `session.run` a question where several copies share so many: each is asked its part of them. */
  async floorOfCopies(settings: RunSettings, samples: number): Promise<number> {
    const copies = this.#floorCopies.length
    const limit = Math.ceil(samples / copies)
    const all = await Promise.all(this.#floorCopies.map(floor => floor.measure({ ...settings, limit })))
    return all.reduce((sum, { ms }) => sum + ms, 0) / copies / (copies * limit)
  }

  async batch(settings: RunSettings, size: number): Promise<Batching | null> {
    if (!this.#floor) throw new Error('The model is not loaded.')
    return this.#floor.batch(settings, size)
  }

  async maps(): Promise<MapCost> {
    if (!this.#floor) throw new Error('The model is not loaded.')
    return this.#floor.maps()
  }

  async givingWay(settings: RunSettings, parts: number): Promise<readonly number[]> {
    if (!this.#floor) throw new Error('The model is not loaded.')
    return this.#floor.givingWay(settings, parts)
  }

  /** @param settings that the model is loaded ahead for; where there are none, it is not */
  async openOurs(cube: string, settings?: RunSettings): Promise<void> {
    const controller = newController({ loadsAhead: settings !== undefined })
    this.#controller = controller
    await until(controller, () => controller.getState().device.webgpu.status !== 'checking')
    // As files of this machine, which is how a user's folders come.
    await controller.chooseDataset({ from: 'files', name: cube, files: await listFolder(cube) })
    await controller.chooseModel(inputFolder())
    const { dataset, model: chosen } = controller.getState()
    for (const folder of [dataset, chosen])
      if (folder.status !== 'ready') throw new Error(`The folder is ${folder.status}.`)
    if (settings) controller.changeSettings(settings)
  }

  /**
   * @param fresh forgets the image features that earlier runs kept
   * @param warmUp so many answers are not timed: every run has a new worker, whose code the browser first compiles
   * in haste and then again for speed, while the other contenders keep theirs
   */
  async ours(settings: RunSettings, fresh: boolean, warmUp: number): Promise<Ours> {
    const controller = this.#controller
    if (!controller) throw new Error('The folders are not open.')
    if (fresh) await controller.clearKeptFeatures()
    controller.changeSettings(settings)
    const start = performance.now()
    let firstAnswer = Number.NaN
    let warm: { readonly answered: number; readonly at: number } | null = null
    await controller.start()
    await until(controller, () => {
      const { live } = controller.getState()
      const answered = live?.answered ?? 0
      if (Number.isNaN(firstAnswer) && answered > 0) firstAnswer = performance.now() - start
      if (warm === null && warmUp > 0) {
        // A run that is paused has told of every answer, where one that goes on is some questions ahead of what it told.
        if (live?.phase === 'running' && answered >= warmUp) controller.pause()
        if (live?.phase === 'paused') {
          warm = { answered, at: performance.now() }
          controller.resume()
        }
      }
      return live?.phase === 'done' || live?.phase === 'failed'
    })
    const end = performance.now()
    const { live } = controller.getState()
    if (!live || live.error) throw new Error(live?.error ? JSON.stringify(live.error) : 'The run is gone.')
    const { run, answered, failed } = live
    // The run's lock is let go a moment after its end is told.
    await new Promise(resolve => setTimeout(resolve, 200))
    await controller.deleteRun(run.id)
    const { load, asking } = run.timings
    const { answered: untimed, at } = warm ?? { answered: 0, at: end - asking }
    return { answered, failed, load, question: (end - at) / (answered - untimed), firstAnswer }
  }

  /** The result of the comparison of the graphics card, in words, and how many milliseconds after the choice. */
  async selfTest(
    cube: string,
    settings: RunSettings,
  ): Promise<{ readonly passed: boolean; readonly text: string; readonly ms: number }> {
    const start = performance.now()
    await this.openOurs(cube, settings)
    const controller = this.#controller
    if (!controller) throw new Error('The folders are not open.')
    const test = () => controller.getState().deviceTest
    await until(controller, () => !['none', 'testing'].includes(test().status))
    const found = test()
    const text =
      found.status === 'passed'
        ? deviceTestWords(found.test)
        : found.status === 'wrong'
          ? found.error.message
          : found.status === 'untested'
            ? `not compared: ${found.reason}`
            : ''
    return { passed: found.status !== 'wrong', text, ms: performance.now() - start }
  }

  /** Times of the parts of the model in `#folder`, in so many fresh workers at once. */
  async sessions(cube: string, task: SessionTask, workers: number): Promise<readonly SessionTimes[]> {
    const { data, folders } = await openFolders(cube)
    const started = Array.from(
      { length: workers },
      () => new Worker(new URL('./sessions.worker.ts', import.meta.url), { type: 'module' }),
    )
    try {
      return await Promise.all(
        started.map(async worker => {
          const port = await portTo({ remote: folders })
          return wrap<SessionsWorker>(worker).measure(task, transfer(port, [port]))
        }),
      )
    } finally {
      for (const worker of started) worker.terminate()
      data.close()
    }
  }

  /** From the press of the button to the first answer; the run is then stopped. */
  async firstAnswer(): Promise<readonly StartPhase[]> {
    const controller = this.#controller
    if (!controller) throw new Error('The folders are not open.')
    await controller.start()
    const live = () => controller.getState().live
    await until(controller, () => live()?.firstAnswer != null || live()?.error != null)
    const phases = live()?.firstAnswer
    if (!phases) throw new Error(JSON.stringify(live()?.error))
    await controller.stop()
    return phases
  }

  /** How many answers the run that goes on has by now. */
  answered(): number {
    return this.#controller?.getState().live?.answered ?? 0
  }

  /** Milliseconds from a picked folder of `n` samples to its overview. */
  async list(n: number): Promise<number> {
    const controller = newController()
    const files = manyFiles(n)
    const start = performance.now()
    await controller.chooseDataset({ from: 'files', name: 'many', files })
    const ms = performance.now() - start
    const { dataset } = controller.getState()
    const loaded = dataset.status === 'ready' ? dataset.overview.counts.loaded : 0
    if (loaded !== n) throw new Error(`Of ${n} samples ${loaded} were listed.`)
    return ms
  }

  /** Asks every question of the folder that is dropped on the page next, with a stub in place of the model. */
  async stub(settings: RunSettings): Promise<StubRun> {
    const controller = newController({ startWorker: startStub })
    this.#controller = controller
    return stubRun(controller, await droppedFolder(), settings, until)
  }

  /** Resolves when what is derived of a run's records is there. */
  async makeReady(id: string): Promise<void> {
    if (!this.#controller) throw new Error('There was no run.')
    await this.#controller.results(id)
  }

  metrics(n: number): number {
    return timeMetrics(n)
  }
}

/** A served data set and the model in `#folder`, in a data thread of their own. */
async function openFolders(cube: string) {
  const data = startDataWorker()
  await data.remote.openDataset(
    opened.dataset.number,
    source(cube),
    proxy(() => {}),
  )
  const { name, files } = inputFolder()
  const model = await data.remote.openModel(opened.model.number, { kind: 'files', name, files }, anyLimits)
  return { data, model, folders: await data.remote.openRunFolders(opened) }
}

/** A browser refuses more requests than some thousands at once. */
const atOnce = 100

async function listFolder(folder: string): Promise<{ path: string; file: File }[]> {
  const from = openSource(source(folder))
  const listed = await from.list()
  const files: { path: string; file: File }[] = []
  for (let first = 0; first < listed.length; first += atOnce) {
    const some = listed.slice(first, first + atOnce)
    const opened = some.map(async ({ path }) => ({ path, file: new File([await from.open(path)], path) }))
    files.push(...(await Promise.all(opened)))
  }
  return files
}

/** Resolves when the page's state is as wanted. @throws what the page gave notice of */
function until(controller: Controller, wanted: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const notice = controller.getState().notices[0]
      if (!notice && !wanted()) return
      unsubscribe()
      if (notice) reject(new Error(JSON.stringify(notice.error)))
      else resolve()
    }
    const unsubscribe = controller.subscribe(look)
    look()
  })
}

declare global {
  /** For `npm run bench`. */
  var bench: Bench
}

globalThis.bench = new Bench()

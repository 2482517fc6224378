import { isJsonObject, type Json, type JsonObject, ownValue } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { matrixKernel } from '../../engine/base/ort-build.ts'
import { read } from '../../engine/base/schema.ts'
import {
  compareNumbers,
  deviceFault,
  deviceTestKey,
  numbersOfCard,
  whyUntestable,
} from '../../engine/model/device-test.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { type Dtype, deviceHere, type PageDevice } from '../../engine/protocol/device.ts'
import { type DeviceTest, deviceTestSchema } from '../../engine/protocol/device-test.ts'
import { isMixed } from '../../engine/protocol/mixed-precision.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Needed } from '../../workers/contracts/folders.ts'
import type { TestedDevice } from '../../workers/contracts/run.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { AppState, DeviceState, DeviceTestState } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import { describeEnvironment, newRun } from './new-run.ts'
import { inWorkersApart, onDevice } from './other-device.ts'
import { readyFolders, SetUpWatch } from './set-up-watch.ts'
import { type RunThreads, WorkerPool } from './worker-pool.ts'

type DeviceOutcome = Extract<DeviceTestState, { readonly status: 'passed' | 'wrong' | 'untested' }>

const place = 'voxelwise:device-tests'

/** Most results that outlive the page. */
const most = 50

/** Only results that passed outlive the page: a driver may be corrected. */
function keepPassed(key: string, test: DeviceTest): void {
  const others = Object.entries(stored()).filter(([other]) => other !== key)
  const newestTests = [...others, [key, test] as const].slice(-most)
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries(newestTests)))
  } catch {
    // Storage refused or full: it is tested again in the next visit.
  }
}

function passedBefore(key: string): DeviceOutcome | null {
  try {
    return { status: 'passed', test: read(deviceTestSchema, ownValue(stored(), key), '') }
  } catch {
    return null
  }
}

function stored(): JsonObject {
  try {
    const parsed: Json = JSON.parse(localStorage.getItem(place) ?? '{}')
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    // Storage refused or spoilt: nothing is known.
    return {}
  }
}

/** Milliseconds after which a test ends without a result. */
const longest = 10 * 60_000

interface Wanted {
  readonly run: Run
  readonly model: ModelOverview
  readonly needed: Needed
}

interface Going {
  readonly model: ModelOverview
  readonly dtype: string
  readonly ending: AbortController
  readonly done: Promise<void>
}

/**
 * Compares the graphics card with WASM, or with PyTorch's outputs, while the user is at the set-up; a run that comes
 * sooner waits for it. Each combination of weights, precision, adapter, driver and version is compared once.
 */
export class DeviceTests {
  readonly #app: AppStore
  readonly #threads: RunThreads
  readonly #folders: FolderRegistry
  /** By what they depend on (`deviceTestKey`). */
  readonly #known = new Map<string, DeviceOutcome>()
  readonly #watch: SetUpWatch<Wanted>
  #going: Going | null = null

  constructor(app: AppStore, threads: RunThreads, folders: FolderRegistry) {
    this.#app = app
    this.#threads = threads
    this.#folders = folders
    this.#watch = new SetUpWatch(app, {
      wanted: state => this.#wanted(state),
      isSame: (one, other) => testKey(one) === testKey(other),
      change: wanted => {
        this.#end()
        this.#show({ status: wanted ? 'testing' : 'none' })
      },
      begin: wanted => this.#begin(wanted),
    })
  }

  /** Something was chosen. */
  wake(): void {
    this.#watch.wake()
  }

  /** The result for a run; null if it is not on WebGPU or cannot be compared. @throws VoxelwiseError device-wrong */
  async expect(run: Run, pool: WorkerPool): Promise<DeviceTest | null> {
    const model = pool.overview
    if (run.settings.device !== 'webgpu' || !model) return null
    const { dtype } = run.settings
    this.#watch.rest()
    if (this.#going && (this.#going.model !== model || this.#going.dtype !== dtype)) this.#end()
    await this.#going?.done
    const ending = new AbortController()
    const outcome = await this.#outcome(run, model, pool, ending.signal)
    if (!outcome) return null
    this.#show(outcome)
    if (outcome.status === 'wrong') throw new VoxelwiseError(outcome.error)
    return outcome.status === 'passed' ? outcome.test : null
  }

  /** What would be tested now; null where no run on WebGPU could begin. */
  #wanted(state: AppState): Wanted | null {
    const { settings, device, isLengthChosen } = state
    const ready = settings.device === 'webgpu' ? readyFolders(state) : null
    if (!ready || ready.model.server) return null
    const environment = describeEnvironment(device, ready.model, settings)
    const run = newRun({ ...ready, fingerprint: '', settings, environment, isLengthChosen })
    return { run, model: ready.model, needed: this.#folders.needed() }
  }

  #begin({ run, model, needed }: Wanted): void {
    const ending = new AbortController()
    const test = async (): Promise<void> => {
      const pool = await WorkerPool.gather(this.#threads, { needed, model }, 'webgpu')
      try {
        const outcome = await this.#outcome(run, model, pool, ending.signal)
        if (outcome && !ending.signal.aborted) this.#show(outcome)
      } finally {
        pool.close()
      }
    }
    // The folders may have changed meanwhile; a run reports what is wrong.
    const done = test().catch(() => {
      if (!ending.signal.aborted) this.#show({ status: 'none' })
    })
    this.#going = { model, dtype: run.settings.dtype, ending, done }
  }

  #end(): void {
    this.#going?.ending.abort()
    this.#going = null
  }

  #show(deviceTest: DeviceTestState): void {
    if (this.#app.state.deviceTest.status === 'none' && deviceTest.status === 'none') return
    this.#app.change({ deviceTest })
  }

  /** @returns null if it was ended */
  async #outcome(
    run: Run,
    model: ModelOverview,
    pool: WorkerPool,
    signal: AbortSignal,
  ): Promise<DeviceOutcome | null> {
    const { device } = this.#app.state
    const { webgpu } = device
    if (webgpu.status !== 'available') return { status: 'untested', reason: 'there is no graphics card' }
    const { dtype } = deviceHere(run.settings)
    const fingerprint = await pool.folders.modelFingerprint(model.family, dtype, null)
    const { adapter, driver } = webgpu
    const { app, onnxruntime } = __VERSIONS__
    const { userAgent } = navigator
    const kernel = matrixKernel('wasm') ?? 'published'
    const key = deviceTestKey({ fingerprint, dtype, adapter, driver, userAgent, onnxruntime, kernel, app })
    const known = this.#known.get(key) ?? passedBefore(key)
    if (known) return known
    this.#show({ status: 'testing' })
    const outcome = await untilEnded(signal, ending =>
      compare(pool, run, model, { fingerprint, adapter, device, ending }),
    )
    if (outcome) this.#known.set(key, outcome)
    if (outcome?.status === 'passed') keepPassed(key, outcome.test)
    return outcome
  }
}

/** The choices that a test depends on, and the opened folders. */
const testKey = ({ needed, run: { settings } }: Wanted): string =>
  JSON.stringify([needed, settings.dtype, settings.chatTemplate, settings.thinking ?? null])

/** Null if it is ended; untested if it takes too long. */
async function untilEnded(
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<DeviceOutcome>,
): Promise<DeviceOutcome | null> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(longest)])
  const ended = new Promise<DeviceOutcome | null>(resolve => {
    const end = (): void => {
      const reason = `it took longer than ${longest / 60_000} minutes`
      resolve(signal.aborted ? null : { status: 'untested', reason })
    }
    if (ending.aborted) end()
    ending.addEventListener('abort', end)
  })
  return Promise.race([work(ending), ended])
}

interface Machine {
  readonly fingerprint: string
  readonly adapter: string
  readonly device: DeviceState
  readonly ending: AbortSignal
}

/** Computes the test prompts on the graphics card, and on WASM unless the folder has PyTorch's outputs. */
async function compare(
  pool: WorkerPool,
  run: Run,
  model: ModelOverview,
  { fingerprint, adapter, device, ending }: Machine,
): Promise<DeviceOutcome> {
  const { dtype } = deviceHere(run.settings)
  const cores = device.isolated ? device.cores : 1
  const known = { ...run, model: { ...run.model, fingerprint } }
  const on = (place: PageDevice) => compute(pool, onDevice(known, place, cores - 1), ending)
  const judge = (test: DeviceTest): DeviceOutcome => {
    const error = deviceFault(test, { dtype, adapter, others: otherPrecisions(model, dtype) })
    return error ? { status: 'wrong', error } : { status: 'passed', test }
  }
  const result = await on('webgpu').catch(failed('WebGPU'))
  if ('status' in result) return result
  if (result.card) return judge(compareNumbers('pytorch', result.numbers, numbersOfCard(result.card)))
  const { deviceMemory } = navigator as { readonly deviceMemory?: number }
  const reason = whyUntestable(model, dtype, deviceMemory)
  if (reason) return { status: 'untested', reason }
  const expected = await on('wasm').catch(failed('WASM'))
  return 'status' in expected ? expected : judge(compareNumbers('wasm', result.numbers, expected.numbers))
}

/** A run reports by itself why a model cannot be computed. */
const failed =
  (device: string) =>
  (error: unknown): DeviceOutcome => ({
    status: 'untested',
    reason: `${device} failed: ${error instanceof VoxelwiseError ? error.info.message : String(error)}`,
  })

const otherPrecisions = (model: ModelOverview, dtype: Dtype): readonly Dtype[] =>
  model.dtypes
    .filter(
      other =>
        other.dtype !== dtype &&
        !isMixed(other.dtype) &&
        other.missing.length + other.problems.webgpu.length === 0,
    )
    .map(other => other.dtype)

/** Computes the test prompts in workers of their own. */
const compute = (pool: WorkerPool, run: Run, signal: AbortSignal): Promise<TestedDevice> =>
  inWorkersApart(pool, signal, (remote, ports) =>
    remote.testDevice({ run, usesCard: run.settings.device === 'webgpu' }, ports),
  )

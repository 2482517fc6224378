import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Gpu } from '../../src/cli/browser/chromium.ts'
import { availableDevices } from '../../src/cli/native/backend.ts'
import type { Server } from '../../src/cli/serve/serve.ts'
import type { Dtype } from '../../src/engine/protocol/device.ts'
import type { SessionTask, SessionTimes } from '../page/sessions.worker.ts'
import { openBenchPage } from './browser.ts'
import { NativeLoop } from './native-loop.ts'
import { firstLine, partsCells, partsHead } from './parts.ts'
import { benchSettings } from './settings.ts'
import { measureSpread, type Spread } from './spread.ts'
import { ms, table } from './text-table.ts'

/** ONNX Runtime's options on the graphics card, each beside the page's own. The first is measured again at the end. */
const variants: readonly (readonly [name: string, tuning: SessionTask['tuning'], workers?: number])[] = [
  ['page', {}],
  ['storage buffers: simple', { provider: { storageBufferCacheMode: 'simple' } }],
  ['storage buffers: lazyRelease', { provider: { storageBufferCacheMode: 'lazyRelease' } }],
  ['storage buffers: disabled', { provider: { storageBufferCacheMode: 'disabled' } }],
  ['32-bit accumulation', { provider: { enableMatmulFp32Accumulation: true } }],
  ['features stay on the card', { keepsFeatures: true }],
  ['encoder of fixed size', { fixedEncoder: true }],
  ['cache is copied for each token', { copiesCache: true }],
  ['two workers, each', {}, 2],
  ['page, again', {}],
]

/** Execution providers of onnxruntime-node that use a graphics card. */
const nativeGpus = ['cuda', 'webgpu'] as const

/** Pictures that they are asked about, one question each, after one that is not timed. */
const nativePictures = 4

export interface GpuOptions {
  readonly server: Server
  /** As `CaseOptions`. */
  readonly cube: string
  readonly model: string
  readonly modelFolder: string
  readonly gpu: Gpu
  readonly dtype: Dtype
  readonly rounds: number
  /** A folder that is not there yet. */
  readonly scratch: string
  readonly note: (text: string) => void
}

/** None where the option fails. */
const measured = (session: GpuResult['sessions'][number] | undefined): readonly SessionTimes[] =>
  typeof session?.times === 'string' ? [] : (session?.times ?? [])

/** Milliseconds. */
export interface GpuResult {
  readonly model: string
  readonly dtype: Dtype
  /** What the page finds before a run, and how long after the choice of the model. */
  readonly self_test: { readonly passed: boolean; readonly text: string; readonly ms: number }
  /** In words why an option fails. */
  readonly sessions: readonly { readonly options: string; readonly times: readonly SessionTimes[] | string }[]
  /** A question on an image of its own in ONNX Runtime for Node; in words why not. */
  readonly native: Readonly<Record<(typeof nativeGpus)[number], Spread | string>>
}

/** The self-test, and the model's parts with each option. */
export async function measureGpu(options: GpuOptions): Promise<GpuResult> {
  const { server, cube, model, modelFolder, gpu, dtype, rounds, note } = options
  const { page, close } = await openBenchPage(server.address('bench.html'), gpu)
  try {
    await page.setInputFiles('#folder', modelFolder)
    note('self-test')
    const settings = { ...benchSettings, device: 'webgpu', dtype } as const
    const self_test = await page.evaluate(([c, s]) => bench.selfTest(c, s), [cube, settings] as const)
    note(`self-test in ${(self_test.ms / 1000).toFixed(1)} s: ${self_test.text}`)
    const sessions: GpuResult['sessions'][number][] = []
    const cores = await page.evaluate(() => navigator.hardwareConcurrency)
    for (const [name, tuning, workers = 1] of variants) {
      note(name)
      const task = { device: 'webgpu', dtype, threads: cores, tuning, rounds } as const
      const times = await page
        .evaluate(([c, t, w]) => bench.sessions(c, t, w), [cube, task, workers] as const)
        // An option may fail; what it says is the result.
        .catch(firstLine)
      if (typeof times === 'string') note(times)
      sessions.push({ options: name, times })
    }
    note('ONNX Runtime for Node')
    const native = {
      cuda: await nativeTimes('cuda', options),
      webgpu: await nativeTimes('webgpu', options),
    }
    return { model, dtype, self_test, sessions, native }
  } finally {
    await close()
  }
}

async function nativeTimes(
  device: (typeof nativeGpus)[number],
  { modelFolder, scratch }: GpuOptions,
): Promise<Spread | string> {
  try {
    const devices = availableDevices()
    if (!devices.includes(device)) return `this build of ONNX Runtime for Node has ${devices.join(', ')}`
    const folder = join(scratch, device)
    mkdirSync(folder, { recursive: true })
    const loop = await NativeLoop.open(folder, modelFolder, 1, nativePictures + 1, { device })
    try {
      await loop.next()
      const times: number[] = []
      for (let picture = 0; picture < nativePictures; picture++) times.push((await loop.next()).ms)
      return measureSpread(times)
    } finally {
      await loop.close()
    }
  } catch (error) {
    return firstLine(error)
  }
}

/** A column for each part of the model, a line for each option. */
export function gpuTables({ model, dtype, self_test, sessions, native }: GpuResult): string {
  const [first] = measured(sessions[0])
  if (!first) return `${model}: ${String(sessions[0]?.times ?? 'nothing was measured')}`
  const head = [`${model} ${dtype}, webgpu`, ...partsHead(first)]
  const rows = sessions.map(session => {
    const times = measured(session)
    return [
      session.options,
      ...(times.length === 0 ? head.slice(1).map(() => 'fails') : partsCells(times, first)),
    ]
  })
  const failures = sessions.flatMap(({ options, times }) =>
    typeof times === 'string' ? [`${options}: ${times}`] : [],
  )
  const nodes = nativeGpus.map(device => {
    const found = native[device]
    return `ONNX Runtime for Node, ${device}: ${typeof found === 'string' ? found : `${ms(found.median)} ms a question (${ms(found.min)} to ${ms(found.max)})`}`
  })
  return [
    `Self-test in ${(self_test.ms / 1000).toFixed(1)} s: ${self_test.text}`,
    'Milliseconds of the model’s parts (medians of the rounds):',
    table(head, rows),
    ...failures,
    ...nodes,
  ].join('\n\n')
}

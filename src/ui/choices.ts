import type { Device, Dtype } from '../engine/run.ts'
import { bytes, counted, deviceName } from './format.ts'
import type { AppState, DeviceState, ModelOverview } from './state.ts'

export interface Choice<Value> {
  readonly value: Value
  readonly text: string
  /** Why it cannot be chosen; null where it can. */
  readonly reason: string | null
}

export function deviceChoices(state: DeviceState): readonly Choice<Device>[] {
  const { webgpu, cores, isolated } = state
  const reason =
    webgpu.status === 'available'
      ? null
      : webgpu.status === 'checking'
        ? 'still looking for a GPU'
        : webgpu.reason
  const threads = isolated ? `${counted(cores, 'core')}` : 'one thread'
  return [
    { value: 'webgpu', text: 'WebGPU · GPU', reason },
    { value: 'wasm', text: `WASM · CPU, ${threads}`, reason: null },
  ]
}

const needsF16: readonly Dtype[] = ['fp16', 'q4f16']

export function dtypeChoices(
  model: ModelOverview,
  device: Device,
  { webgpu }: DeviceState,
): readonly Choice<Dtype>[] {
  return model.dtypes.map(({ dtype, bytes: size, missing }) => {
    const text = `${dtype} · ${bytes(size)}`
    if (missing.length > 0) return { value: dtype, text, reason: `the folder lacks ${missing.join(', ')}` }
    const noF16 =
      device === 'webgpu' && webgpu.status === 'available' && !webgpu.f16 && needsF16.includes(dtype)
    return { value: dtype, text, reason: noF16 ? 'this graphics card has no 16-bit arithmetic' : null }
  })
}

/** What the Run button will do, in words, and what stands in its way. */
export interface Readiness {
  readonly label: string
  readonly blocks: readonly string[]
}

export function readiness(state: AppState): Readiness {
  const { dataset, model, settings, live } = state
  const blocks: string[] = []
  if (live && isBusy(live.phase))
    blocks.push(`“${live.run.name}” is being worked on: let it end, or stop it first.`)
  blocks.push(...blockedBy('data set', dataset.status), ...blockedBy('model', model.status))
  if (dataset.status === 'ready' && dataset.overview.counts.loaded === 0)
    blocks.push('The data set holds no sample that can be asked.')
  if (model.status === 'ready') {
    if (model.overview.problems.length > 0) blocks.push('The model cannot be run; its card says why.')
    const dtype = dtypeChoices(model.overview, settings.device, state.device).find(
      choice => choice.value === settings.dtype,
    )
    if (!dtype) blocks.push(`The model has no ${settings.dtype} files: choose another precision.`)
    else if (dtype.reason) blocks.push(`${settings.dtype} cannot be used: ${dtype.reason}.`)
  }
  const device = deviceChoices(state.device).find(choice => choice.value === settings.device)
  if (device?.reason) blocks.push(`WebGPU cannot be used: ${device.reason}.`)
  if (dataset.status !== 'ready' || model.status !== 'ready') return { label: 'Run the evaluation', blocks }
  const asked = Math.min(settings.limit ?? Number.POSITIVE_INFINITY, dataset.overview.counts.loaded)
  const what = `${model.overview.name} (${settings.dtype}, ${deviceName(settings.device)})`
  return { label: `Run ${what} on ${counted(asked, 'question')}`, blocks }
}

export function isBusy(phase: NonNullable<AppState['live']>['phase']): boolean {
  return phase === 'loading' || phase === 'running' || phase === 'pausing' || phase === 'paused'
}

function blockedBy(what: string, status: AppState['dataset']['status']): readonly string[] {
  switch (status) {
    case 'ready':
      return []
    case 'none':
      return [`Choose a ${what} first.`]
    case 'reading':
      return [`The ${what} is still being read.`]
    case 'locked':
      return [`The ${what} folder needs your permission again.`]
    case 'failed':
      return [`The ${what} could not be read; its card says why.`]
  }
}

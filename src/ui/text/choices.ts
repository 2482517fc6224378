import { isComparable } from '../../app/run/comparable.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { AppState, DeviceState, RunSummary } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import type { ModelOverview } from '../../engine/model/overview.ts'
import { recommendOn } from '../../engine/model/recommend.ts'
import { serverRefusal, serverWords } from '../../engine/model/served.ts'
import { refusesImages } from '../../engine/model/several-images.ts'
import { computedHere, type Device, type Dtype, deviceKindOf } from '../../engine/protocol/device.ts'
import type { ChatTemplate, Order, RunSettings, Scoring } from '../../engine/protocol/settings.ts'
import { bytes, deviceName, sentence } from './format.ts'

export interface SelectOption<Value> {
  readonly value: Value
  readonly name: string
  /** The name and what should be known when choosing. */
  readonly text: string
  /** Why it cannot be chosen; null where it can. */
  readonly reason: string | null
}

/** Where a model can run: on the graphics card where there is one, on the processor always. */
export function deviceChoices(state: DeviceState): readonly SelectOption<Device>[] {
  const { webgpu, cores, isolated } = state
  const reason =
    webgpu.status === 'available'
      ? null
      : webgpu.status === 'checking'
        ? 'still looking for a GPU'
        : webgpu.reason
  const threads = isolated ? `${counted(cores, 'core')}` : 'one thread'
  return [
    { value: 'webgpu', name: 'WebGPU', text: 'WebGPU · GPU', reason },
    { value: 'wasm', name: 'WASM', text: `WASM · CPU, ${threads}`, reason: null },
  ]
}

export const scoringChoices: readonly SelectOption<Scoring>[] = [
  { value: 'generate', name: 'Generated text', text: 'Generated text (official)', reason: null },
  { value: 'choices', name: 'Option probabilities', text: 'Option probabilities', reason: null },
]

export const orderChoices: readonly SelectOption<Order>[] = [
  {
    value: 'balanced',
    name: 'Balanced',
    text: 'Balanced over voxels',
    reason: null,
  },
  { value: 'dataset', name: 'The data set’s order', text: 'The data set’s order', reason: null },
]

/** Whole runs on the data set that is chosen, to be compared with while another goes on. */
export function comparable(
  dataset: AppState['dataset'],
  runs: readonly RunSummary[],
): readonly SelectOption<string>[] {
  if (dataset.status !== 'ready') return []
  const { fingerprint } = dataset.overview
  return runs
    .filter(summary => isComparable(summary, fingerprint))
    .map(({ run }) => ({ value: run.id, name: run.name, text: run.name, reason: null }))
}

/** The precisions in a model’s folder, with what stands in the way of each on a device. */
export function dtypeChoices(model: ModelOverview, device: Device): readonly SelectOption<Dtype>[] {
  return model.dtypes.map(({ dtype, bytes: size, missing, problems }) => {
    const lacks = missing.length > 0 ? `the folder lacks ${missing.join(', ')}` : null
    return {
      value: dtype,
      name: dtype,
      text: `${dtype} · ${bytes(size)}`,
      reason: lacks ?? problems[deviceKindOf(device)][0]?.message ?? null,
    }
  })
}

export const chatTemplateChoices: readonly SelectOption<ChatTemplate>[] = [
  { value: 'own', name: 'The model’s own', text: 'The model’s own', reason: 'the model has none' },
  { value: 'fallback', name: 'Built-in', text: 'Built-in: User: … Assistant:', reason: null },
]

/** What the Run button will do, in words, and what stands in its way. */
export interface Readiness {
  readonly label: string
  /** What it runs, where the label does not say. */
  readonly note: string | null
  readonly blocks: readonly string[]
  /** A choice that is offered in place of a precision that cannot be used. */
  readonly offer: Offer | null
}

export interface Offer {
  readonly label: string
  readonly device: Device
  readonly dtype: Dtype
}

/** A mapping that nobody has looked at is not run by. */
export function needsConfirming({ dataset, confirmed }: Pick<AppState, 'dataset' | 'confirmed'>): boolean {
  if (dataset.status !== 'ready') return false
  const { mapping, fingerprint } = dataset.overview
  return mapping?.origin === 'guess' && confirmed !== fingerprint
}

/** The run that the settings ask for, and all that must be done before it can start. */
export function readiness(state: AppState): Readiness {
  const { dataset, model, settings, live } = state
  const offer = model.status === 'ready' ? offerFor(model.overview, settings) : null
  const blocks: string[] = []
  if (live && isBusy(live))
    blocks.push(`“${live.run.name}” is being worked on: let it end, or stop it first.`)
  blocks.push(...blockedBy('data set', dataset.status), ...blockedBy('model', model.status))
  if (dataset.status === 'ready' && dataset.overview.counts.loaded === 0)
    blocks.push('The data set holds no sample that can be asked.')
  if (needsConfirming(state))
    blocks.push('How the files are read was guessed: look at it below, and confirm it.')
  if (model.status === 'ready') {
    if (model.overview.problems.length > 0) blocks.push('The model cannot be run; its card says why.')
    const images = dataset.status === 'ready' ? dataset.overview.imagesAtOnce : 0
    const tooMany = refusesImages(model.overview.family, model.overview, images)
    if (tooMany) blocks.push(`${tooMany.message} Choose another model.`)
    if (model.overview.server) {
      const refused = serverRefusal(model.overview.server, settings, images)
      if (refused) blocks.push(`${refused.message} ${refused.remedy}`)
    } else blocks.push(...precisionBlocks(model.overview, settings))
  }
  const device = deviceChoices(state.device).find(choice => choice.value === settings.device)
  if (device?.reason) blocks.push(`WebGPU cannot be used. ${sentence(device.reason)}`)
  if (dataset.status !== 'ready' || model.status !== 'ready')
    return { label: 'Run the evaluation', note: null, blocks, offer }
  const asked = Math.min(settings.limit ?? Number.POSITIVE_INFINITY, dataset.overview.counts.loaded)
  const { server } = model.overview
  const how = server ? serverWords(server) : `${settings.dtype}, ${deviceName(settings.device)}`
  const what = `${model.overview.name} (${how})`
  const questions = counted(asked, 'question')
  if (dataset.overview.source === 'bundled' && model.overview.source === 'bundled')
    return {
      label: `Run the demo on ${questions}`,
      note: `An artificial benchmark and model that come with the page: ${what} on ${dataset.overview.name}.`,
      blocks,
      offer,
    }
  return { label: `Run ${what} on ${questions}`, note: null, blocks, offer }
}

/**
 * What to run in place of a precision that cannot be used on the chosen device: the best one there, else what is recommended on
 * another. null where the chosen one can be used, or none.
 */
export function offerFor(
  { dtypes, recommended, problems }: Pick<ModelOverview, 'dtypes' | 'recommended' | 'problems'>,
  settings: Pick<RunSettings, 'device' | 'dtype'>,
): Offer | null {
  const here = computedHere(settings)
  if (!here || problems.length > 0) return null
  const chosen = dtypes.find(({ dtype }) => dtype === here.dtype)
  if (chosen && chosen.missing.length === 0 && chosen.problems[deviceKindOf(here.device)].length === 0)
    return null
  const found = recommendOn(dtypes, here.device) ?? recommended
  if (!found) return null
  const { device, dtype } = found
  const label = device === here.device ? `Use ${dtype}` : `Use ${dtype} on ${deviceName(device)}`
  return { label, device, dtype }
}

/** What stands in the way of a model of files, with the precision that is chosen. */
function precisionBlocks(
  overview: ModelOverview,
  settings: Pick<RunSettings, 'device' | 'dtype' | 'chatTemplate'>,
): readonly string[] {
  const blocks: string[] = []
  const here = computedHere(settings)
  const dtype = here && dtypeChoices(overview, here.device).find(choice => choice.value === here.dtype)
  if (!dtype) blocks.push(`The model has no ${settings.dtype} files: choose another precision.`)
  else if (dtype.reason) blocks.push(`${settings.dtype} cannot be used. ${sentence(dtype.reason)}`)
  if (!overview.hasTemplate && settings.chatTemplate === 'own')
    blocks.push('The model has no chat template: add its file, or choose the built-in one.')
  return blocks
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

import { type CostState, countAnswers, expectedSeconds } from '../../app/run/cost.ts'
import { isComparableRun } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import {
  type AppState,
  type Chosen,
  type DeviceState,
  needsConfirming,
  type RunSummary,
} from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import type { DtypeOverview } from '../../engine/model/dtype-overview.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { mixtureFor, recommendOn } from '../../engine/model/recommend.ts'
import { refusesDetail, refusesImages } from '../../engine/model/refusal.ts'
import { serverRefusal, serverWords } from '../../engine/model/served.ts'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import {
  computedHere,
  type Device,
  type Dtype,
  deviceName,
  dtypes,
  isNative,
  toDeviceKind,
} from '../../engine/protocol/device.ts'
import { dtypeWords, isMixed, mainDtype, withGraph } from '../../engine/protocol/mixed-precision.ts'
import {
  type ChatTemplate,
  chosenDetail,
  type Order,
  type RunSettings,
  type Scoring,
} from '../../engine/protocol/settings.ts'
import { bytes, roughDuration, sentence } from './format.ts'

export interface SelectOption<Value> {
  readonly value: Value
  /** The value itself unless given. */
  readonly text?: string
  /** The text without its qualification, if it has one. */
  readonly name?: string
  /** Why it cannot be chosen. */
  readonly reason?: string | null
}

/** The devices: the graphics card if there is one, the processor, and those of the local server. */
export function deviceChoices(state: DeviceState): readonly SelectOption<Device>[] {
  const { webgpu, native, cores, isolated } = state
  const reason =
    webgpu.status === 'available'
      ? null
      : webgpu.status === 'checking'
        ? 'still checking for a GPU'
        : webgpu.reason
  const threads = isolated ? `${counted(cores, 'core')}` : 'one thread'
  return [
    { value: 'webgpu', name: 'WebGPU', text: 'WebGPU · GPU', reason },
    { value: 'wasm', text: `WASM · CPU, ${threads}` },
    ...(native?.devices ?? []).map(device => ({
      value: device,
      text: `${deviceName(device)} · ONNX Runtime ${native?.onnxruntime}`,
    })),
  ]
}

export const scoringChoices: readonly SelectOption<Scoring>[] = [
  { value: 'generate', name: 'Generated text', text: 'Generated text (official)' },
  { value: 'choices', text: 'Option probabilities' },
]

export const orderChoices: readonly SelectOption<Order>[] = [
  { value: 'balanced', text: 'Balanced over voxels' },
  { value: 'dataset', text: 'Data set order' },
]

/** Finished runs on the chosen data set, with which a new run can be compared while it runs. */
export function comparable(
  dataset: AppState['dataset'],
  runs: readonly RunSummary[],
): readonly SelectOption<string>[] {
  if (dataset.status !== 'ready') return []
  const { fingerprint } = dataset.overview
  return runs
    .filter(summary => isComparableRun(summary, fingerprint))
    .map(({ run }) => ({ value: run.id, text: run.name }))
}

/** Why a precision cannot be used on a device; null if it can. */
function whyUnusable({ missing, problems }: DtypeOverview, device: Device): string | null {
  if (missing.length > 0) return `missing files: ${missing.join(', ')}`
  return problems[toDeviceKind(device)][0]?.message ?? null
}

/**
 * The precisions in a model’s folder, and why each cannot be used on a device. Where the folder lacks graphs in one, the
 * mixture that completes it stands in its place.
 */
export function dtypeChoices(
  { dtypes }: Pick<ModelOverview, 'dtypes'>,
  device: Device,
): readonly SelectOption<Dtype>[] {
  return dtypes
    .filter(({ dtype }) => !isMixed(dtype))
    .map(whole => (whole.missing.length > 0 && mixtureFor(dtypes, mainDtype(whole.dtype), device)) || whole)
    .map(precision => ({
      value: precision.dtype,
      name: dtypeWords(precision.dtype),
      text: `${dtypeWords(precision.dtype)} · ${bytes(precision.bytes)}`,
      reason: whyUnusable(precision, device),
    }))
}

/** One graph's precision beside those of the others, as `dtypeChoices` has the model's. One choice or none: nothing to choose. */
export function graphChoices(
  { dtypes: found }: Pick<ModelOverview, 'dtypes'>,
  { device, dtype }: { readonly device: Device; readonly dtype: Dtype },
  session: string,
): readonly SelectOption<Dtype>[] {
  return dtypes.flatMap(one => {
    const value = withGraph(dtype, session, one)
    const known = found.find(other => other.dtype === value)
    if (!known || known.missing.length > 0) return []
    return [{ value, name: one, text: one, reason: whyUnusable(known, device) }]
  })
}

export const chatTemplateChoices: readonly SelectOption<ChatTemplate>[] = [
  { value: 'own', text: 'The model’s own', reason: 'the model has none' },
  { value: 'fallback', text: 'Built-in: User: … Assistant:' },
]

/** The Run button: its label, and the reasons why it is disabled. */
interface Readiness {
  readonly label: string
  /** Details of the run that are not in the label. */
  readonly note: string | null
  readonly blocks: readonly string[]
  /** An alternative to a precision that cannot be used. */
  readonly offer: Offer | null
}

interface Offer {
  readonly label: string
  readonly device: Device
  readonly dtype: Dtype
}

/** The state that `readiness` reads. */
export const readinessFields = [
  ...['dataset', 'model', 'settings', 'probes', 'live', 'device', 'trial', 'runs'],
  ...['confirmed', 'isPartGuessed', 'unreadFilter'],
] as const satisfies readonly (keyof AppState)[]

/**
 * The run of the current settings, and all that must be done before it can start.
 * @param asked what it asks; null until that is counted
 */
export function readiness(
  state: Pick<AppState, (typeof readinessFields)[number]>,
  asked: AskedCounts | null = null,
): Readiness {
  const { dataset, model, settings, live } = state
  const offer = model.status === 'ready' ? offerFor(model.overview, settings) : null
  const blocks: string[] = []
  if (live && isBusy(live)) blocks.push(`“${live.run.name}” is still active. Wait for it or stop it.`)
  blocks.push(...blockedBy('data set', dataset), ...blockedBy('model', model))
  if (dataset.status === 'ready' && dataset.overview.counts.loaded === 0)
    blocks.push('The data set has no usable samples.')
  if (state.unreadFilter !== null)
    blocks.push(`“Ask only” has “${state.unreadFilter}”, which names no questions. Change it in step 3.`)
  if (needsConfirming(state)) blocks.push('The column mapping was guessed. Check it in step 1 and confirm.')
  if (model.status === 'ready') {
    if (model.overview.problems.length > 0) blocks.push('This model cannot run. Step 2 has the reason.')
    const images = dataset.status === 'ready' ? dataset.overview.imagesAtOnce : 0
    const tooMany = refusesImages(model.overview.family, model.overview, images)
    if (tooMany) blocks.push(`${tooMany.message} Choose another model.`)
    if (model.overview.server) {
      const refused = serverRefusal(model.overview.server, settings, images)
      if (refused) blocks.push(`${refused.message} ${refused.remedy}`)
    } else blocks.push(...precisionBlocks(model.overview, settings))
    const undetailed = model.overview.server ? null : refusesDetail(model.overview, chosenDetail(settings))
    if (undetailed) blocks.push(`${undetailed.message} ${undetailed.remedy}`)
  }
  const device = deviceChoices(state.device).find(choice => choice.value === settings.device)
  if (device?.reason) blocks.push(`WebGPU cannot be used. ${sentence(device.reason)}`)
  if (isNative(settings.device) && !device)
    blocks.push('Start the server with npm start -- --native, or choose another device.')
  if (dataset.status !== 'ready' || model.status !== 'ready')
    return { label: 'Run the evaluation', note: null, blocks, offer }
  if (asked?.selected === 0 && settings.only)
    blocks.push('No question matches “Ask only”. Change it in step 3.')
  const { server } = model.overview
  const how = server ? serverWords(server) : `${dtypeWords(settings.dtype)}, ${deviceName(settings.device)}`
  const what = `${model.overview.name} (${how})`
  const questions = costWords(asked, state)
  if (dataset.overview.source === 'bundled' && model.overview.source === 'bundled')
    return {
      label: `Run the demo on ${questions}`,
      note: `The demo uses an artificial benchmark and model: ${what} on ${dataset.overview.name}.`,
      blocks,
      offer,
    }
  return { label: `Run ${what} on ${questions}`, note: null, blocks, offer }
}

/** "1,560 questions + 8 probe runs, 12,418 answers, about 29 min". */
function costWords(
  asked: AskedCounts | null,
  state: CostState & Pick<AppState, 'dataset' | 'probes'>,
): string {
  const { dataset, settings, probes } = state
  const loaded = dataset.status === 'ready' ? dataset.overview.counts.loaded : 0
  if (!asked && settings.only) return 'the selected questions'
  const questions = asked?.questions ?? Math.min(settings.limit ?? loaded, loaded)
  const answers = asked ? countAnswers(asked) : probes.length === 0 ? questions : null
  const seconds = answers === null ? null : expectedSeconds(answers, state)
  const passes = asked ? asked.probes.filter(n => n > 0).length : probes.length
  return [
    counted(questions, 'question') + (passes > 0 ? ` + ${counted(passes, 'probe run')}` : ''),
    ...(passes > 0 && answers !== null ? [counted(answers, 'answer')] : []),
    ...(seconds === null ? [] : [`about ${roughDuration(seconds)}`]),
  ].join(', ')
}

/**
 * An alternative to a precision that cannot be used on the chosen device: the best one there, else the recommended one on
 * another device. Null if the chosen precision can be used, or if none can.
 */
export function offerFor(
  { dtypes, recommended, problems }: Pick<ModelOverview, 'dtypes' | 'recommended' | 'problems'>,
  settings: Pick<RunSettings, 'device' | 'dtype'>,
): Offer | null {
  const here = computedHere(settings)
  if (!here || problems.length > 0) return null
  const chosen = dtypes.find(({ dtype }) => dtype === here.dtype)
  if (chosen && chosen.missing.length === 0 && chosen.problems[toDeviceKind(here.device)].length === 0)
    return null
  const recommendation = recommendOn(dtypes, here.device) ?? recommended
  if (!recommendation) return null
  const { device, dtype } = recommendation
  const label =
    device === here.device ? `Use ${dtypeWords(dtype)}` : `Use ${dtypeWords(dtype)} on ${deviceName(device)}`
  return { label, device, dtype }
}

/** Why a model folder cannot run in the chosen precision. */
function precisionBlocks(
  overview: ModelOverview,
  settings: Pick<RunSettings, 'device' | 'dtype' | 'chatTemplate'>,
): readonly string[] {
  const blocks: string[] = []
  const here = computedHere(settings)
  const dtypeOverview = here && overview.dtypes.find(({ dtype }) => dtype === here.dtype)
  const reason = here && dtypeOverview ? whyUnusable(dtypeOverview, here.device) : null
  const precision = dtypeWords(settings.dtype)
  if (!dtypeOverview) blocks.push(`The model has no ${precision} files. Choose another precision.`)
  else if (reason) blocks.push(`${precision} cannot be used. ${sentence(reason)}`)
  if (!overview.hasTemplate && settings.chatTemplate === 'own')
    blocks.push('The model has no chat template. Add its file, or choose the built-in one.')
  return blocks
}

function blockedBy(what: string, chosen: Chosen<unknown>): readonly string[] {
  switch (chosen.status) {
    case 'ready':
      return []
    case 'none':
      return [`Choose a ${what} first.`]
    case 'reading':
      return [`The ${what} is still being read.`]
    case 'locked':
      return [`The ${what} folder needs your permission again.`]
    case 'failed':
      if (chosen.error.code === 'no-questions')
        return [`The ${what} has no questions yet. Step 1 derives them.`]
      return [`The ${what} could not be read. Step ${what === 'model' ? 2 : 1} has the reason.`]
  }
}

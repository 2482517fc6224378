import { type DatasetOverview, datasetInfo } from '../../data/formats/dataset-overview.ts'
import { withMoreTokens } from '../../engine/analysis/cut-answers.ts'
import { counted } from '../../engine/base/counted.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { matrixKernel } from '../../engine/base/ort-build.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { dtypeAfter } from '../../engine/model/recommend.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import type { PassPart } from '../../engine/probes/open-pass.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import { precisionName } from '../../engine/protocol/detail-words.ts'
import { computedHere, isNative, toDeviceKind } from '../../engine/protocol/device.ts'
import type { ModelInfo } from '../../engine/protocol/identity.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { findProtocol, protocolsFor } from '../../engine/protocol/protocols/registry.ts'
import { judgedName } from '../../engine/protocol/rubrics/rubric.ts'
import type { Environment, Run } from '../../engine/protocol/run.ts'
import { selectionName, selectionText } from '../../engine/protocol/selection.ts'
import {
  defaultSettings,
  mostAtOnce,
  mostNewTokens,
  type RunSettings,
  usualThoughtTokens,
} from '../../engine/protocol/settings.ts'
import { type Division, divideCores } from '../state/device.ts'
import type { AppState, DeviceState } from '../state/state.ts'

interface NewRun {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  /** Fingerprint of the model in the chosen precision. */
  readonly fingerprint: string
  readonly settings: RunSettings
  /** As `describeEnvironment` returns it for a page. */
  readonly environment: Environment
  /** Whether the user set the length of an answer; otherwise the protocol may increase it. */
  readonly isLengthChosen: boolean
}

/** A run on these folders with these settings, not begun. */
export function newRun(wanted: NewRun): Run {
  const { dataset, model, fingerprint, environment } = wanted
  // Chosen for a server, and of no meaning elsewhere.
  const {
    heldToLetter,
    window,
    imageDetail = ownDetail,
    thinking: _,
    thoughtTokens: __,
    ...settings
  } = wanted.settings
  const isHeld = heldToLetter === true && model.server !== undefined && settings.scoring === 'generate'
  const { name, counts, protocol } = dataset
  const followed = canFollow(protocol, settings.protocol) ? settings.protocol : protocol
  const needed = wanted.isLengthChosen ? undefined : findProtocol(followed).newTokens
  return {
    id: crypto.randomUUID(),
    name: `${model.name} ${model.server ? '' : `${precisionName(wanted.settings)} `}on ${name}`,
    created: new Date().toISOString(),
    state: 'running',
    total: Math.min(counts.loaded, settings.limit ?? counts.loaded),
    settings: {
      ...settings,
      ...(isHeld && { heldToLetter: true }),
      ...(window !== undefined && window !== 'file' && wanted.dataset.depth && { window }),
      ...(imageDetail !== ownDetail && !model.server && { imageDetail }),
      protocol: followed,
      ...thinkingSettings(model, wanted.settings),
      ...(needed && { newTokensByKind: needed }),
    },
    dataset: datasetInfo(dataset),
    model: modelInfo(model, settings, fingerprint),
    environment,
    timings: { load: 0, asking: 0 },
  }
}

/** A model whose template has a switch does not think unless it is asked to; another always does. */
export function thinkingSettings(
  { thinks }: Pick<ModelOverview, 'thinks'>,
  { thinking, thoughtTokens = usualThoughtTokens }: Pick<RunSettings, 'thinking' | 'thoughtTokens'>,
): Pick<RunSettings, 'thinking' | 'thoughtTokens'> {
  if (!thinks) return {}
  const chosen = thinking ?? (thinks === 'always' ? 'on' : 'off')
  return chosen === 'on' ? { thinking: 'on', thoughtTokens } : { thinking: 'off' }
}

function modelInfo(
  { name, source, family, parameters, adapter, departure, dtypes, server }: ModelOverview,
  settings: RunSettings,
  fingerprint: string,
): ModelInfo {
  const here = computedHere(settings)
  const precision = here ? dtypes.find(({ dtype }) => dtype === here.dtype) : undefined
  const memory = here && precision?.memory?.total[toDeviceKind(here.device)]
  return {
    name,
    source,
    family,
    fingerprint,
    ...(parameters && { parameters: parameters.count }),
    ...(adapter && { adapter }),
    ...(departure !== null && { departure }),
    ...(precision?.agreement && { agreement: precision.agreement }),
    ...(precision && { size: precision.bytes }),
    ...(memory && { memory: Math.round(memory) }),
    ...(server && { server }),
  }
}

/**
 * A run of a part, with its number of questions. A selection is in its name: "… on demo (CT, 200)".
 * @param all questions of the selection, before a limit
 * @throws VoxelwiseError nothing-selected where a selection leaves no question
 */
export function withTotal(run: Run, total: number, all: number): Run {
  const { only } = run.settings
  if (!only) return { ...run, total }
  const name = `${run.name} (${selectionName(only)}, ${total})`
  if (total > 0) return { ...run, name, total, selected: all }
  throw new VoxelwiseError({
    code: 'nothing-selected',
    subject: selectionText(only),
    message: 'No question of the data set matches the selection.',
    remedy: 'Check the names and values of the fields.',
  })
}

/** A choice for another data set may not fit this one. */
const canFollow = (own: ProtocolReference, chosen: ProtocolReference): boolean =>
  protocolsFor(own).some(({ id, version }) => id === chosen.id && version === chosen.version)

/** A new pass over the samples of a run. @param part if it asks a part of them only */
export function newPass(
  run: Run,
  probe: Probe,
  total: number,
  environment: Environment,
  part: PassPart | null,
): Run {
  return {
    ...notBegun(`${run.name}: ${probeName(probe)}`),
    total,
    dataset: run.dataset,
    model: run.model,
    settings: {
      ...run.settings,
      ...part,
      // Answers in words have no option probabilities.
      ...(findProbeKind(probe).isInText && { scoring: 'generate' }),
    },
    environment,
    probe,
    parent: run.id,
  }
}

/** What every further run of the same folders begins with. It takes nothing of an earlier run that is not named. */
const notBegun = (name: string) => ({
  ...{ id: crypto.randomUUID(), name, created: new Date().toISOString() },
  ...({ state: 'paused', timings: { load: 0, asking: 0 } } as const),
})

/**
 * A run that repeats another with a higher limit of new tokens. Decoding is greedy: answers that were not cut stay.
 * @param cut how many were
 */
export function newAgain(run: Run, cut: number, environment: Environment): Run {
  const settings = withMoreTokens(run.settings)
  return {
    ...notBegun(`${run.name}, up to ${counted(mostNewTokens(settings), 'token')}`),
    total: run.total,
    ...(run.selected !== undefined && { selected: run.selected }),
    settings,
    dataset: run.dataset,
    model: run.model,
    environment,
    // A tag speaks of a sample, whatever was answered.
    ...(run.tags && { tags: run.tags }),
    ...(run.positive !== undefined && { positive: run.positive }),
    again: { of: run.id, cut },
  }
}

export interface NewJudging {
  readonly by: { readonly protocol: ProtocolReference; readonly name: string }
  readonly judging: Judging
  /** Answers to be rated, those that are rated again each time. */
  readonly total: number
  readonly judge: ModelOverview
  /** Fingerprint of the judge in the chosen precision. */
  readonly fingerprint: string
  readonly settings: Pick<RunSettings, 'device' | 'dtype' | 'maxNewTokens' | 'chatTemplate'>
  readonly device: DeviceState
}

/** A judge's new pass over the free-text answers of a run, or over replies without options. */
export function newJudging(parent: Run, { by, judging, total, judge, ...chosen }: NewJudging): Run {
  const { fingerprint, device } = chosen
  const settings: RunSettings = {
    ...defaultSettings,
    ...chosen.settings,
    protocol: by.protocol,
    fullText: true,
    keepFeatures: judging.showsImages,
    order: 'dataset',
  }
  return {
    id: crypto.randomUUID(),
    name: `${judgedName(by, judge.name)}: ${parent.name}`,
    created: new Date().toISOString(),
    state: 'running',
    total,
    settings,
    dataset: parent.dataset,
    model: modelInfo(judge, settings, fingerprint),
    environment: describeEnvironment(device, judge, settings),
    timings: { load: 0, asking: 0 },
    judging,
    parent: parent.id,
  }
}

export function divisionFor(
  { dtypes }: ModelOverview,
  settings: RunSettings,
  machine: Pick<DeviceState, 'cores' | 'isolated'>,
): Division {
  const { atOnce = 1 } = settings
  const here = computedHere(settings)
  // A server computes elsewhere: here, copies are parallel requests.
  if (!here) return { copies: machine.isolated ? Math.min(atOnce, mostAtOnce) : 1, threads: 1 }
  const memory = dtypes.find(known => known.dtype === here.dtype)?.memory?.total.wasm ?? null
  return divideCores(machine, here.device, memory)
}

export function describeEnvironment(
  device: DeviceState,
  model: ModelOverview,
  settings: RunSettings,
): Environment {
  const { copies, threads } = divisionFor(model, settings, device)
  const here = computedHere(settings)
  const kernel = here && !isNative(here.device) ? matrixKernel(here.device) : undefined
  const adapter = device.webgpu.status === 'available' ? device.webgpu.adapter : null
  return {
    ...__VERSIONS__,
    ...(isNative(settings.device) && device.native && { onnxruntime: device.native.onnxruntime }),
    userAgent: navigator.userAgent,
    threads,
    ...(copies > 1 && { copies }),
    ...(kernel && { kernel }),
    adapter: settings.device === 'webgpu' ? adapter : null,
  }
}

/** Settings after a change: with another device comes the precision that is recommended there, unless one was chosen. */
export function changedSettings(
  { settings, model }: Pick<AppState, 'settings' | 'model'>,
  part: Partial<RunSettings>,
): RunSettings {
  const changed = { ...settings, ...part }
  const [before, after] = [computedHere(settings), computedHere(changed)]
  if (part.dtype !== undefined || !before || !after || before.device === after.device) return changed
  if (model.status !== 'ready' || model.overview.server) return changed
  return { ...changed, dtype: dtypeAfter(model.overview.dtypes, before, after.device) }
}

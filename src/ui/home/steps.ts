/** The three steps of the set-up, as facts of the page's state. */
import { type AppState, type Chosen, needsConfirming } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { serverWords } from '../../engine/model/served.ts'
import { detailWords } from '../../engine/protocol/detail-words.ts'
import { deviceName } from '../../engine/protocol/device.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { selectionText } from '../../engine/protocol/selection.ts'
import { chosenDetail } from '../../engine/protocol/settings.ts'
import { count } from '../text/format.ts'

const stepIds = ['dataset', 'model', 'run'] as const
export type StepId = (typeof stepIds)[number]

/** What a closed step shows in one line. */
export interface StepFacts {
  readonly id: StepId
  /** The chosen folder or model; null where nothing is chosen. */
  readonly choice: string | null
  readonly detail: string
  /** Whether the user has to do something here before a run. */
  readonly isOpenTask: boolean
}

/** The state that `programs` reads. */
export const stepFields = ['dataset', 'model', 'settings', 'probes', 'confirmed', 'isPartGuessed'] as const
export type StepState = Pick<AppState, (typeof stepFields)[number]>

/** The steps, in order. */
export function setUpSteps(state: StepState): readonly [StepFacts, StepFacts, StepFacts] {
  return [datasetStep(state), modelStep(state), runStep(state)]
}

/**
 * The step that is open: the one that the user opened, or else the first that needs something. Reading needs nothing, so that
 * nothing jumps while the page opens.
 */
export function openStep(steps: readonly StepFacts[], wanted: StepId | null): StepId {
  return wanted ?? steps.find(({ isOpenTask }) => isOpenTask)?.id ?? 'run'
}

function datasetStep(state: StepState): StepFacts {
  const { dataset } = state
  if (dataset.status !== 'ready') return { id: 'dataset', ...unread(dataset) }
  const { name, counts, images } = dataset.overview
  const isGuess = needsConfirming(state)
  const detail = `${counted(counts.loaded, 'question')}, ${counted(images, 'image')}`
  return {
    id: 'dataset',
    choice: name,
    detail: isGuess ? `${detail}. Its columns are not confirmed.` : detail,
    isOpenTask: isGuess || counts.loaded === 0,
  }
}

function modelStep(state: StepState): StepFacts {
  const { model, settings } = state
  if (model.status !== 'ready') return { id: 'model', ...unread(model) }
  const isDemo = isDemoOnOwnData(state)
  const { name, server, problems, hasTemplate } = model.overview
  const where = server ? serverWords(server) : `${dtypeWords(settings.dtype)}, ${deviceName(settings.device)}`
  const cannotRun = problems.length > 0
  const lacksTemplate = !server && !hasTemplate && settings.chatTemplate === 'own'
  return {
    id: 'model',
    choice: name,
    detail: cannotRun ? 'This model cannot run.' : isDemo ? `${where}. ${demoModelWords}` : where,
    isOpenTask: cannotRun || lacksTemplate || isDemo,
  }
}

/** Whether the demo's model would be asked about other images than the demo's. */
export const isDemoOnOwnData = ({ dataset, model }: Pick<AppState, 'dataset' | 'model'>): boolean =>
  dataset.status === 'ready' &&
  dataset.overview.source !== 'bundled' &&
  model.status === 'ready' &&
  model.overview.source === 'bundled'

export const demoModelWords = 'The demo model knows only the drawings of the demo.'

function runStep({ settings, probes }: StepState): StepFacts {
  const { only, limit, scoring } = settings
  const parts = [
    limit === null ? (only ? null : 'All questions') : `At most ${counted(limit, 'question')}`,
    only && `only ${selectionText(only)}`,
    scoring === 'choices' ? 'option probabilities' : 'generated text',
    chosenDetail(settings) !== ownDetail && detailWords(chosenDetail(settings)),
    probes.length > 0 && `${count(probes.length)} ${probes.length === 1 ? 'probe' : 'probes'}`,
  ].filter(Boolean)
  const text = parts.join(', ')
  return { id: 'run', choice: null, detail: text.charAt(0).toUpperCase() + text.slice(1), isOpenTask: false }
}

function unread(chosen: Exclude<Chosen<unknown>, { readonly status: 'ready' }>): Omit<StepFacts, 'id'> {
  switch (chosen.status) {
    case 'none':
      return { choice: null, detail: 'Nothing chosen yet.', isOpenTask: true }
    case 'reading':
      return { choice: chosen.name || null, detail: 'Reading…', isOpenTask: false }
    case 'locked':
      return { choice: chosen.name, detail: 'Needs your permission again.', isOpenTask: true }
    case 'failed':
      return { choice: chosen.name, detail: 'Could not be read.', isOpenTask: true }
  }
}

/** Settings that may have no effect. */
type Setting = 'dtype' | 'heldToLetter' | 'maxNewTokens' | 'fullText' | 'seed' | 'everySlice' | 'against'

const noText = 'No effect: option probabilities generate no text.'

/** Why settings have no effect at present, by setting. @param comparable finished runs on the same data set */
export function withoutEffect(
  { settings, model }: Pick<AppState, 'settings' | 'model'>,
  comparable: number,
): Readonly<Partial<Record<Setting, string>>> {
  const readsNoText = settings.scoring === 'choices'
  return {
    ...(model.status !== 'ready' && { dtype: 'Known once the model is read.' }),
    ...(readsNoText && { maxNewTokens: noText, fullText: noText, heldToLetter: noText }),
    ...(settings.order === 'dataset' && { seed: 'No effect: only the balanced order is random.' }),
    ...((settings.until?.width ?? null) === null && { everySlice: 'No effect without “Stop at ±”.' }),
    ...(comparable === 0 && { against: 'Needs a finished run on this data set.' }),
  }
}

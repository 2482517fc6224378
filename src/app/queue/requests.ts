import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ChosenSource } from '../../data/sources/source.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { probeKey } from '../../engine/probes/kind-of.ts'
import type { PassPart } from '../../engine/probes/open-pass.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { SizePlan } from '../../engine/protocol/size-plan.ts'
import type { Needed, Opening } from '../../workers/contracts/folders.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { JudgeChoice } from '../run/judge-choice.ts'
import type { AppState, DeviceState } from '../state/state.ts'

/** What the queue reads of every request of a button. */
interface Request {
  /** Two presses with one key ask for the same thing. */
  readonly key: string
  /** For messages: the run, or the data set of a new one. */
  readonly name: string
  /** Id of the stored run that it is about; null for a new run. */
  readonly about: string | null
  /** Whether it may wait behind other runs; else it is refused while another is at work. */
  readonly mayWait: boolean
}

/** The page's choices when a button was pressed. Later changes on the page do not affect it. */
interface ChosenFolders {
  readonly dataset: DatasetOverview
  readonly sources: { readonly dataset: ChosenSource; readonly model: ChosenSource }
  readonly needed: Needed
}

interface Chosen {
  readonly settings: RunSettings
  readonly isLengthChosen: boolean
  readonly device: DeviceState
}

export interface StartRequest extends Request, ChosenFolders, Chosen {
  readonly kind: 'start'
  readonly model: ModelOverview
  readonly probes: readonly Probe[]
  /** What the run is planned for; null without a plan. */
  readonly plan: SizePlan | null
  /** Records that are there already, as lines of JSON. */
  readonly earlier: Blob | null
}

interface ContinueRequest extends Request {
  readonly kind: 'continue'
  readonly run: Run
}

interface PassesRequest extends Request {
  readonly kind: 'passes'
  readonly run: Run
  readonly probes: readonly Probe[]
  /** If they ask a part of the run's questions only. */
  readonly part: PassPart | null
  readonly device: DeviceState
}

/** The cut answers of a run, with a higher limit. */
export interface AgainRequest extends Request {
  readonly kind: 'again'
  readonly run: Run
  readonly device: DeviceState
}

export interface JudgeRequest extends Request {
  readonly kind: 'judge'
  readonly run: Run
  readonly choice: JudgeChoice
  readonly judge: ModelOverview
  readonly source: ChosenSource
  readonly needed: Opening
  readonly device: DeviceState
}

export type QueueRequest = StartRequest | ContinueRequest | PassesRequest | AgainRequest | JudgeRequest

export const continueRequest = (run: Run): ContinueRequest => ({
  ...{ kind: 'continue', key: `continue ${run.id}`, name: run.name, about: run.id, mayWait: false },
  run,
})

export const passesRequest = (
  run: Run,
  probes: readonly Probe[],
  device: DeviceState,
  part: PassPart | null,
): PassesRequest => ({
  ...{ kind: 'passes', name: run.name, about: run.id, mayWait: true, run, probes, device, part },
  key: JSON.stringify(['passes', run.id, part, ...probes.map(probeKey)]),
})

export const againRequest = (run: Run, device: DeviceState): AgainRequest => ({
  ...{ kind: 'again', key: `again ${run.id}`, name: run.name, about: run.id, mayWait: false },
  ...{ run, device },
})

/** A run with the page's current choices. @throws VoxelwiseError if the data set or the model is not ready */
export function chosenStartRequest(
  { settings, isLengthChosen, device, probes, plan }: AppState,
  folders: FolderRegistry,
  earlier: Blob | null,
): StartRequest {
  const dataset = folders.dataset()
  const model = folders.model()
  const sources = {
    dataset: chosen(folders.descriptor('dataset')),
    model: chosen(folders.descriptor('model')),
  }
  const needed = folders.needed()
  // Records of an earlier session are a run of their own: only a press without them may be a second press.
  const key = JSON.stringify(['start', needed, settings, probes, earlier?.size ?? 0])
  return {
    ...{ kind: 'start', key, name: dataset.name, about: null, mayWait: false },
    ...{ dataset, model, sources, needed, settings, isLengthChosen, device, probes, earlier },
    // One for another data set says nothing of this one.
    plan: plan?.dataset === dataset.fingerprint ? plan.plan : null,
  }
}

/** A pass in which the judge on show rates the open answers of a run. @throws VoxelwiseError where it is not ready */
export function chosenJudgeRequest(
  { device }: AppState,
  folders: FolderRegistry,
  run: Run,
  choice: JudgeChoice,
): JudgeRequest {
  const judge = folders.judge()
  const source = chosen(folders.descriptor('judge'))
  const needed = folders.neededJudge()
  const key = JSON.stringify(['judge', run.id, choice, needed])
  return {
    ...{ kind: 'judge', key, name: run.name, about: run.id, mayWait: false },
    ...{ run, choice, judge, source, needed, device },
  }
}

/** Only chosen folders are ready. */
function chosen(source: ChosenSource | null): ChosenSource {
  if (source) return source
  throw new Error('Nothing is chosen.')
}

import type { ChosenSource } from '../../data/sources/source.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { JudgeChoice } from '../run/judge-choice.ts'
import type { AppState } from '../state/state.ts'
import {
  type FoldersOnShow,
  type JudgeRequest,
  judgeRequest,
  type StartRequest,
  startRequest,
} from './requests.ts'

/**
 * A run with the page's current choices.
 * @param earlier existing records, as lines of JSON
 * @throws VoxelwiseError if the data set or the model is not ready
 */
export function chosenStartRequest(
  { settings, isLengthChosen, device, probes }: AppState,
  folders: FoldersOnShow,
  earlier: Blob | null,
): StartRequest {
  const dataset = folders.dataset()
  const model = folders.model()
  const sources = {
    dataset: chosen(folders.descriptor('dataset')),
    model: chosen(folders.descriptor('model')),
  }
  const needed = folders.needed()
  return startRequest({
    ...{ dataset, model, sources, needed, settings, isLengthChosen, device, probes, earlier },
  })
}

/**
 * A pass in which the judge on show rates the open answers of a run.
 * @throws VoxelwiseError where the judge is not ready
 */
export function chosenJudgeRequest(
  { device }: AppState,
  folders: FoldersOnShow,
  run: Run,
  choice: JudgeChoice,
): JudgeRequest {
  const judge = folders.judge()
  const source = chosen(folders.descriptor('judge'))
  return judgeRequest({ run, choice, judge, source, needed: folders.neededJudge(), device })
}

/** Only chosen folders are ready. */
function chosen(source: ChosenSource | null): ChosenSource {
  if (source) return source
  throw new Error('Nothing is chosen.')
}

import { secondsFor } from '../../engine/model/speed.ts'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import { isAskedHere } from '../../engine/protocol/identity.ts'
import { chosenDetail } from '../../engine/protocol/settings.ts'
import type { AppState } from '../state/state.ts'

/** Answers below which an earlier run says too little about the speed. */
const enough = 50

export type CostState = Pick<AppState, 'dataset' | 'model' | 'settings' | 'trial' | 'runs'>

export const countAnswers = ({ questions, probes }: AskedCounts): number =>
  probes.reduce((sum, n) => sum + n, questions)

/** Seconds for this number of answers, at the pace of the speed test of these choices, or else of the latest such run. */
export function expectedSeconds(answers: number, state: CostState): number | null {
  const pace = triedPace(state) ?? earlierPace(state)
  return pace && answers * pace
}

/** The speed test of this model on this data set, device and precision, at whatever image detail; null where there is none. */
export function trialHere({ dataset, model, settings, trial }: Omit<CostState, 'runs'>) {
  if (trial.status !== 'done' || dataset.status !== 'ready' || model.status !== 'ready') return null
  const { what } = trial
  const isSame =
    what.model === model.overview.name &&
    what.dataset === dataset.overview.name &&
    what.device === settings.device &&
    what.dtype === settings.dtype
  return isSame ? trial : null
}

/** Seconds per answer. */
function triedPace(state: CostState): number | null {
  const trial = trialHere(state)
  if (!trial || trial.what.imageDetail !== chosenDetail(state.settings)) return null
  const { speed, whole } = trial
  return whole.questions > 0 ? secondsFor(speed, whole) / whole.questions : null
}

function earlierPace({ dataset, model, settings, runs }: CostState): number | null {
  if (dataset.status !== 'ready' || model.status !== 'ready') return null
  const earlierRun = runs?.find(({ run, answered, failed }) => {
    const isOwn =
      !run.imported && !run.again && !run.merged && isAskedHere(run.model) && !run.environment.runtime
    return (
      isOwn &&
      !run.judging &&
      answered + failed >= enough &&
      run.timings.asking > 0 &&
      run.dataset.fingerprint === dataset.overview.fingerprint &&
      run.model.name === model.overview.name &&
      run.model.family === model.overview.family &&
      run.settings.device === settings.device &&
      run.settings.dtype === settings.dtype &&
      chosenDetail(run.settings) === chosenDetail(settings) &&
      run.settings.scoring === settings.scoring
    )
  })
  return earlierRun ? earlierRun.run.timings.asking / 1000 / (earlierRun.answered + earlierRun.failed) : null
}

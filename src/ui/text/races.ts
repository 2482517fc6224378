/** What is said of a race of models. */
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { left, type PairStanding, winnersOf } from '../../engine/analysis/race/standing.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { deviceName, percent, points } from './format.ts'

/** "phantom-vlm q8", with the device where that alone tells two apart. */
export function modelName(run: Run, runs: readonly Run[]): string {
  const nameOf = ({ model, settings }: Run): string => `${model.name} ${settings.dtype}`
  const isAmbiguous = runs.some(other => other !== run && nameOf(other) === nameOf(run))
  return isAmbiguous ? `${nameOf(run)} on ${deviceName(run.settings.device)}` : nameOf(run)
}

/** "Race of 3 models on phantom-cube". */
export function raceTitle({ race, dataset }: Pick<Run, 'race' | 'dataset'>): string {
  return `Race of ${counted(race?.models ?? 0, 'model')} on ${dataset.name}`
}

/** Whether a model is still in the race. */
export function standingWords({ standing }: RaceReport, model: number): string {
  const { models, questions } = standing
  const winners = winnersOf(models, questions)
  if (winners.includes(model)) return winners.length === 1 ? 'Best' : 'One of the best'
  if (left(standing).includes(model)) return 'In the race'
  return models[model]?.asked === questions ? 'Not the best' : 'Out: cannot be the best'
}

/** How two models stand to each other. */
export function pairWords({ runs }: Pick<RaceReport, 'runs'>, pair: PairStanding): string {
  const [one, other] = [pair.first, pair.second].map(at => {
    const run = runs[at]
    return run ? modelName(run, runs) : ''
  })
  if (pair.certainty === 'equal') return `${one} and ${other} are right equally often`
  if (pair.better === null) return `${one} or ${other}: not yet known which is better`
  const [better, worse] = pair.better === 'first' ? [one, other] : [other, one]
  return `${better} is ${pair.certainty} better than ${worse}`
}

/** "−1.2 to +3.4 points". */
export function differenceWords({ difference: { low, high } }: PairStanding): string {
  return low === high ? `${points(low)} points` : `${points(low)} to ${points(high)} points`
}

/** What has come of it so far. */
export function outcomeWords(report: RaceReport): string {
  const { standing, runs, risk } = report
  const isWhole = standing.models.every(({ asked }) => asked === standing.questions)
  const winners = winnersOf(standing.models, standing.questions).flatMap(i => runs[i] ?? [])
  const names = winners.map(run => modelName(run, runs)).join(' and ')
  const saved = savedWords(report)
  if (winners.length === 0)
    return `${left(standing).length} of ${counted(runs.length, 'model')} can still be the best.`
  return winners.length === 1
    ? `${names} is the best${isWhole ? '' : `, at a risk of ${percent(risk)}`}. ${saved}`
    : `${names} are the best, right equally often. ${saved}`
}

/** What it took, and what it would have taken to ask every model everything. */
function savedWords({ standing }: RaceReport): string {
  const asked = standing.models.reduce((sum, model) => sum + model.asked, 0)
  const all = standing.questions * standing.models.length
  return `It took ${counted(asked, 'answer')} of the ${counted(all, 'answer')} that all models would have given to all questions.`
}

/** What the words of its tables mean. */
export function riskWords(risk: number): string {
  return `In at most ${percent(risk)} of races the best model is dropped or any “surely” is wrong, however often one looks; one “probably” by itself is wrong in at most 10.0%.`
}

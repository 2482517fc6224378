/** Texts for a race of models. */
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { left, type PairStanding, winnersOf } from '../../engine/analysis/race/standing.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { deviceName, percent, points } from './format.ts'

/** "phantom-vlm q8", with the device if two models differ only in that. */
export function modelName(run: Run, runs: readonly Run[]): string {
  const nameOf = ({ model, settings }: Run): string => `${model.name} ${settings.dtype}`
  const isAmbiguous = runs.some(other => other !== run && nameOf(other) === nameOf(run))
  return isAmbiguous ? `${nameOf(run)} on ${deviceName(run.settings.device)}` : nameOf(run)
}

/** "Race of 3 models on phantom-cube". */
export function raceTitle({ race, dataset }: Pick<Run, 'race' | 'dataset'>): string {
  return `Race of ${counted(race?.models ?? 0, 'model')} on ${dataset.name}`
}

/** The standing of a model in the race. */
export function standingWords({ standing }: RaceReport, model: number): string {
  const { models, questions } = standing
  const winners = winnersOf(models, questions)
  if (winners.includes(model)) return winners.length === 1 ? 'Best' : 'One of the best'
  if (left(standing).includes(model)) return 'In the race'
  return models[model]?.asked === questions ? 'Not the best' : 'Out: cannot be the best'
}

/** The comparison of two models. */
export function pairWords({ runs }: Pick<RaceReport, 'runs'>, pair: PairStanding): string {
  const [one, other] = [pair.first, pair.second].map(at => {
    const run = runs[at]
    return run ? modelName(run, runs) : ''
  })
  if (pair.certainty === 'equal') return `${one} and ${other} are equally accurate`
  if (pair.better === null) return `${one} or ${other}: undecided`
  const [better, worse] = pair.better === 'first' ? [one, other] : [other, one]
  return `${better} is ${pair.certainty} better than ${worse}`
}

/** "−1.2 to +3.4 points". */
export function differenceWords({ difference: { low, high } }: PairStanding): string {
  return low === high ? `${points(low)} points` : `${points(low)} to ${points(high)} points`
}

/** The outcome so far. */
export function outcomeWords(report: RaceReport): string {
  const { standing, runs, risk } = report
  const isWhole = standing.models.every(({ asked }) => asked === standing.questions)
  const winners = winnersOf(standing.models, standing.questions).flatMap(i => runs[i] ?? [])
  const names = winners.map(run => modelName(run, runs)).join(' and ')
  const saved = savedWords(report)
  if (winners.length === 0)
    return `${left(standing).length} of ${counted(runs.length, 'model')} can still win.`
  return winners.length === 1
    ? `${names} is the best${isWhole ? '' : `, with a ${percent(risk)} risk of error`}. ${saved}`
    : `${names} are the best, with equal accuracy. ${saved}`
}

/** The answers needed, of all that a full comparison needs. */
function savedWords({ standing }: RaceReport): string {
  const asked = standing.models.reduce((sum, model) => sum + model.asked, 0)
  const all = standing.questions * standing.models.length
  return `It took ${counted(asked, 'answer')}; a full comparison takes ${counted(all, 'answer')}.`
}

/** What "surely" and "probably" mean. */
export function riskWords(risk: number): string {
  return `The chance of dropping the best model, or of any wrong “surely”, is at most ${percent(risk)}. A “probably” may be wrong 10% of the time.`
}

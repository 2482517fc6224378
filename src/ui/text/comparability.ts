import type { Compared } from '../../app/controller/report-facts.ts'
import type { RunsComparison } from '../../engine/analysis/comparison.ts'
import { counted } from '../../engine/base/counted.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { windowOfRun } from '../../engine/protocol/setting-texts.ts'
import { selectionInRun, wholeSize } from './estimates.ts'
import { count } from './format.ts'

const protocolKey = ({ id, version, judge }: ProtocolReference): string =>
  [id, version, judge?.id, judge?.version].join(' ')

/** The number of questions asked, for each run that did not ask all. */
function partSizes({ runs, comparison }: Pick<Compared, 'runs' | 'comparison'>): readonly string[] {
  return runs.flatMap((run, at) => {
    const figures = comparison.runs[at]
    const askedCount = figures ? figures.overall.n + figures.failed : 0
    const total = figures ? wholeSize(run, askedCount) : null
    return total === null ? [] : [`run ${at + 1} asked ${count(askedCount)} of ${count(total)}`]
  })
}

/** Which runs of a saved comparison are estimates; null if every run asked all questions. */
export function estimatesAmong(compared: Compared): string | null {
  const parts = partSizes(compared)
  return parts.length === 0 ? null : `a part of the questions: ${parts.join(', ')}`
}

/** What a number of runs counts where copies count once: "different run" if there are any. */
export const runNoun = ({ copies }: Pick<RunsComparison, 'copies'>): string =>
  copies.length > 0 ? 'different run' : 'run'

/** Runs that count as one, a sentence each; empty where no run is a copy. */
export const copyWords = ({ copies }: Pick<RunsComparison, 'copies'>): readonly string[] =>
  copies.map(
    ({ run, of, shared }) =>
      `Runs ${Math.min(run, of) + 1} and ${Math.max(run, of) + 1} gave the same answers, as read, to all ${counted(shared, 'shared question')}. They count as one run in adjusted p-values, groups and correlations.`,
  )

/** Differences in questions or method that a reader of the comparison must know. */
export function runDifferences({ runs, comparison }: Compared): readonly string[] {
  const differ = (valueIn: (run: Compared['runs'][number]) => string) => new Set(runs.map(valueIn)).size > 1
  const others = Math.max(0, ...comparison.againstBaseline.map(({ otherImages }) => otherImages))
  const parts = partSizes({ runs, comparison })
  const notes = [
    parts.length > 0 &&
      `Not every run asked all questions (${parts.join(', ')}). The accuracy and shortcut rates of such a run are estimates for all questions. Differences cover the questions that both runs answered.`,
    differ(run => selectionInRun(run) ?? '') &&
      'The runs asked different selections of questions. Each accuracy is for the run’s own.',
    differ(run => run.dataset.fingerprint) &&
      'The runs used different data set files. Samples are paired by id, question and image.',
    others > 0 &&
      `Images differ: for up to ${counted(others, 'question')}, a run and the baseline used different image files.`,
    differ(({ settings: { protocol } }) => protocolKey(protocol)) &&
      'The runs follow different protocols: their prompts, or the rules that read answers, differ.',
    differ(windowOfRun) && 'The runs use different grey windows.',
    differ(run => run.settings.scoring) && 'The runs use different scoring.',
    runs.some(run => run.probe) && 'One of the runs is a probe. Its figures are not the official ones.',
  ]
  return notes.filter(text => text !== false)
}

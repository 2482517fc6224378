import type { Compared } from '../../app/controller/controller-api.ts'
import { counted } from '../../engine/base/counted.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { unaskedOf } from './estimates.ts'
import { count } from './format.ts'

const nameOf = ({ id, version, judge }: ProtocolReference): string =>
  [id, version, judge?.id, judge?.version].join(' ')

/** How many questions each run asked that did not ask all, by its number. */
function partsOf({ runs, comparison }: Compared): readonly string[] {
  return runs.flatMap((run, at) => {
    const figures = comparison.runs[at]
    const asked = figures ? figures.overall.n + figures.failed : 0
    const of = figures ? unaskedOf(run, asked) : null
    return of === null ? [] : [`run ${at + 1} asked ${count(asked)} of ${count(of)}`]
  })
}

/** What is saved of a comparison says with it: which runs are estimates; null where all asked all. */
export function estimatesAmong(compared: Compared): string | null {
  const parts = partsOf(compared)
  return parts.length === 0 ? null : `a part of the questions: ${parts.join(', ')}`
}

/** Where runs differ in what they were asked, or how: what a reader of their comparison must know. */
export function runDifferences({ runs, comparison }: Compared): readonly string[] {
  const differ = (of: (run: Compared['runs'][number]) => string) => new Set(runs.map(of)).size > 1
  const others = Math.max(0, ...comparison.againstBaseline.map(({ otherImages }) => otherImages))
  const parts = partsOf({ runs, comparison })
  const told = [
    parts.length > 0 &&
      `Not every run asked all questions (${parts.join(', ')}): its own accuracy and shortcut rates are estimates for all questions, with intervals that hold at any look where its order was drawn. Accuracies of diagnosis and perception are of what was asked; differences are on the questions that both answered, with intervals for questions like these and a single look.`,
    differ(run => run.dataset.fingerprint) &&
      'The runs were made on different data set files; samples are paired by id, question and image.',
    others > 0 &&
      `Images were not the same: up to ${counted(others, 'question')} of a run and the baseline went with image files of other content.`,
    differ(({ settings: { protocol } }) => nameOf(protocol)) &&
      'The runs follow different protocols: they were asked, or their answers read, by different rules.',
    differ(run => run.settings.scoring) && 'The runs were scored in different ways.',
    runs.some(run => run.probe) && 'An extra pass is among the runs: its figures are not the official ones.',
  ]
  return told.filter(text => text !== false)
}

/** What a run's figures are about: all of its data set, or a selection of it. */
import { questionsBehind } from '../../engine/analysis/asked-part.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { selectionText } from '../../engine/protocol/selection.ts'
import { count } from './format.ts'

/** "modality=CT"; null of a run on all of its data set. */
export const selectionOf = ({ settings }: Pick<Run, 'settings'>): string | null =>
  settings.only ? selectionText(settings.only) : null

/** Of a run whose accuracy is exact (`isExact`). */
export function exactWords(run: Run): string {
  const selection = selectionOf(run)
  return selection === null
    ? 'The accuracy on this benchmark is exact: every question was asked.'
    : `The accuracy on the selection ${selection} is exact: ${allOf(questionsBehind(run))}.`
}

const allOf = (questions: number): string =>
  questions === 1 ? 'its one question was asked' : `all ${counted(questions, 'question')} were asked`

/** "480 of 1,560 questions. This run asks 30 of them." */
export function selectedWords(run: Run): string {
  const { dataset, total, probe } = run
  const selected = run.selected ?? total
  const asks = total < selected ? ` This ${probe ? 'pass' : 'run'} asks ${count(total)} of them.` : ''
  return `${count(selected)} of ${counted(dataset.counts.loaded, 'question')}.${asks} All figures are for this selection.`
}

/** What is said of a judge's ratings, on the page and in reports. */
import type { JudgedBy } from '../../engine/analysis/judged-answers.ts'
import type { RubricFigures } from '../../engine/analysis/rubric-figures.ts'
import { counted } from '../../engine/base/counted.ts'
import { count } from './format.ts'

/** What a judge made of a run, in one line. */
export function judgedLine({ name, overall, unparsed, replies }: RubricFigures): string {
  const figure = overall === null ? 'none could be read' : overall.toFixed(1)
  return `${name}: ${figure}; unparsed replies: ${unparsed} of ${replies}`
}

/** How the judge was asked. */
export function howJudged({ judging }: Pick<JudgedBy, 'judging'>): string {
  const { showsImages, isHeld, repeated, times } = judging
  return [
    showsImages ? 'The judge saw the images.' : 'The judge saw no images.',
    isHeld
      ? 'Its replies were held to the form, so that every one has ratings whether or not it understands the question.'
      : 'It replied freely; only whole JSON objects within the scale count.',
    times > 0
      ? `${counted(repeated.length, 'answer')} rated ${counted(times, 'time')} more, drawn at temperature 1: the spread is their mean standard deviation.`
      : '',
  ]
    .filter(text => text !== '')
    .join(' ')
}

/** What is in no figure. */
export function notRated({
  figures,
  failed,
  open,
}: Pick<JudgedBy, 'figures' | 'failed' | 'open'>): readonly string[] {
  return [
    figures.unparsed > 0
      ? `${count(figures.unparsed)} of ${counted(figures.replies, 'reply', 'replies')} could not be read: in no figure, kept as given.`
      : '',
    failed > 0 ? `${counted(failed, 'answer')} could not be put to the judge.` : '',
    open > 0 ? `${counted(open, 'rating')} still to come.` : '',
  ].filter(text => text !== '')
}

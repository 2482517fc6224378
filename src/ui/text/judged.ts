/** Texts for a judge's ratings, on the page and in reports. */
import type { JudgedBy } from '../../engine/analysis/judged-answers.ts'
import type { RubricFigures } from '../../engine/analysis/rubric-figures.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Withheld } from '../../engine/probes/withheld-options.ts'
import { count } from './format.ts'

/** A judge's ratings of a run, in one line. */
export function judgedLine({ name, overall, unparsed, replies }: RubricFigures): string {
  const figure = overall === null ? 'no readable ratings' : overall.toFixed(1)
  return `${name}: ${figure}; unparsed replies: ${unparsed} of ${replies}`
}

/** How the judge was asked. */
export function howJudged({ judging }: Pick<JudgedBy, 'judging'>): string {
  const { showsImages, isHeld, repeated, times } = judging
  return [
    showsImages ? 'The judge saw the images.' : 'The judge saw no images.',
    isHeld
      ? 'Its replies were forced into valid form, so every answer has ratings.'
      : 'It replied freely. Only complete JSON with ratings within the scale counts.',
    times > 0
      ? `${counted(repeated.length, 'answer')} rated ${counted(times, 'more time', 'more times')} at temperature 1. The spread is the mean standard deviation.`
      : '',
  ]
    .filter(text => text !== '')
    .join(' ')
}

/** How replies without options were read. */
export function withheldWords({ byRule, byJudge, unread, judge }: Withheld): string {
  const judged = judge === null ? '' : `, ${count(byJudge)} by the judge ${judge}`
  return `Options withheld: of ${counted(byRule + byJudge + unread, 'reply', 'replies')}, ${count(byRule)} read by the rule${judged}, ${count(unread)} not read.`
}

/** Answers that no figure includes. */
export function notRated({
  figures,
  failed,
  open,
}: Pick<JudgedBy, 'figures' | 'failed' | 'open'>): readonly string[] {
  return [
    figures.unparsed > 0
      ? `${count(figures.unparsed)} of ${counted(figures.replies, 'reply', 'replies')} could not be read. They are stored, but count in no figure.`
      : '',
    failed > 0 ? `${counted(failed, 'answer')} could not be judged.` : '',
    open > 0 ? `${counted(open, 'rating')} pending.` : '',
  ].filter(text => text !== '')
}

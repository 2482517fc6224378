/** How sure the model is of its answers, among the findings of a run. */
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { type CardMaker, isJudged, threeOf } from '../../../ui/results/findings/finding-cards.ts'
import { rangeText } from '../../../ui/shared/sample/filters.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, percent } from '../../../ui/text/format.ts'

/** An answer with a higher probability is a sure one. */
export const sure = 0.9

const isSure = ({ confidence }: ResultRow): boolean => confidence !== null && confidence > sure

/** "60 answers of 1,560 have a probability above 90%; 31.7% of them are wrong." */
export function surenessWords(answers: number, known: number, wrong: number): string {
  const of = `${counted(answers, 'answer')} of ${count(known)} ${answers === 1 ? 'has' : 'have'} a probability above ${percent(sure)}`
  return answers === 0 ? `${of}.` : `${of}; ${percent(wrong / answers)} of them are wrong.`
}

export const surenessCard: CardMaker = ({ run, rows, overview }) => {
  const known = rows.filter(({ verdict, confidence }) => verdict !== 'failed' && confidence !== null)
  if (known.length === 0 || !isJudged(overview)) return null
  const answers = known.filter(isSure)
  const wrong = answers
    .filter(({ verdict }) => verdict === 'wrong')
    .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
  const query = { verdict: 'wrong', confidence: rangeText({ from: sure, to: 1 }), sort: 'surest' }
  return {
    ...{ id: 'sure', title: 'How sure it is', isShown: wrong.length > 0, weight: 65, lines: [] },
    sentences: [surenessWords(answers.length, known.length, wrong.length)],
    samples: threeOf(wrong),
    link:
      wrong.length === 0
        ? { href: resultsHref(run.id, 'confidence'), text: 'Confidence' }
        : { href: resultsHref(run.id, 'samples', query), text: counted(wrong.length, 'sure wrong answer') },
  }
}

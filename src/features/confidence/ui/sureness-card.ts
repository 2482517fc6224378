/** How sure the model is of its answers, among the findings of a run. */
import { accuracyShares } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { bareShare } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { firstThree } from '../../../ui/results/findings/card-answers.ts'
import { type CardMaker, type FindingCard, isJudged } from '../../../ui/results/findings/finding-cards.ts'
import type { FindingLine } from '../../../ui/results/findings/finding-lines.ts'
import { rangeText } from '../../../ui/shared/sample/filters.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, percent } from '../../../ui/text/format.ts'

/** An answer with a higher probability is a sure one. */
const sure = 0.9

const isSure = ({ confidence }: ResultRow): boolean => confidence !== null && confidence > sure

/** "60 answers of 1,560 have a probability above 90%; 31.7% of them are wrong." */
function surenessWords(answers: number, known: number, wrong: number): string {
  const sureWords = `${counted(answers, 'answer')} of ${count(known)} ${answers === 1 ? 'has' : 'have'} a probability above ${percent(sure)}`
  return answers === 0 ? `${sureWords}.` : `${sureWords}; ${percent(wrong / answers)} of them are wrong.`
}

export const surenessCard: CardMaker = ({ run, rows, overview }) => {
  const known = rows.filter(({ verdict, confidence }) => verdict !== 'failed' && confidence !== null)
  if (known.length === 0 || !isJudged(overview)) return null
  const answers = known.filter(isSure)
  const wrong = answers
    .filter(({ verdict }) => verdict === 'wrong')
    .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
  return {
    ...{ id: 'sure', title: 'How sure it is', isShown: wrong.length > 0, weight: 65 },
    sentences: [surenessWords(answers.length, known.length, wrong.length)],
    lines: accuracyLines(run.id, known, overview.part === null),
    samples: firstThree(wrong),
    link: answersLink(run.id, known.length, answers.length, wrong.length),
  }
}

const sureRange = { confidence: rangeText({ from: sure, to: 1 }) }
const otherRange = { confidence: rangeText({ from: 0, to: sure }) }

/** The accuracy of sure answers beside that of all others. @param isWhole whether groups of the answers have intervals */
function accuracyLines(run: string, known: readonly ResultRow[], isWhole: boolean): readonly FindingLine[] {
  const shares = isWhole ? accuracyShares(known) : null
  const line = (label: string, query: typeof sureRange, isIn: (row: ResultRow) => boolean): FindingLine[] => {
    const group = known.filter(isIn)
    if (group.length === 0) return []
    const right = group.filter(({ verdict }) => verdict === 'correct').length
    const share = shares?.where(isIn) ?? bareShare(group.length, right)
    return [{ label, href: resultsHref(run, 'samples', query), share }]
  }
  return [
    ...line(`Right, above ${percent(sure)}`, sureRange, isSure),
    ...line('Right, all other answers', otherRange, row => !isSure(row)),
  ]
}

/** To the sure wrong answers, else to all sure ones, else to the answers by their confidence. */
function answersLink(run: string, known: number, answers: number, wrong: number): FindingCard['link'] {
  if (wrong > 0) {
    const query = { verdict: 'wrong', ...sureRange, sort: 'surest' }
    return { href: resultsHref(run, 'samples', query), text: counted(wrong, 'sure wrong answer') }
  }
  if (answers > 0)
    return { href: resultsHref(run, 'samples', sureRange), text: counted(answers, 'sure answer') }
  return { href: resultsHref(run, 'confidence'), text: `${counted(known, 'answer')} by confidence` }
}

/** The verdict on the use of the images, among the findings of a run. */
import { canContinue } from '../../../app/state/passes.ts'
import { firstThree, rowsAt } from '../../../ui/results/findings/card-answers.ts'
import { type CardMaker, isJudged } from '../../../ui/results/findings/finding-cards.ts'
import type { FindingLine } from '../../../ui/results/findings/finding-lines.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import type { Audit } from '../engine/audit.ts'
import { plottedConditions } from '../engine/use-plot.ts'
import { conditionWords, verdictHeading } from '../text/audit-words.ts'
import { auditIn } from './audit-view.tsx'

const notAsked =
  'It is not known whether the model looks: no pass has asked the questions without their images.'

const mayNotNeed = 'Nothing shows whether its right answers need their images.'

/** Where no pass changed the images: the accuracy with them, three right answers, and what to do to know it. */
export const imageUseCard: CardMaker = ({ run, rows, overview, probes }) => {
  if (run.probe || !isJudged(overview)) return null
  const audit = auditIn({ probes })
  const card = { id: 'looks', title: 'Does it look?' }
  if (audit)
    return {
      ...{ ...card, sentences: [`${verdictHeading(audit)}.`], isShown: true, weight: 120 },
      lines: conditionLines(run.id, audit),
      samples: rowsAt(
        rows,
        audit.examples.map(({ index }) => index),
      ),
      link: { href: resultsHref(run.id, 'audit'), text: 'Image use, every figure' },
    }
  const withImage = rows.filter(({ image }) => image !== null)
  if (!canContinue(run) || withImage.length === 0) return null
  const right = withImage.filter(({ verdict }) => verdict === 'correct')
  const href = resultsHref(run.id, 'samples')
  return {
    ...{ ...card, sentences: right.length > 0 ? [notAsked, mayNotNeed] : [notAsked] },
    ...{ isShown: false, weight: 80 },
    lines: [{ label: conditionWords('original'), href, share: overview.overall }],
    samples: firstThree(right.length > 0 ? right : withImage),
    link: { href: resultsHref(run.id, 'audit'), text: 'Image use, 0 passes: ask without the images' },
  }
}

/** The own image first, then the images that must change the answers of a model that looks. */
function conditionLines(run: string, audit: Audit): readonly FindingLine[] {
  const evidenceWeight = (condition: string, evidence: string) =>
    condition === 'original' ? 0 : evidence === 'kept' ? 2 : 1
  return plottedConditions(audit)
    .toSorted((a, b) => evidenceWeight(a.condition, a.evidence) - evidenceWeight(b.condition, b.evidence))
    .map(({ condition, accuracy }) => ({
      label: conditionWords(condition),
      href: resultsHref(audit.passes.get(condition)?.run ?? run, 'samples'),
      share: accuracy,
    }))
}

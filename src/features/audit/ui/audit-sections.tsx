import { counted } from '../../../engine/base/counted.ts'
import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import { withheldWords } from '../../../ui/text/judged.ts'
import type { Audit } from '../engine/audit.ts'
import { publishedCategories } from '../engine/published.ts'
import { auditSentence, auditWords, categorySentence, floorSentence } from '../text/audit-words.ts'
import { ConditionTable, FigureTable, VerdictTables } from './audit-tables.tsx'

interface Props {
  readonly run: string
  readonly audit: Audit
}

/** The sentence of an audit, what was left out, and the line of each condition. */
export function AuditSummary({ run, audit }: Props) {
  const { overall, untouched, withoutImage, withheld } = audit
  const categories = categorySentence(publishedCategories(overall.figures))
  const floor = floorSentence(audit)
  return (
    <>
      <p className="finding">{auditSentence(audit)}</p>
      {categories && <p className="prose">{categories}</p>}
      {(untouched > 0 || withoutImage > 0) && (
        <p className="prose muted">
          {untouched > 0 &&
            `The right answer of ${counted(untouched, 'question')} also fits the wrong image; the wrong-image gap leaves ${untouched === 1 ? 'it' : 'them'} out. `}
          {withoutImage > 0 && `${counted(withoutImage, 'question')} without an image left out.`}
        </p>
      )}
      {floor && <p className="prose muted">{floor}</p>}
      {withheld && <p className="prose muted">{withheldWords(withheld)}</p>}
      <ConditionTable run={run} audit={audit} />
    </>
  )
}

/** Every figure with its interval, and the verdicts that follow. */
export function AuditFigures({ run, audit }: Props) {
  return (
    <>
      <FigureTable run={run} audit={audit} />
      <VerdictTables run={run} audit={audit} />
      <MethodsNote>{auditWords}</MethodsNote>
    </>
  )
}

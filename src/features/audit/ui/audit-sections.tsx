import { counted } from '../../../engine/base/counted.ts'
import { AsTable } from '../../../ui/shared/controls/folded.tsx'
import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import { withheldWords } from '../../../ui/text/judged.ts'
import type { Audit } from '../engine/audit.ts'
import { publishedCategories } from '../engine/published.ts'
import {
  auditSentence,
  auditWords,
  categorySentence,
  floorSentence,
  verdictHeading,
} from '../text/audit-words.ts'
import { ConditionTable, FigureTable, VerdictTables } from './audit-tables.tsx'
import { SwapExamples } from './swap-examples.tsx'
import { BehaviourTable, UsePicture } from './use-picture.tsx'

interface Props {
  readonly run: string
  readonly audit: Audit
}

/** The verdict of an audit, its picture, answers and examples, and what was left out. */
export function AuditSummary({ run, audit }: Props) {
  const { overall, untouched, withoutImage, withheld } = audit
  const categories = categorySentence(publishedCategories(overall.figures))
  const floor = floorSentence(audit)
  return (
    <>
      <h3 className="verdict">{verdictHeading(audit)}</h3>
      <p className="prose">{auditSentence(audit)}</p>
      <div className="use-figures">
        <UsePicture run={run} audit={audit} />
        <BehaviourTable audit={audit} />
      </div>
      <AsTable name="Answers by what was shown, as a table" isPrinted>
        <ConditionTable run={run} audit={audit} />
      </AsTable>
      <SwapExamples run={run} audit={audit} />
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
    </>
  )
}

/** Every figure with its interval, and the verdicts that follow. */
export function AuditFigures({ run, audit }: Props) {
  return (
    <>
      <VerdictTables run={run} audit={audit} />
      <FigureTable run={run} audit={audit} />
      <MethodsNote>{auditWords}</MethodsNote>
    </>
  )
}

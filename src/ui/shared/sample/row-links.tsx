import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { resultsHref } from '../../state/router.ts'
import { label } from '../../text/format.ts'
import { Verdict } from './verdict.tsx'

/** A short list of samples as links, with verdict, question and task. */
export function RowLinks({ run, rows }: { readonly run: string; readonly rows: readonly ResultRow[] }) {
  return (
    <ul className="row-links">
      {rows.map(row => (
        <li key={row.index}>
          <Verdict verdict={row.verdict} short />
          <a href={resultsHref(run, 'samples', { sample: String(row.index) })}>{row.question}</a>
          <span className="note row-task">{label(row.task)}</span>
        </li>
      ))}
    </ul>
  )
}

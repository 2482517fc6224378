import { useRef, useState } from 'react'
import type { RuleFigures } from '../../../engine/analysis/every-rule.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useFact } from '../../hooks/use-fact.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Awaited } from '../../shared/controls/error-box.tsx'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { figure, intervalColumns } from '../../shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../shared/table/data-table.tsx'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'

/** For answers that this run's rule left unread: a button, and what each rule reads. */
export const OtherRules = ({ run }: { readonly run: Run }) => (
  <ReadOnPress run={run} button="Read them by other rules" isOpen={false} />
)

/** The same answers by every set of rules: how much of a difference from a paper the reading may explain. */
export function EveryRule({ run, isOpen }: { readonly run: Run; readonly isOpen: boolean }) {
  if (run.settings.scoring === 'choices') return null
  return (
    <section className="stack whole" aria-labelledby="every-rule">
      <h3 id="every-rule">The same answers, read by every rule</h3>
      <p className="prose muted">A paper may have read its answers by other rules than this run.</p>
      <ReadOnPress run={run} button="Read the answers by every rule" isOpen={isOpen} />
    </section>
  )
}

interface ReadProps {
  readonly run: Run
  readonly button: string
  /** Whether they are read without a press. */
  readonly isOpen: boolean
}

function ReadOnPress({ run, button, isOpen }: ReadProps) {
  const [isAsked, setAsked] = useState(isOpen)
  const place = useRef<HTMLDivElement>(null)
  const ask = () => {
    // The pressed button disappears, and keyboard focus would be lost with it.
    place.current?.focus({ preventScroll: true })
    setAsked(true)
  }
  return (
    <div ref={place} className="stack whole" tabIndex={-1}>
      {isAsked ? (
        <Read run={run} />
      ) : (
        <div className="actions">
          <Button onClick={ask}>{button}</Button>
        </div>
      )}
    </div>
  )
}

function Read({ run }: { readonly run: Run }) {
  const fact = useFact('everyRule', { run: run.id }, '')
  return (
    <>
      <Awaited of={fact} doing="Reading the answers…" />
      {fact.status === 'ready' && (
        <DataTable
          caption="Accuracy of the same answers by rule"
          columns={columns}
          rows={fact.value.rules}
          rowKey={({ judge }) => judge ?? ''}
          file="voxelwise-rules.csv"
        />
      )}
      <MethodsNote>
        Differences are from the run’s own reading, with 95% MOVER intervals over clusters. Questions that a
        rule does not cover keep the protocol’s reading. An unparsed answer counts as wrong.
        {!run.settings.fullText &&
          ' Answers end where the run’s own rule had decided, so another rule may read less than a full text.'}
      </MethodsNote>
    </>
  )
}

const columns: readonly DataColumn<RuleFigures>[] = [
  {
    key: 'rule',
    name: 'Rule',
    value: ({ judge }) => judge ?? 'own',
    cell: ({ judge, name }) => (judge === null ? `this run: ${name}` : name),
  },
  figure('n', 'n', ({ n }) => n, count),
  figure('accuracy', 'Accuracy', ({ accuracy }) => accuracy, percent, { isStrong: true }),
  figure('unparsed', 'Unparsed', ({ unparsed }) => unparsed, count),
  figure('difference', 'Points', ({ difference }) => difference?.difference ?? null, points),
  ...intervalColumns<RuleFigures>(({ difference }) => difference, pointsInterval),
  figure('p', 'p', ({ difference }) => difference?.p ?? null, pValue),
]

import type { Compared } from '../../../app/controller/report-facts.ts'
import { type CompareTab, type CompareTabProps, isUnsplit } from '../../../ui/compare/compare-tab.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { reasonScale } from '../engine/marks/mark-set.ts'
import { markHref } from './marks/mark-address.ts'
import { ReaderFigures } from './reader-figures.tsx'

/** People and models on the same questions. */
export const readersTab: CompareTab = {
  ...{ id: 'readers', name: 'Readers', split: isUnsplit },
  Body: ReadersTab,
}

function ReadersTab({ compared }: CompareTabProps) {
  const readers = compared?.runs.filter(({ model }) => model.reader) ?? []
  const codes = new Set(readers.map(({ model }) => model.reader?.code))
  const rate = compared && (
    <p>
      <a
        href={markHref(
          compared.runs.map(({ id }) => id),
          reasonScale.id,
        )}
      >
        Rate the reasons of these runs
      </a>
      , mixed and without their names.
    </p>
  )
  if (!compared || codes.size < 2)
    return (
      <>
        <p className="prose">
          This tab compares people, and models with people. Tick the runs of at least two readers.{' '}
          <a href="#/people">Have people answer</a> makes such runs.
        </p>
        {rate}
      </>
    )
  return (
    <>
      <Readers compared={compared} />
      {rate}
    </>
  )
}

function Readers({ compared: { runs } }: { readonly compared: Compared }) {
  const readers = useFact('readers', { runs: runs.map(({ id }) => id) }, 0)
  const { comparison = null, people = [] } = readers.status === 'ready' ? readers.value : {}
  return (
    <>
      <h2>Readers</h2>
      <Awaited of={readers} doing="Comparing the readers…" />
      {comparison && <ReaderFigures runs={runs} of={comparison} people={people} />}
    </>
  )
}

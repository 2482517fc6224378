import type { Compared } from '../../../app/controller/report-facts.ts'
import { type CompareTab, type CompareTabProps, isUnsplit } from '../../../ui/compare/compare-tab.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { AgreementTable, AmongReaders, PairsTable, ReadersTable, VoxelAgreements } from './reader-tables.tsx'

/** People and models on the same questions. */
export const readersTab: CompareTab = {
  ...{ id: 'readers', name: 'Readers', split: isUnsplit },
  Body: ReadersTab,
}

function ReadersTab({ compared }: CompareTabProps) {
  const readers = compared?.runs.filter(({ model }) => model.reader) ?? []
  const codes = new Set(readers.map(({ model }) => model.reader?.code))
  if (!compared || codes.size < 2)
    return (
      <p className="prose">
        This tab compares people, and models with people. Tick the runs of at least two readers.{' '}
        <a href="#/people">Have people answer</a> makes such runs.
      </p>
    )
  return <Readers compared={compared} />
}

function Readers({ compared: { runs } }: { readonly compared: Compared }) {
  const found = useFact('readers', { runs: runs.map(({ id }) => id) }, 0)
  const { comparison = null, seconds = [] } = found.status === 'ready' ? found.value : {}
  return (
    <>
      <h2>Readers</h2>
      <Awaited of={found} doing="Comparing the readers…" />
      {comparison && (
        <>
          <p className="prose">
            On the {comparison.samples} questions that all of these runs asked. Kappas, alpha and AC1 are of
            being right, since letters mean other answers in other questions. Equal answers are the same
            option of the same question. Intervals draw whole clusters; none is given below 20 clusters.
          </p>
          <ReadersTable runs={runs} of={comparison} seconds={seconds} />
          <AgreementTable of={comparison} />
          <PairsTable runs={runs} of={comparison} />
          {comparison.models.map(model => (
            <AmongReaders key={model.run} runs={runs} model={model} of={comparison} />
          ))}
          <VoxelAgreements of={comparison} />
        </>
      )}
    </>
  )
}

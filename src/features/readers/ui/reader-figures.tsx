import { count } from '../../../ui/text/format.ts'
import { AgreementTable, TaskAgreements, VoxelAgreements } from './agreement-tables.tsx'
import { AmongReaders, PairsTable, type ReadersProps, ReadersTable } from './reader-tables.tsx'
import { SecondsTable } from './seconds-table.tsx'
import { TwoConditions } from './two-conditions.tsx'

/** All figures of people and models, with how they are made. */
export function ReaderFigures({ runs, of, people }: ReadersProps) {
  return (
    <>
      <p className="prose">
        On the {count(of.samples)} questions that all of these runs asked, in {count(of.clusters)} clusters.
        Kappas, alpha and AC1 are of being right, since letters mean other answers in other questions. Equal
        answers are the same option of the same question. Intervals draw whole clusters; none is given below
        20 clusters.
      </p>
      <ReadersTable runs={runs} of={of} people={people} />
      <SecondsTable runs={runs} people={people} />
      <AgreementTable of={of} />
      <PairsTable runs={runs} of={of} />
      {of.models.map(model => (
        <AmongReaders key={model.run} runs={runs} model={model} of={of} />
      ))}
      {of.conditions && <TwoConditions of={of.conditions} />}
      <TaskAgreements of={of} />
      <VoxelAgreements of={of} />
    </>
  )
}

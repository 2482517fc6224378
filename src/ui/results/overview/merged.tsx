import { counted } from '../../../engine/base/counted.ts'
import type { Merged, MergedShard } from '../../../engine/protocol/merged.ts'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { resultsHref } from '../../state/router.ts'
import { count, duration, percent } from '../../text/format.ts'
import { mergedWords, shareOf, stratumName } from '../../text/merged.ts'
import { TableSection } from './slice-table.tsx'

/** That several machines made the run, and where they disagreed. */
export function MergedNote({ merged }: { readonly merged: Merged }) {
  const { conflicts, canaries, strata } = merged
  return (
    <>
      <p className="muted">Merged from {mergedWords(merged)}.</p>
      {conflicts.length > 0 && (
        <p className="warning">
          {counted(conflicts.length, 'sample')} got different answers. The earlier sitting counts.
        </p>
      )}
      {strata.length > 1 && (
        <p className="warning">
          Produced on {count(strata.length)} kinds of machine. Of {counted(canaries.compared, 'sample')} asked
          on several, {count(canaries.differ)} got different answers.
        </p>
      )}
    </>
  )
}

/** Shards, kinds of machine, and answers that differ. */
export function MergedTables({ run, merged }: { readonly run: string; readonly merged: Merged }) {
  const { shards, strata, conflicts } = merged
  return (
    <div className="slice-grid">
      <TableSection title="Shards">
        <DataTable
          hasHeading
          caption="Merged shards"
          columns={[
            { key: 'shard', name: 'Shard', cell: nameOf },
            { key: 'state', name: 'State', cell: stateOf },
            { key: 'records', name: 'Answers', isNumber: true, cell: ({ records }) => count(records) },
            { key: 'sittings', name: 'Sessions', isNumber: true, cell: ({ sittings }) => count(sittings) },
            { key: 'asking', name: 'Asking', isNumber: true, cell: ({ asking }) => duration(asking / 1000) },
          ]}
          rows={shards}
          keyOf={nameOf}
          savedColumns={[
            { name: 'shard', value: nameOf },
            { name: 'state', value: stateOf },
            { name: 'answers', value: ({ records }) => records },
            { name: 'sittings', value: ({ sittings }) => sittings },
            { name: 'asking_ms', value: ({ asking }) => asking },
          ]}
          file="voxelwise-shards.csv"
        />
      </TableSection>
      {strata.length > 1 && (
        <TableSection title="Kinds of machine" wide>
          <DataTable
            hasHeading
            caption="Accuracy by kind of machine"
            columns={[
              { key: 'machine', name: 'Machine', cell: stratum => stratumName(stratum, strata) },
              { key: 'answered', name: 'Answered', isNumber: true, cell: ({ answered }) => count(answered) },
              {
                key: 'share',
                name: 'Right',
                isNumber: true,
                cell: stratum => (stratum.answered === 0 ? '–' : percent(shareOf(stratum))),
              },
            ]}
            rows={strata}
            keyOf={stratum => stratumName(stratum, strata)}
            savedColumns={[
              { name: 'machine', value: stratum => stratumName(stratum, strata) },
              { name: 'answered', value: ({ answered }) => answered },
              { name: 'correct', value: ({ correct }) => correct },
            ]}
            file="voxelwise-strata.csv"
          />
        </TableSection>
      )}
      {conflicts.length > 0 && (
        <TableSection title="Different answers to the same sample" wide>
          <DataTable
            hasHeading
            caption="Samples with different answers; the first counts"
            columns={[
              {
                key: 'sample',
                name: 'Sample',
                cell: ({ index }) => (
                  <PageLink href={resultsHref(run, 'samples', { sample: String(index) })}>
                    {count(index)}
                  </PageLink>
                ),
              },
              { key: 'counts', name: 'Counts', cell: ({ answers }) => answersIn(answers.slice(0, 1)) },
              { key: 'others', name: 'Other answers', cell: ({ answers }) => answersIn(answers.slice(1)) },
            ]}
            rows={conflicts}
            keyOf={({ index }) => String(index)}
            savedColumns={[
              { name: 'sample', value: ({ index }) => index },
              { name: 'counts', value: ({ answers }) => answersIn(answers.slice(0, 1)) },
              { name: 'also_said', value: ({ answers }) => answersIn(answers.slice(1)) },
            ]}
            file="voxelwise-different-answers.csv"
          />
        </TableSection>
      )}
    </div>
  )
}

const nameOf = ({ number, of }: MergedShard): string => `${number}/${of}`
const stateOf = ({ isFinished }: MergedShard): string => (isFinished ? 'finished' : 'unfinished')

const answersIn = (answers: Merged['conflicts'][number]['answers']): string =>
  answers.map(({ response, correct }) => `“${response ?? ''}” (${correct ? 'right' : 'wrong'})`).join(', ')

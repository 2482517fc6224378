import { counted } from '../../../engine/base/counted.ts'
import { duration } from '../../../engine/base/duration.ts'
import type { Conflict, Merged, MergedShard, Stratum } from '../../../engine/protocol/merged.ts'
import { figure, linkColumn, textColumn } from '../../shared/table/columns.tsx'
import { resultsHref } from '../../state/router.ts'
import { count, none, percent } from '../../text/format.ts'
import { mergedWords, stratumName, stratumShare } from '../../text/merged.ts'
import { TitledTable } from './slice-table.tsx'

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
      <TitledTable
        title="Shards"
        caption="Merged shards"
        columns={[
          textColumn<MergedShard>('shard', 'Shard', shardName),
          textColumn<MergedShard>('state', 'State', ({ isFinished }) =>
            isFinished ? 'finished' : 'unfinished',
          ),
          figure<MergedShard>('answers', 'Answers', ({ records }) => records, count),
          figure<MergedShard>('sittings', 'Sessions', ({ sittings }) => sittings, count),
          figure<MergedShard>(
            'asking_ms',
            'Asking',
            ({ asking }) => asking,
            ms => duration(ms / 1000),
          ),
        ]}
        rows={shards}
        rowKey={shardName}
        file="voxelwise-shards.csv"
      />
      {strata.length > 1 && <StrataTable strata={strata} />}
      {conflicts.length > 0 && <ConflictsTable {...{ run, conflicts }} />}
    </div>
  )
}

function StrataTable({ strata }: Pick<Merged, 'strata'>) {
  const machineName = (stratum: Stratum) => stratumName(stratum, strata)
  return (
    <TitledTable
      title="Kinds of machine"
      isAcross
      caption="Accuracy by kind of machine"
      columns={[
        textColumn<Stratum>('machine', 'Machine', machineName),
        figure<Stratum>('answered', 'Answered', ({ answered }) => answered, count),
        figure<Stratum>('correct', 'Right', ({ correct }) => correct, count, {
          cell: stratum => (stratum.answered === 0 ? none : percent(stratumShare(stratum))),
        }),
      ]}
      rows={strata}
      rowKey={machineName}
      file="voxelwise-strata.csv"
    />
  )
}

const ConflictsTable = ({ run, conflicts }: Pick<Merged, 'conflicts'> & { readonly run: string }) => (
  <TitledTable
    title="Different answers to the same sample"
    isAcross
    caption="Samples with different answers; the first counts"
    columns={[
      linkColumn<Conflict>(
        'sample',
        'Sample',
        ({ index }) => count(index),
        ({ index }) => resultsHref(run, 'samples', { sample: String(index) }),
        ({ index }) => index,
      ),
      textColumn<Conflict>('counts', 'Counts', ({ answers }) => answersIn(answers.slice(0, 1))),
      textColumn<Conflict>('also_said', 'Other answers', ({ answers }) => answersIn(answers.slice(1))),
    ]}
    rows={conflicts}
    rowKey={({ index }) => String(index)}
    file="voxelwise-different-answers.csv"
  />
)

const shardName = ({ number, of }: MergedShard): string => `${number}/${of}`

const answersIn = (answers: Conflict['answers']): string =>
  answers.map(({ response, correct }) => `“${response ?? ''}” (${correct ? 'right' : 'wrong'})`).join(', ')

import { counted } from '../../engine/base/counted.ts'
import type { Merged, MergedShard } from '../../engine/protocol/merged.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import { resultsHref } from '../state/router.ts'
import { count, duration, percent } from '../text/format.ts'
import { mergedWords, shareOf, stratumName } from '../text/merged.ts'

/** That several machines made the run, and where they were not of one mind. */
export function MergedNote({ merged }: { readonly merged: Merged }) {
  const { conflicts, canaries, strata } = merged
  return (
    <>
      <p className="muted">Merged from {mergedWords(merged)}.</p>
      {conflicts.length > 0 && (
        <p className="warning">
          {counted(conflicts.length, 'sample')} got different answers; the earlier sitting’s counts.
        </p>
      )}
      {strata.length > 1 && (
        <p className="warning">
          Machines of {count(strata.length)} kinds made it. {counted(canaries.compared, 'sample')} were asked
          on several, and {count(canaries.differ)} of them answered differently.
        </p>
      )}
    </>
  )
}

/** Shards, kinds of machine, and answers that differ. */
export function MergedTables({ run, merged }: { readonly run: string; readonly merged: Merged }) {
  const { shards, strata, conflicts } = merged
  return (
    <>
      <section className="slices" aria-labelledby="merged-shards">
        <h3 id="merged-shards">Shards</h3>
        <DataTable
          caption="Shards that the run was merged from"
          columns={[
            { key: 'shard', name: 'Shard', cell: nameOf },
            { key: 'state', name: 'State', cell: stateOf },
            { key: 'records', name: 'Answers', isNumber: true, cell: ({ records }) => count(records) },
            { key: 'sittings', name: 'Sittings', isNumber: true, cell: ({ sittings }) => count(sittings) },
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
      </section>
      {strata.length > 1 && (
        <section className="slices" data-wide aria-labelledby="merged-strata">
          <h3 id="merged-strata">Kinds of machine</h3>
          <DataTable
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
        </section>
      )}
      {conflicts.length > 0 && (
        <section className="slices" data-wide aria-labelledby="merged-conflicts">
          <h3 id="merged-conflicts">Different answers to one sample</h3>
          <DataTable
            caption="Samples that got different answers; the first counts"
            columns={[
              {
                key: 'sample',
                name: 'Sample',
                cell: ({ index }) => (
                  <a href={resultsHref(run, 'samples', { sample: String(index) })}>{count(index)}</a>
                ),
              },
              { key: 'counts', name: 'Counts', cell: ({ answers }) => saidIn(answers.slice(0, 1)) },
              { key: 'others', name: 'Also said', cell: ({ answers }) => saidIn(answers.slice(1)) },
            ]}
            rows={conflicts}
            keyOf={({ index }) => String(index)}
            savedColumns={[
              { name: 'sample', value: ({ index }) => index },
              { name: 'counts', value: ({ answers }) => saidIn(answers.slice(0, 1)) },
              { name: 'also_said', value: ({ answers }) => saidIn(answers.slice(1)) },
            ]}
            file="voxelwise-different-answers.csv"
          />
        </section>
      )}
    </>
  )
}

const nameOf = ({ number, of }: MergedShard): string => `${number}/${of}`
const stateOf = ({ isFinished }: MergedShard): string => (isFinished ? 'finished' : 'unfinished')

const saidIn = (answers: Merged['conflicts'][number]['answers']): string =>
  answers.map(({ response, correct }) => `“${response ?? ''}” (${correct ? 'right' : 'wrong'})`).join(', ')

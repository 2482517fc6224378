/** How accuracy varies over draws and wordings, beside its interval. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { type FeaturePart, isOwnRun } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { oneSection, Sections, type View } from '../../../ui/shared/sections.tsx'
import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { count, interval, percent } from '../../../ui/text/format.ts'
import { reportedRepeats } from '../app/reported-repeats.ts'
import { type RepeatedAccuracy, type RepeatKind, repeatKinds } from '../engine/repeats.ts'
import { deviationWords } from '../text/accuracy-words.ts'

type RepeatFacts = Pick<ReportFacts, 'overview' | 'added'>

const kindNames: Readonly<Record<RepeatKind, string>> = {
  repeat: 'Draws of the answer',
  paraphrase: 'Other wordings',
}

export const repeatsView: View<RepeatFacts> = oneSection(
  'repeats',
  'Draws and wordings',
  ({ overview: { overall }, added }) => {
    const repeats = addedPart(reportedRepeats, { added }) ?? []
    if (repeats.length === 0) return null
    return (
      <>
        <p className="prose">
          The interval of the accuracy ({interval(overall.low, overall.high)}) is for other images. It does
          not include what another draw or wording would change.
        </p>
        <DataTable
          caption="Accuracy over draws and wordings"
          columns={columns}
          rows={repeats}
          rowKey={({ kind }) => kind}
          file="voxelwise-repeats.csv"
        />
      </>
    )
  },
)

const columns: readonly TableColumn<RepeatedAccuracy>[] = [
  textColumn<RepeatedAccuracy>('kind', 'Over', ({ kind }) => kindNames[kind]),
  figure<RepeatedAccuracy>('repeats', 'Passes', ({ repeats }) => repeats, count),
  figure<RepeatedAccuracy>('n', 'n', ({ n }) => n, count),
  figure<RepeatedAccuracy>('own', 'The run', ({ own }) => own, percent),
  figure<RepeatedAccuracy>('mean', 'Mean', ({ mean }) => mean, percent, { isStrong: true }),
  figure<RepeatedAccuracy>(
    'deviation',
    'Standard deviation, points',
    ({ deviation }) => deviation,
    deviationWords,
  ),
  figure<RepeatedAccuracy>('lowest', 'Lowest', ({ lowest }) => lowest, percent),
  figure<RepeatedAccuracy>('highest', 'Highest', ({ highest }) => highest, percent),
]

/** Behind the probes, once two passes of a kind ask the same again. */
export const repeatsPart: FeaturePart = {
  id: 'repeats',
  name: 'Repeats',
  place: { in: 'reliability', before: null },
  applies: facts =>
    isOwnRun(facts) &&
    repeatKinds.some(kind => facts.passes.filter(({ run: { probe } }) => probe?.kind === kind).length > 1),
  showsSelection: false,
  Body: Repeats,
}

function Repeats({ results: { run, rows, overview } }: TabProps) {
  const repeats = useFact('repeats', { run: run.id }, rows.length)
  return (
    <>
      <h2>{repeatsView.name}</h2>
      <Awaited of={repeats} doing="Reading the passes…" />
      {repeats.status === 'ready' && (
        <Sections
          of={repeatsView}
          facts={{ overview, added: new Map([[reportedRepeats.name, repeats.value]]) }}
        />
      )}
      {repeats.status === 'ready' && repeats.value.length === 0 && (
        <p className="muted">No question has been answered by the run and by all of its passes yet.</p>
      )}
    </>
  )
}

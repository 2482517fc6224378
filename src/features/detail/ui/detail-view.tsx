/** What image detail buys: accuracy, tokens and seconds at each, per voxel. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { isA } from '../../../engine/probes/kind-of.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { IntervalPlot } from '../../../ui/results/probes/interval-plot.tsx'
import { type FeaturePart, isOwnRun } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { oneSection, Sections, type View } from '../../../ui/shared/sections.tsx'
import { figure, shareColumns, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, milliseconds } from '../../../ui/text/format.ts'
import { voxelName } from '../../../ui/text/voxels.ts'
import { reportedDetails } from '../app/reported-details.ts'
import type { DetailCost, DetailFigure, DetailGroup } from '../engine/by-detail.ts'
import { detailProbe } from '../engine/detail-probe.ts'

const groupName = ({ voxel }: DetailGroup): string => (voxel ? voxelName(voxel) : 'All questions')

const costWords = ({ tokens, seconds }: DetailCost): string =>
  `${count(Math.round(tokens))} tokens, ${milliseconds(1000 * seconds)}`

const seriesName = ({ name, cost }: DetailFigure): string => (cost ? `${name}: ${costWords(cost)}` : name)

/** A line for all questions and for each voxel, with a mark for each detail. */
function DetailPlot({ groups }: { readonly groups: readonly DetailGroup[] }) {
  const series = (groups[0]?.figures ?? []).map(({ name }) => name)
  return (
    <IntervalPlot
      title="Accuracy by image detail"
      axis="Questions"
      series={(groups[0]?.figures ?? []).map(seriesName)}
      rows={groups.map(group => ({
        key: groupName(group),
        label: groupName(group),
        marks: group.figures.map(({ name, accuracy }) => ({
          series: series.indexOf(name),
          estimate: accuracy,
        })),
      }))}
      file="voxelwise-image-detail"
    />
  )
}

const columns = [
  textColumn<DetailFigure>('detail', 'Detail', ({ name }) => name),
  figure<DetailFigure>(
    'tokens',
    'Image tokens',
    ({ cost }) => cost?.tokens ?? null,
    value => count(Math.round(value)),
  ),
  figure<DetailFigure>(
    'seconds',
    'Time a question',
    ({ cost }) => cost?.seconds ?? null,
    value => milliseconds(1000 * value),
  ),
  figure<DetailFigure>('n', 'n', ({ accuracy }) => accuracy.n, count),
  ...shareColumns<DetailFigure>('accuracy', 'Accuracy', ({ accuracy }) => accuracy, { isStrong: true }),
]

export const detailView: View<Pick<ReportFacts, 'added'>> = oneSection(
  'image-detail',
  'Image detail',
  ({ added }) => {
    const groups = addedPart(reportedDetails, { added }) ?? []
    if (groups.length === 0) return null
    return (
      <>
        <p className="prose">
          The same questions at several image details, all answered at each. Tokens and time are means over
          all questions with an image. Stored image features cost no time.
        </p>
        <DetailPlot groups={groups} />
        <DataTable
          caption="What each image detail costs"
          columns={columns}
          rows={groups[0]?.figures ?? []}
          rowKey={({ name }) => name}
          file="voxelwise-image-detail-costs.csv"
        />
      </>
    )
  },
)

/** The tab of a run with passes at other details. */
export const detailPart: FeaturePart = {
  id: 'image-detail',
  name: 'Image detail',
  place: { in: 'reliability', before: null },
  applies: facts => isOwnRun(facts) && facts.passes.some(({ run: { probe } }) => isA(detailProbe, probe)),
  showsSelection: false,
  Body: Detail,
}

function Detail({ results: { run, rows } }: TabProps) {
  const details = useFact('byDetail', { run: run.id }, rows.length)
  return (
    <>
      <h2>{detailView.name}</h2>
      <Awaited of={details} doing="Reading the passes…" />
      {details.status === 'ready' && (
        <Sections of={detailView} facts={{ added: new Map([[reportedDetails.name, details.value]]) }} />
      )}
      {details.status === 'ready' && details.value.length === 0 && (
        <p className="muted">No question with an image has been answered at every detail yet.</p>
      )}
    </>
  )
}

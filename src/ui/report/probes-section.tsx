import type { AdjustedComparison, Comparison } from '../../engine/analysis/paired-differences.ts'
import { counted } from '../../engine/base/counted.ts'
import type { BlindVoxel } from '../../engine/probes/figures.ts'
import { spoiltName } from '../../engine/probes/probe-names.ts'
import type { BlindFigures, ProbeReport, SpoiltFigures } from '../../engine/probes/report.ts'
import { CubeMap } from '../charts/cube-map.tsx'
import { hardestHit } from '../results/probes/drop-layout.ts'
import { DropMap } from '../results/probes/drop-map.tsx'
import type { PlotRow } from '../results/probes/interval-layout.ts'
import { IntervalPlot } from '../results/probes/interval-plot.tsx'
import {
  biasRows,
  biasSeries,
  biasTitle,
  blindEstimate,
  blindSeries,
  blindTaskRows,
  blindVoxelRows,
  consistencyRows,
} from '../results/probes/probe-rows.ts'
import { count, interval, label, none, percent, points, pointsInterval, pValue } from '../text/format.ts'
import { voxelName } from '../text/voxels.ts'
import { nowhere } from './nowhere.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

/** What the model did when one thing was changed. */
export function ProbesSection({ probes }: { readonly probes: ProbeReport }) {
  const { order, blank, swapped, corruptions } = probes
  return (
    <section aria-labelledby="probes">
      <h2 id="probes">Probes</h2>
      <p>Extra passes over the same samples with one thing changed; they are in none of the figures above.</p>
      {(blank ?? swapped) && <WithoutLooking probes={probes} />}
      {order && order.consistency.given.n > 0 && (
        <>
          <h3>Option order</h3>
          <p>
            Every question was asked once in each cyclic order of its options.
            {order.incomplete > 0 &&
              ` ${counted(order.incomplete, 'question')} without an answer in every order left out.`}
          </p>
          <PlotAndTable
            title="How far the answers hold when the options move"
            axis="Answer"
            series={['Share of questions']}
            rows={consistencyRows(order)}
          />
          {order.bias.map(figures => (
            <PlotAndTable
              key={figures.options}
              title={biasTitle(figures)}
              axis="Place"
              series={biasSeries}
              rows={biasRows(figures)}
            />
          ))}
        </>
      )}
      {corruptions.length > 0 && <Spoilt passes={corruptions} />}
    </section>
  )
}

function WithoutLooking({ probes }: { readonly probes: ProbeReport }) {
  const { blank, swapped } = probes
  const voxelRows = blindVoxelRows(probes)
  return (
    <>
      <h3>Without looking</h3>
      <p>
        An answer that is right although the model saw no image, or another one, came from the question’s
        words or from luck. Above chance, that is a shortcut measured directly; the chains infer one.
        {swapped &&
          swapped.untouched > 0 &&
          ` ${counted(swapped.untouched, 'question')} whose right answer holds for the other image too left out of the wrong-image figures.`}
      </p>
      <PlotAndTable
        title="Right with the image and without it, by task, beside the chains’ shortcut probability"
        axis="Task"
        series={blindSeries}
        rows={blindTaskRows(probes)}
      />
      {voxelRows.length > 0 && (
        <PlotAndTable
          title="The same in every voxel of a diagnosis"
          axis="Voxel"
          series={blindSeries}
          rows={voxelRows}
        />
      )}
      {blank && <BlindVoxels figures={blank} what="a blank image" />}
      {swapped && <BlindVoxels figures={swapped} what="a wrong image" />}
    </>
  )
}

function BlindVoxels({
  figures: { voxels },
  what,
}: {
  readonly figures: BlindFigures
  readonly what: string
}) {
  return (
    <>
      <CubeMap
        title={`Accuracy of every voxel on ${what}: above chance is a shortcut`}
        voxels={voxels.map(blindEstimate)}
        href={nowhere}
      />
      <ReportTable caption={`Every voxel on ${what}`} columns={blindColumns} rows={voxels} />
    </>
  )
}

interface PlotProps {
  readonly title: string
  readonly axis: string
  readonly series: readonly string[]
  readonly rows: readonly PlotRow[]
}

function PlotAndTable({ title, axis, series, rows }: PlotProps) {
  const marks = rows.flatMap(row =>
    row.marks.map(mark => ({ ...mark.estimate, label: row.label, what: series[mark.series] ?? '' })),
  )
  const columns: readonly ReportColumn<(typeof marks)[number]>[] = [
    { name: axis, cell: mark => label(mark.label) },
    ...(series.length > 1 ? [{ name: 'What', cell: (mark: (typeof marks)[number]) => mark.what }] : []),
    { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
    { name: 'Share', isNumber: true, cell: ({ n, share }) => (n > 0 ? percent(share) : none) },
    {
      name: '95% interval',
      isNumber: true,
      cell: ({ n, low, high }) => (n > 0 ? interval(low, high) : none),
    },
    { name: 'Chance', isNumber: true, cell: ({ chance }) => (chance === null ? none : percent(chance)) },
  ]
  return (
    <>
      <IntervalPlot title={title} axis={axis} series={series} rows={rows} file="" />
      <ReportTable caption={`${title}, as a table`} columns={columns} rows={marks} />
    </>
  )
}

function Spoilt({ passes }: { readonly passes: readonly SpoiltFigures[] }) {
  const all = passes.map(pass => ({ ...pass.overall, name: spoiltName(pass) }))
  const voxels = passes.flatMap(pass =>
    pass.voxels.map(voxel => ({
      ...voxel,
      name: spoiltName(pass),
      where: voxelName(voxel),
    })),
  )
  return (
    <>
      <h3>Spoilt images</h3>
      <p>
        Accuracy on spoilt images less that on clean ones, on the same questions; kinds and strengths are
        those of ImageNet-C, scaled to each image’s size.
      </p>
      <DropMap passes={passes} voxels={hardestHit(passes)} />
      <ReportTable
        caption="Change of accuracy on spoilt images, all voxels"
        columns={[
          { name: 'Kind and strength', cell: ({ name }: (typeof all)[number]) => name },
          ...dropColumns,
          { name: 'p', isNumber: true, cell: ({ p }) => pValue(p) },
        ]}
        rows={all}
      />
      <ReportTable
        caption="Change of accuracy on spoilt images, every voxel"
        columns={[
          { name: 'Kind and strength', cell: ({ name }: (typeof voxels)[number]) => name },
          { name: 'Voxel', cell: ({ where }) => where },
          ...dropColumns,
          { name: 'p (Holm)', isNumber: true, cell: ({ adjusted }: AdjustedComparison) => pValue(adjusted) },
        ]}
        rows={voxels}
      />
    </>
  )
}

const differenceColumns: readonly ReportColumn<Comparison>[] = [
  {
    name: 'Points',
    isNumber: true,
    cell: ({ difference }) => <strong>{points(difference)}</strong>,
  },
  { name: '95% interval', isNumber: true, cell: ({ low, high }) => pointsInterval(low, high) },
]

const dropColumns: readonly ReportColumn<Comparison>[] = [
  { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
  { name: 'Clean', isNumber: true, cell: ({ first }) => percent(first) },
  { name: 'Spoilt', isNumber: true, cell: ({ second }) => percent(second) },
  ...differenceColumns,
]

const blindColumns: readonly ReportColumn<BlindVoxel>[] = [
  { name: 'Task', cell: voxel => label(voxel.task) },
  { name: 'Region', cell: voxel => label(voxel.parts) },
  { name: 'Modality', cell: voxel => label(voxel.modality) },
  { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
  { name: 'With image', isNumber: true, cell: ({ first }) => percent(first) },
  { name: 'Without', isNumber: true, cell: ({ blind }) => <strong>{percent(blind.share)}</strong> },
  { name: 'Wilson’s interval', isNumber: true, cell: ({ blind }) => interval(blind.low, blind.high) },
  {
    name: 'Chance',
    isNumber: true,
    cell: ({ blind: { chance } }) => (chance === null ? none : percent(chance)),
  },
  ...differenceColumns,
  { name: 'p (Holm)', isNumber: true, cell: ({ adjusted }) => pValue(adjusted) },
]

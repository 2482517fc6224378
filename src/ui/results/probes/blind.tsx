import type { VoxelRates } from '../../../engine/analysis/chains.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import type { BlindFigures, ProbeReport, SwapFigures } from '../../../engine/probes/report.ts'
import { Figure } from '../../charts/accuracy.tsx'
import { blindLook } from '../../charts/cube-look.ts'
import { CubeMap } from '../../charts/cube-map.tsx'
import { voxelPlaceColumns } from '../../charts/voxel-table.tsx'
import { SmallButton } from '../../shared/controls/button.tsx'
import { AsTable, Folded } from '../../shared/controls/folded.tsx'
import { NotPrinted, PageOnly } from '../../shared/controls/page-link.tsx'
import { chosenValues, type ShownBy } from '../../shared/sections.tsx'
import { figure, intervalColumns, shareColumns, textColumn } from '../../shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../shared/table/data-table.tsx'
import { changeQuery, resultsHref } from '../../state/router.ts'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { constantWords, guessingWords } from '../../text/rates.ts'
import { isSameVoxel, voxelKey } from '../../text/voxels.ts'
import { IntervalPlot } from './interval-plot.tsx'
import { blindEstimate, blindSeries, blindTaskRows, blindVoxelRows } from './probe-rows.ts'

interface Props {
  readonly probes: Pick<ProbeReport, 'blank' | 'swapped' | 'chains'>
  readonly chosen: ShownBy
}

/** The share answered without the image, next to the shortcut rate of the chains. */
export function BlindSection({ probes, chosen }: Props) {
  const { blank, swapped, chains } = probes
  const voxelRows = blindVoxelRows(probes)
  const made = { blank, wrong: swapped }
  const kinds = (['blank', 'wrong'] as const).filter(kind => made[kind] !== null)
  const [first] = kinds
  return (
    <>
      <p className="prose muted">
        An answer that is right without the right image comes from the question’s words or from luck. Accuracy
        above guessing and the most frequent answer is a shortcut, measured directly. Voxels in which one
        answer is always right, or always given, are hatched: they show none.
      </p>
      <div className="probe-figures">
        {blank && <BlindFigure name="Accuracy on a blank image" figures={blank} />}
        {swapped && <BlindFigure name="Accuracy on a wrong image" figures={swapped} />}
        {blank && <KeptFigure name="Still right on a blank image" figures={blank} />}
        {swapped && <KeptFigure name="Still right on a wrong image" figures={swapped} />}
        <ChainFigure chains={chains} />
      </div>
      {swapped && <SwapNote figures={swapped} />}
      <IntervalPlot
        title="Accuracy with and without the image by task, next to Shortcut_Prob"
        axis="Task"
        series={blindSeries}
        rows={blindTaskRows(probes)}
        file="voxelwise-without-looking"
      />
      {voxelRows.length > 0 && (
        <Folded name="The same for every diagnosis voxel">
          <IntervalPlot
            title="The same for every diagnosis voxel"
            axis="Voxel"
            series={blindSeries}
            rows={voxelRows}
            file="voxelwise-without-looking-by-voxel"
          />
        </Folded>
      )}
      {first &&
        chosenValues(chosen, 'shown', [first, ...kinds.slice(1)]).map(kind => {
          const figures = made[kind]
          return (
            figures && (
              <NotPrinted key={kind} unless={kind === first}>
                <BlindVoxels kind={kind} kinds={kinds} figures={figures} chains={chains} />
              </NotPrinted>
            )
          )
        })}
    </>
  )
}

function BlindFigure({ name, figures }: { readonly name: string; readonly figures: BlindFigures }) {
  const { blind } = figures.overall
  return (
    <Figure
      name={name}
      estimate={blind}
      counted={[`${count(blind.correct)} of ${counted(blind.n, 'answer')}`, guessingWords(blind)]
        .filter(Boolean)
        .join('; ')}
    />
  )
}

function KeptFigure({ name, figures }: { readonly name: string; readonly figures: BlindFigures }) {
  const { kept } = figures.overall
  const what = `${count(kept.correct)} of ${counted(kept.n, 'right answer')} still right`
  return <Figure name={name} estimate={kept} counted={what} />
}

function ChainFigure({ chains }: Pick<ProbeReport, 'chains'>) {
  const { shortcut } = chains.overall
  const what =
    shortcut.n === 0
      ? 'No image has both a diagnosis and a wrong perception'
      : `${count(shortcut.correct)} of ${counted(shortcut.n, 'link')} with a wrong perception have a right diagnosis`
  return <Figure name="Shortcut_Prob of the chains" estimate={{ ...shortcut, chance: null }} counted={what} />
}

function SwapNote({ figures: { untouched, alike } }: { readonly figures: SwapFigures }) {
  const shares = [
    [alike['modality-and-region'], 'with the same modality and region'],
    [alike.modality, 'with the same modality only'],
    [alike.region, 'with the same region only'],
    [alike.nothing, 'with neither'],
  ] as const
  const phrases = shares.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`)
  return (
    <p className="prose muted">
      Replacement images: {phrases.join(', ')}.{' '}
      {untouched > 0 &&
        `${counted(untouched, 'question')} left out, because the right answer also fits the other image.`}
    </p>
  )
}

interface VoxelsProps {
  readonly kind: 'blank' | 'wrong'
  /** All that can be chosen. */
  readonly kinds: readonly VoxelsProps['kind'][]
  readonly figures: BlindFigures
  readonly chains: ProbeReport['chains']
}

function BlindVoxels({ kind, kinds, figures, chains }: VoxelsProps) {
  const href = ({ task, modality, parts }: Pick<BlindVoxel, 'task' | 'modality' | 'parts'>) =>
    resultsHref(figures.run, 'samples', { task, modality, parts })
  return (
    <>
      <h4>Every voxel on a {kind} image</h4>
      {kinds.length > 1 && (
        <PageOnly>
          <div className="actions">
            {kinds.map(one => (
              <SmallButton
                key={one}
                aria-pressed={one === kind}
                onClick={() => changeQuery({ shown: one === 'wrong' ? one : null })}
              >
                {one === 'blank' ? 'Blank image' : 'Wrong image'}
              </SmallButton>
            ))}
          </div>
        </PageOnly>
      )}
      <CubeMap
        title={`Accuracy of every voxel on a ${kind} image, task by modality in each region`}
        voxels={figures.voxels.map(blindEstimate)}
        look={blindLook(kind)}
        file={`voxelwise-cube-${kind}-image.svg`}
        href={href}
      />
      <BlindTable voxels={figures.voxels} chains={chains.voxels} what={`a ${kind} image`} href={href} />
    </>
  )
}

/** A voxel with the chain-based rates of its diagnoses; null where it has no links. */
interface Row extends BlindVoxel {
  readonly rates: VoxelRates | null
}

const shortcutRate = ({ rates }: Row) => (rates && rates.shortcut.n > 0 ? rates.shortcut : null)

const columns: readonly DataColumn<Row>[] = [
  figure('n', 'n', row => row.n, count),
  figure('with_image', 'With image', row => row.first, percent),
  ...shareColumns<Row>('without', 'Without', row => row.blind, { isStrong: true }),
  figure('chance', 'Guessing', row => row.blind.chance, percent),
  figure('majority', 'Most frequent answer', row => row.blind.majority ?? null, percent),
  {
    ...textColumn<Row>('one_answer', 'One answer', ({ blind }) =>
      blind.constant ? constantWords(blind.constant) : '',
    ),
    className: 'sentence',
  },
  figure('difference', 'Points', row => row.difference, points),
  ...intervalColumns<Row>(row => row, pointsInterval),
  figure('p_holm', 'p (Holm)', row => row.adjusted, pValue),
  ...shareColumns('shortcut_prob', 'Shortcut_Prob', shortcutRate),
]

interface TableProps {
  readonly voxels: readonly BlindVoxel[]
  readonly chains: readonly VoxelRates[]
  /** The images that were shown instead. */
  readonly what: string
  readonly href: (voxel: BlindVoxel) => string
}

/** Every voxel with and without its image, and the rates of its chains. */
function BlindTable({ voxels, chains, what, href }: TableProps) {
  const rows: readonly Row[] = voxels.map(voxel => ({
    ...voxel,
    rates: chains.find(one => isSameVoxel(one, voxel)) ?? null,
  }))
  return (
    <AsTable>
      <DataTable
        caption={`Every voxel on ${what}`}
        columns={[...voxelPlaceColumns(href), ...columns]}
        rows={rows}
        rowKey={voxelKey}
        file={`voxelwise-${what.replace(/^a /, '').replaceAll(' ', '-')}.csv`}
      />
    </AsTable>
  )
}

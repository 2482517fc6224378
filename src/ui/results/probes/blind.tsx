import { counted } from '../../../engine/base/counted.ts'
import type { BlindVoxel } from '../../../engine/probes/figures.ts'
import type { BlindFigures, ProbeReport, SwapFigures } from '../../../engine/probes/report.ts'
import { Figure } from '../../charts/accuracy.tsx'
import { CubeMap } from '../../charts/cube-map.tsx'
import { changeQuery, resultsHref, useRoute } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { BlindTable } from './blind-table.tsx'
import { IntervalPlot } from './interval-plot.tsx'
import { blindEstimate, blindSeries, blindTaskRows, blindVoxelRows } from './probe-rows.ts'
import { ProbeSection } from './probe-section.tsx'

interface Props {
  readonly blank: BlindFigures | null
  readonly swapped: SwapFigures | null
  readonly chains: ProbeReport['chains']
}

/** How much is answered without looking, beside what the chains say of it. */
export function BlindSection({ blank, swapped, chains }: Props) {
  const voxelRows = blindVoxelRows({ blank, swapped, chains })
  return (
    <ProbeSection id="without-looking">
      <p className="prose muted">
        An answer that is right although the model saw no image, or another one, came from the question’s
        words or from luck. Above chance, that is a shortcut measured directly; the chains infer one where a
        diagnosis is right although the perception of its image is wrong.
      </p>
      <div className="probe-figures">
        {blank && <BlindFigure name="Right on a blank image" figures={blank} />}
        {swapped && <BlindFigure name="Right on a wrong image" figures={swapped} />}
        {blank && <KeptFigure name="Right answers that need no image" figures={blank} what="blank" />}
        {swapped && <KeptFigure name="Right answers that any image gives" figures={swapped} what="wrong" />}
        <ChainFigure chains={chains} />
      </div>
      {swapped && <SwapNote figures={swapped} />}
      <IntervalPlot
        title="Right with the image and without it, by task, beside the chains’ shortcut probability"
        axis="Task"
        series={blindSeries}
        rows={blindTaskRows({ blank, swapped, chains })}
        file="voxelwise-without-looking"
      />
      {voxelRows.length > 0 && (
        <IntervalPlot
          title="The same in every voxel of a diagnosis"
          axis="Voxel"
          series={blindSeries}
          rows={voxelRows}
          file="voxelwise-without-looking-by-voxel"
        />
      )}
      <BlindVoxels blank={blank} swapped={swapped} chains={chains} />
    </ProbeSection>
  )
}

function BlindFigure({ name, figures }: { readonly name: string; readonly figures: BlindFigures }) {
  const { blind } = figures.overall
  return (
    <Figure
      name={name}
      estimate={blind}
      counted={`${count(blind.correct)} of ${counted(blind.n, 'answer')}`}
    />
  )
}

function KeptFigure(props: { readonly name: string; readonly figures: BlindFigures; readonly what: string }) {
  const { kept } = props.figures.overall
  const told = `${count(kept.correct)} of ${counted(kept.n, 'right answer')} stay right on a ${props.what} image`
  return <Figure name={props.name} estimate={kept} counted={told} />
}

function ChainFigure({ chains }: Pick<Props, 'chains'>) {
  const { shortcut } = chains.overall
  const told =
    shortcut.n === 0
      ? 'No image has both a diagnosis and a wrong perception'
      : `${count(shortcut.correct)} of ${counted(shortcut.n, 'link')} with a wrong perception have a right diagnosis; images drawn again`
  return <Figure name="Shortcut_Prob of the chains" estimate={{ ...shortcut, chance: null }} counted={told} />
}

function SwapNote({ figures: { untouched, alike } }: { readonly figures: SwapFigures }) {
  const shares = [
    [alike['modality-and-region'], 'of the same modality and region'],
    [alike.modality, 'of the same modality only'],
    [alike.region, 'of the same region only'],
    [alike.nothing, 'with neither in common'],
  ] as const
  const told = shares.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`)
  return (
    <p className="prose muted">
      Images that got another one: {told.join(', ')}.{' '}
      {untouched > 0 &&
        `${counted(untouched, 'question')} whose right answer holds for the other image too ${untouched === 1 ? 'is' : 'are'} left out.`}
    </p>
  )
}

function BlindVoxels({ blank, swapped, chains }: Props) {
  const { query } = useRoute()
  const figures = query.get('shown') === 'wrong' ? (swapped ?? blank) : (blank ?? swapped)
  if (!figures) return null
  const shown = figures === blank ? 'blank' : 'wrong'
  const href = ({ task, modality, parts }: Pick<BlindVoxel, 'task' | 'modality' | 'parts'>) =>
    resultsHref(figures.run, 'samples', { task, modality, parts })
  return (
    <>
      <h4>Every voxel on a {shown} image</h4>
      {blank && swapped && (
        <div className="actions">
          {(['blank', 'wrong'] as const).map(kind => (
            <button
              key={kind}
              type="button"
              className="button small"
              aria-pressed={shown === kind}
              onClick={() => changeQuery({ shown: kind === 'wrong' ? kind : null })}
            >
              {kind === 'blank' ? 'Blank image' : 'Wrong image'}
            </button>
          ))}
        </div>
      )}
      <CubeMap
        title={`Accuracy of every voxel on a ${shown} image: above chance is a shortcut`}
        voxels={figures.voxels.map(blindEstimate)}
        file={`voxelwise-cube-${shown}-image.svg`}
        href={href}
      />
      <BlindTable voxels={figures.voxels} chains={chains.voxels} what={`a ${shown} image`} href={href} />
    </>
  )
}

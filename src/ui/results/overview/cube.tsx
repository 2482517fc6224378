import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { Slice, VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { axes } from '../../../engine/protocol/sample.ts'
import { estimateText } from '../../charts/accuracy.tsx'
import { CubeMap } from '../../charts/cube-map.tsx'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Chance, Dot, IntervalAcross } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { VoxelTable } from '../../charts/voxel-table.tsx'
import { resultsHref } from '../../state/router.ts'
import { label } from '../../text/format.ts'
import { byNames } from '../../text/voxels.ts'

/** Accuracy by voxel. */
export function Cube({ run, overview: { voxels } }: Pick<Results, 'run' | 'overview'>) {
  if (voxels.length === 0) return <p className="muted">Nothing answered yet.</p>
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run.id, 'samples', { task, modality, parts })
  return (
    <>
      <CubeMap title="Accuracy of every voxel, task by modality in each region" voxels={voxels} href={href} />
      <VoxelTable voxels={voxels} href={href} />
    </>
  )
}

export const sliceAxes = [...axes, 'dataset'] as const

interface SlicesProps extends Pick<Results, 'run' | 'overview'> {
  readonly shown: readonly (typeof sliceAxes)[number][]
}

/** The cube summed along all axes but one. */
export function Slices({ run, overview, shown }: SlicesProps) {
  return (
    <>
      <p className="prose muted">
        Accuracy of all voxels with the same label together. The dashed line marks guessing, which depends on
        the number of options.
      </p>
      {shown.map(axis => {
        const name = byNames[axis].toLowerCase()
        return (
          <SlicePlot
            key={axis}
            title={`Accuracy by ${name}`}
            slices={overview.slices[axis]}
            href={({ label }) => resultsHref(run.id, 'samples', { [axis]: label })}
            file={`voxelwise-accuracy-by-${name.replace(' ', '-')}.svg`}
          />
        )
      })}
    </>
  )
}

interface Props {
  readonly title: string
  readonly slices: readonly Slice[]
  /** The samples of a slice. */
  readonly href: (slice: Slice) => string
  readonly file: string
}

const itemsFor = (part: Estimate['part']): readonly KeyItem[] => [
  {
    text: !part
      ? 'accuracy, 95% interval'
      : `accuracy so far, ${part.isDrawn ? '95% interval for all questions' : 'range still possible'}`,
    width: 24,
    sign: (
      <>
        <IntervalAcross low={0} high={24} y={0} />
        <Dot x={12} y={0} />
      </>
    ),
  },
  { text: 'chance', width: 2, sign: <Chance x={1} y={0} /> },
]

/** Accuracy of slices as dots with their intervals, each with its own line of chance. */
export function SlicePlot({ title, slices, href, file }: Props) {
  const rows = useMemo(
    () => slices.map(slice => ({ key: slice.label, label: label(slice.label), share: slice })),
    [slices],
  )
  return (
    <SharePlot
      title={title}
      rows={rows}
      href={({ share: slice }) => href(slice)}
      textOf={row => `${row.label}: ${estimateText(row.share)}`}
      hint="Point at a line for its figures. Click it for its samples."
      file={file}
      behind={({ share: { chance } }, x, y) => chance !== null && <Chance x={x(chance)} y={y} reach={10} />}
      dot={(_, x, y) => <Dot x={x} y={y} />}
      items={itemsFor(slices[0]?.part)}
    />
  )
}

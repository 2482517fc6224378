import { useMemo } from 'react'
import type { Estimate, Slice } from '../../../engine/analysis/report.ts'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Chance, Dot, IntervalAcross } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { estimateText } from '../../charts/voxel-text.tsx'
import { label } from '../../text/format.ts'

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
      ? 'accuracy, Wilson’s 95% interval'
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

/** Accuracy of slices as dots with Wilson's intervals, each with its own line of chance. */
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

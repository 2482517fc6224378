import { useMemo } from 'react'
import type { Slice } from '../../engine/analysis/report.ts'
import type { Estimate } from '../../engine/analysis/shares.ts'
import { label } from '../text/format.ts'
import { estimateText } from './accuracy.tsx'
import type { KeyItem } from './kit/key.tsx'
import { Chance, Dot, IntervalAcross, Majority } from './kit/marks.tsx'
import { SharePlot } from './share-plot.tsx'

interface Props<Row extends Slice> {
  readonly title: string
  readonly slices: readonly Row[]
  /** The samples of a slice. */
  readonly href: (slice: Row) => string
  readonly file: string
}

const itemsFor = (part: Estimate['part'], hasMajority: boolean): readonly KeyItem[] => [
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
  { text: 'guessing', width: 2, sign: <Chance x={1} y={0} /> },
  ...(hasMajority ? [{ text: 'most frequent answer', width: 2, sign: <Majority x={1} y={0} /> }] : []),
]

/** Accuracy of slices as dots with their intervals, each with its own line of chance. */
export function SlicePlot<Row extends Slice>({ title, slices, href, file }: Props<Row>) {
  const rows = useMemo(
    () => slices.map(slice => ({ key: slice.label, label: label(slice.label), share: slice })),
    [slices],
  )
  return (
    <SharePlot
      title={title}
      rows={rows}
      href={({ share: slice }) => href(slice)}
      rowText={row => `${row.label}: ${estimateText(row.share)}`}
      hint="Point at a line for its figures. Click it for its samples."
      file={file}
      behind={({ share: { chance, majority } }, x, y) => (
        <>
          {chance !== null && <Chance x={x(chance)} y={y} reach={10} />}
          {majority !== undefined && <Majority x={x(majority)} y={y} reach={10} />}
        </>
      )}
      dot={(_, x, y) => <Dot x={x} y={y} />}
      items={itemsFor(
        slices[0]?.part,
        slices.some(({ majority }) => majority !== undefined),
      )}
    />
  )
}

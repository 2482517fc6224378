import { useMemo } from 'react'
import type { Slice } from '../../engine/report.ts'
import { label } from '../format.ts'
import { SharePlot } from './share-plot.tsx'
import { estimateText } from './voxel-text.tsx'

interface Props {
  readonly title: string
  readonly slices: readonly Slice[]
  /** The samples of a slice. */
  readonly href: (slice: Slice) => string
  readonly file: string
}

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
      hint="Point at a line for its figures; open it for its samples."
      file={file}
      behind={({ share: { chance } }, x, y) =>
        chance !== null && <path className="whisker-chance" d={`M${x(chance)} ${y - 10}V${y + 10}`} />
      }
      dot={(_, cx, cy) => <circle className="series-full" cx={cx} cy={cy} r="4.5" />}
      legend={
        <>
          <path className="plot-whisker" d="M0 -4H24" />
          <circle className="series-full" cx="12" cy="-4" r="4.5" />
          <text className="cube-legend" x="32">
            accuracy, Wilson’s 95% interval
          </text>
          <path className="whisker-chance" d="M220 -12V4" />
          <text className="cube-legend" x="228">
            chance
          </text>
        </>
      }
    />
  )
}

import type { LinkCounts } from '@voxelwise/statistics'
import { useMemo } from 'react'
import { counted } from '../../engine/base/counted.ts'
import type { LinkGroup } from '../../engine/protocol/shortcut.ts'
import { count, percent } from '../text/format.ts'
import { flowLayout } from './chain-flow-layout.ts'
import { inBothWidths } from './kit/both-widths.tsx'
import { useChartWidth } from './kit/chart-width.ts'
import { MarkedChart } from './kit/mark.tsx'
import { Label } from './kit/marks.tsx'

interface Props {
  readonly counts: LinkCounts
  /** The chains that have links of a group; null where nothing shows them. */
  readonly href: (group: LinkGroup) => string | null
}

export const linkGroupNames: Readonly<Record<LinkGroup, string>> = {
  A: 'perception right, diagnosis right',
  B: 'perception right, diagnosis wrong',
  C: 'perception wrong, diagnosis wrong',
  D: 'shortcut: perception wrong, diagnosis right',
}

/** The four groups of links as a flow from perception to diagnosis. */
export const ChainFlow = inBothWidths(Drawn)

function Drawn({ counts, href }: Props) {
  const room = useChartWidth(280, 620)
  const layout = useMemo(
    () => flowLayout(counts, room.width, room.measure),
    [counts, room.width, room.measure],
  )
  return (
    <MarkedChart
      title="Links from perception to diagnosis (width = count)"
      file="voxelwise-chain-flow.svg"
      room={room}
      height={layout.height}
      hint={`Point at a ribbon for its figures.${href('A') === null ? '' : ' Click it for its chains.'}`}
      className="mark flow"
      marks={layout.ribbons.map(({ group, n, share, path }) => ({
        key: group,
        href: href(group),
        name: `${group}, ${linkGroupNames[group]}: ${counted(n, 'link')}, ${percent(share)} of all`,
        shape: <path className="flow-ribbon" data-group={group} d={path} />,
      }))}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every ribbon's own name says its figures */}
      <g aria-hidden="true" className="flow-text">
        {layout.ribbons.map(({ group, n, label }) => (
          <text key={group} className="plot-label flow-label" data-group={group} x={label.x} y={label.y + 4}>
            <tspan className="flow-letter">{group}</tspan> {count(n)}
          </text>
        ))}
        {layout.nodes.map(({ key, lines, side, x, y, height, labelY }) => (
          <g key={key}>
            <rect className="flow-node" x={x} y={y} width="8" height={Math.max(1, height)} />
            <Label lines={lines} x={side === 'low' ? 0 : layout.width} y={labelY} isEnd={side === 'high'} />
          </g>
        ))}
      </g>
    </MarkedChart>
  )
}

import type { Tier } from '../../engine/report.ts'
import { label } from '../format.ts'
import { breakLabel, type CubeLayout } from './cube-layout.ts'

const tierNames: Readonly<Record<Tier, string>> = {
  low: 'Low level',
  middle: 'Middle level',
  high: 'High level',
  other: 'Other tasks',
}

/** Everything of the cube's picture that does not depend on the answers: regions, modalities, tasks. */
export function CubeFrame({ layout }: { readonly layout: CubeLayout }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every voxel's own name says all this
    <g aria-hidden="true">
      {layout.panels.map(panel => (
        <g key={panel.parts} transform={`translate(${panel.x} ${panel.y})`}>
          <text className="cube-region" x="0" y="13">
            {label(panel.parts)}
          </text>
          <path className="cube-rule" d={`M0 20.5H${panel.width}`} />
          {panel.columns.map(({ modality, x }) => (
            <text key={modality} className="cube-modality" x={x} y="37">
              {breakLabel(label(modality), 10)[0]}
            </text>
          ))}
          {panel.isFirst && <TaskLabels layout={layout} />}
        </g>
      ))}
      {layout.empty.map(({ key, x, y }) => (
        <path key={key} className="cube-empty" d={`M${x - 3} ${y}h6`} />
      ))}
    </g>
  )
}

function TaskLabels({ layout: { rows, labelWidth } }: { readonly layout: CubeLayout }) {
  return rows.map((row, at) => (
    <g key={row.task} transform={`translate(${-labelWidth} 0)`}>
      {row.tier !== rows[at - 1]?.tier && (
        <>
          <path className="cube-tier" d={`M0 ${row.y - 35.5}H${labelWidth - 14}`} />
          <text className="cube-level" x="0" y={row.y - 26}>
            {tierNames[row.tier]}
          </text>
        </>
      )}
      <text className="cube-task">
        <title>{label(row.task)}</title>
        {row.lines.map((line, index) => (
          <tspan key={line} x="0" y={row.y - 2 + (index - (row.lines.length - 1) / 2) * 15}>
            {label(line)}
          </tspan>
        ))}
      </text>
    </g>
  ))
}

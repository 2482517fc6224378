import type { Tier } from '../../engine/analysis/report.ts'
import { count, label } from '../text/format.ts'
import type { CubeLayout } from './cube-layout.ts'
import { type CubeLook, fewColour, fewestColoured } from './cube-look.ts'
import type { KeyItem } from './kit/key.tsx'
import { Cell, EmptyCell, Label, Ramp, rampWidth } from './kit/marks.tsx'
import { labelLine } from './kit/text.ts'

const tierNames: Readonly<Record<Tier | 'all', string>> = {
  low: 'Low level',
  middle: 'Middle level',
  high: 'High level',
  other: 'Other tasks',
  all: 'All tasks',
}

/** Everything of the cube's picture that does not depend on the answers: regions, modalities, tasks. */
export function CubeFrame({ layout }: { readonly layout: CubeLayout }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a <g> takes no focus; every voxel's own name says all this
    <g aria-hidden="true">
      {layout.panels.map(panel => (
        <g key={panel.parts} transform={`translate(${panel.x} ${panel.y})`}>
          <text className="plot-panel" x="0" y="13">
            <title>{label(panel.parts)}</title>
            {panel.name}
          </text>
          <path className="cube-rule" d={`M0 20.5H${panel.width}`} />
          {panel.columns.map(({ modality, name, x }) => (
            <text key={modality} className="cube-modality" x={x} y="37">
              <title>{label(modality)}</title>
              {name}
            </text>
          ))}
          {panel.isFirst && <TaskLabels layout={layout} />}
        </g>
      ))}
      {layout.empty.map(({ key, x, y }) => (
        <EmptyCell key={key} x={x} y={y} />
      ))}
    </g>
  )
}

function TaskLabels({ layout: { rows, labelWidth } }: { readonly layout: CubeLayout }) {
  return rows.map((row, at) => (
    <g key={row.task} transform={`translate(${-labelWidth} 0)`}>
      {row.tier !== null && row.tier !== rows[at - 1]?.tier && (
        <>
          <path className="cube-tier" d={`M0 ${row.y - 34.5}H${labelWidth - 14}`} />
          <text className="cube-level" x="0" y={row.y - 24}>
            {tierNames[row.tier]}
          </text>
        </>
      )}
      <Label
        lines={row.lines}
        y={row.y - 2 - (labelLine / 2) * (row.lines.length - 1)}
        style="cube-task"
        whole={label(row.task)}
      />
    </g>
  ))
}

const sides = [6, 14, 24]
const places = [3, 17, 42]

interface Has {
  readonly hasHatched: boolean
  /** Whether a voxel has too few answers for a colour. */
  readonly hasFew: boolean
}

/** How to read the squares of the cube: of voxels with from `least` to `most` answers. */
export function cubeKey(
  look: CubeLook,
  [least = 0, most = 0]: readonly (number | undefined)[],
  { hasHatched, hasFew }: Has,
): readonly KeyItem[] {
  const colourAt = look.scale?.colourAt ?? (() => 'var(--scale-chance)')
  return [
    ...(look.scale ? [{ text: look.scale.text, width: rampWidth, sign: <Ramp colourAt={colourAt} /> }] : []),
    {
      text: `larger = more answers${most === 0 ? '' : `, n ${least === most ? count(most) : `${count(least)} to ${count(most)}`}`}`,
      width: 54,
      height: 24,
      sign: sides.map((side, at) => (
        <Cell key={side} x={places[at] ?? 0} y={0} side={side} colour={colourAt(0.5)} isHollow={false} />
      )),
    },
    ...(look.filled
      ? [
          {
            text: look.filled,
            width: 14,
            sign: <Cell x={7} y={0} side={12} colour={colourAt(1)} isHollow={false} />,
          },
        ]
      : []),
    ...(look.hollow
      ? [
          {
            text: `hollow = ${look.hollow}`,
            width: 14,
            sign: <Cell x={7} y={0} side={12} colour={colourAt(0)} isHollow />,
          },
        ]
      : []),
    ...(look.hatched && hasHatched
      ? [
          {
            text: `hatched = ${look.hatched}`,
            width: 14,
            sign: <Cell x={7} y={0} side={12} colour={colourAt(0)} isHollow isHatched />,
          },
        ]
      : []),
    ...(hasFew
      ? [
          {
            text: `grey = fewer than ${fewestColoured} answers`,
            width: 14,
            sign: <Cell x={7} y={0} side={12} colour={fewColour} isHollow={false} />,
          },
        ]
      : []),
    {
      text: look.number,
      width: 8 * look.example.length + 4,
      sign: (
        <text className="plot-key key-number" x="0" y="4">
          {look.example}
        </text>
      ),
    },
    { text: 'no answers', width: 8, sign: <EmptyCell x={4} y={0} /> },
  ]
}

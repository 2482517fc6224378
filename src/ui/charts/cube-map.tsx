import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { VoxelEstimate } from '../../engine/report.ts'
import { useRem } from '../use-rem.ts'
import { useWidth } from '../use-width.ts'
import { CubeCellLink } from './cube-cell.tsx'
import { CubeFrame } from './cube-frame.tsx'
import { type CubeCell, cubeLayout, type Direction, neighbour } from './cube-layout.ts'
import { CubeLegend, legendLayout } from './cube-legend.tsx'
import { Readout } from './readout.tsx'
import { SaveChart } from './save-chart.tsx'

interface Props {
  readonly title: string
  readonly voxels: readonly VoxelEstimate[]
  /** Where a voxel leads. */
  readonly href: (voxel: VoxelEstimate) => string
}

const directions: readonly string[] = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
] satisfies Direction[]

/** The competency cube: a square for every voxel, its colour the accuracy, its size the certainty. */
export function CubeMap({ title, voxels, href }: Props) {
  const [frame, available] = useWidth<HTMLDivElement>()
  // Follows the text size of the user, and uses the room of large screens.
  const unit = useRem() * Math.min(1.4, Math.max(1, available / 1240))
  const svg = useRef<SVGSVGElement>(null)
  const heading = useId()
  const room = Math.max(available / unit, 280)
  const layout = useMemo(() => cubeLayout(voxels, room), [voxels, room])
  const [pointed, setPointed] = useState<string | null>(null)
  const [reached, setReached] = useState<string | null>(null)
  // The cube is one stop of the Tab key; arrows move inside it.
  const entry = layout.cells.find(cell => cell.key === reached) ?? layout.cells[0]
  const width = Math.max(layout.width, Math.min(room, 920))
  const legendHeight = legendLayout(width).height + 12
  const height = layout.height + legendHeight

  const move = (event: KeyboardEvent, from: CubeCell) => {
    if (!directions.includes(event.key)) return
    event.preventDefault()
    const next = neighbour(layout.cells, from, event.key as Direction)
    const links = svg.current?.querySelectorAll<SVGAElement>('a')
    if (next) links?.[layout.cells.indexOf(next)]?.focus()
  }

  return (
    <figure className="cube" aria-labelledby={heading}>
      <figcaption id={heading} className="visually-hidden">
        {title}
      </figcaption>
      <div ref={frame} className="cube-frame">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the caption names it; a title would pop up over every voxel */}
        <svg
          ref={svg}
          className="cube-map"
          width={width * unit}
          height={height * unit}
          viewBox={`0 0 ${width} ${height}`}
          aria-labelledby={heading}
        >
          <CubeLegend width={width} />
          <g transform={`translate(0 ${legendHeight})`}>
            <CubeFrame layout={layout} />
            {layout.cells.map(cell => (
              <CubeCellLink
                key={cell.key}
                cell={cell}
                href={href(cell.voxel)}
                isEntry={cell === entry}
                onPoint={isPointed => setPointed(isPointed ? cell.key : null)}
                onReach={() => setReached(cell.key)}
                onKeyDown={event => move(event, cell)}
              />
            ))}
          </g>
        </svg>
      </div>
      <Readout voxel={layout.cells.find(cell => cell.key === pointed)?.voxel ?? null} />
      <SaveChart svg={svg} name="voxelwise-cube.svg" />
    </figure>
  )
}

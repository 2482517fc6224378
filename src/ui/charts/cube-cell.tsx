import type { KeyboardEvent } from 'react'
import { usePaper } from '../hooks/paper.ts'
import { count, label } from '../text/format.ts'
import type { CubeCell } from './cube-layout.ts'
import type { CubeLook } from './cube-look.ts'
import { Cell } from './kit/marks.tsx'

interface Props {
  readonly cell: CubeCell
  readonly look: CubeLook
  readonly href: string
  readonly isEntry: boolean
  readonly onPoint: (isPointed: boolean) => void
  readonly onReach: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** One voxel: its square, its accuracy as a number, and the way to its samples. */
export function CubeCellLink({ cell, look, href, isEntry, onPoint, onReach, onKeyDown }: Props) {
  const { x, y, side, voxel } = cell
  const number = look.cellNumber(voxel)
  const name = `${[voxel.task, voxel.modality, voxel.parts].map(label).join(', ')}: ${number}. ${look.voxelText(voxel)}`
  // Placed by a transform, so that only a change of size is animated, not the way to another place.
  const place = `translate(${x} ${y})`
  const isHatched = look.isHatched(voxel)
  const isSure = !look.isHollow(voxel) && !isHatched
  const square = (
    <Cell
      x={0}
      y={0}
      side={side}
      colour={look.cellColour(voxel)}
      isHollow={!isSure}
      isHatched={isHatched}
      className="chart-cell cube-square"
    />
  )
  const text = (
    <text className="plot-number" y={26}>
      {number}
    </text>
  )
  // Not in the link: its name has what is seen in it.
  const answers = look.hasN && (
    <text className="cube-n" y={37}>
      {`n ${count(voxel.n)}`}
    </text>
  )
  if (usePaper())
    return (
      <g className="cube-cell" data-sure={isSure} transform={place}>
        {square}
        {text}
        {answers}
      </g>
    )
  return (
    <g transform={place}>
      <a
        href={href}
        tabIndex={isEntry ? 0 : -1}
        aria-label={name}
        className="plot-mark cube-cell"
        data-sure={isSure}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
        onFocus={() => {
          onPoint(true)
          onReach()
        }}
        onBlur={() => onPoint(false)}
        onKeyDown={onKeyDown}
      >
        <rect className="mark-reach" x="-22" y="-16" width="44" height="55" />
        {square}
        {text}
      </a>
      {answers}
    </g>
  )
}

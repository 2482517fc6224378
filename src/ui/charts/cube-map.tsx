import { extent } from 'd3-array'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { VoxelEstimate } from '../../engine/analysis/report.ts'
import { voxelName } from '../text/voxels.ts'
import { CubeCellLink } from './cube-cell.tsx'
import { CubeFrame, cubeKey } from './cube-frame.tsx'
import {
  type CubeCell,
  type CubeOrder,
  cubeLayout,
  type Direction,
  isSingle,
  neighbour,
  type PlannedVoxels,
} from './cube-layout.ts'
import { accuracyLook, type CubeLook, fewestColoured } from './cube-look.ts'
import { inBothWidths } from './kit/both-widths.tsx'
import { useChartWidth } from './kit/chart-width.ts'
import { ChartFrame } from './kit/frame.tsx'
import { Key } from './kit/key.tsx'

interface Props {
  readonly title: string
  readonly voxels: readonly VoxelEstimate[]
  /** All that will be asked, where that is more: its places are there from the start. */
  readonly planned?: readonly PlannedVoxels[]
  /** Labels in order, where rows, columns and panels are other fields than task, modality and region. */
  readonly order?: CubeOrder
  /** Where a voxel leads. */
  readonly href: (voxel: VoxelEstimate) => string
  /** Name of the file that it is saved as. */
  readonly file?: string
  /** What the squares show. */
  readonly look?: CubeLook
  /** Whose answers these are, as part of the picture. */
  readonly source?: string
}

const directions: readonly string[] = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
] satisfies Direction[]

/** The competency cube: a square for every voxel, its colour the accuracy, its size the number of answers. */
export const CubeMap = inBothWidths(Drawn)

function Drawn({
  title,
  voxels,
  planned,
  order,
  href,
  file = 'voxelwise-cube.svg',
  look = accuracyLook,
  source,
}: Props) {
  const room = useChartWidth(0, Number.POSITIVE_INFINITY)
  // Uses the room of large screens.
  const scale = Math.min(1.4, Math.max(1, (room.width * room.unit) / 1240))
  const svg = useRef<SVGSVGElement>(null)
  const inside = Math.max(room.width / scale, 280)
  const layout = useMemo(() => {
    const items = keyItems(voxels, look)
    return cubeLayout(voxels, { width: inside, measure: room.measure, items, planned, order })
  }, [voxels, inside, room.measure, planned, order, look])
  const [pointed, setPointed] = useState<string | null>(null)
  const [reached, setReached] = useState<string | null>(null)
  // The cube is one stop of the Tab key; arrows move inside it.
  const entry = layout.cells.find(cell => cell.key === reached) ?? layout.cells[0]
  const shown = layout.cells.find(cell => cell.key === pointed)

  return (
    <ChartFrame
      {...{ title, file, svg }}
      room={{ ...room, unit: room.unit * scale, width: inside }}
      width={layout.width}
      height={layout.height}
      readout={
        shown && (
          <>
            <strong>{voxelName(shown.voxel)}</strong> {look.voxelText(shown.voxel)}
          </>
        )
      }
      hint="Point at a voxel for its figures. Click it for its answers."
      isLarge
      at={shown ?? null}
      {...(source !== undefined && { source })}
    >
      <CubeFrame layout={layout} />
      {layout.cells.map(cell => (
        <CubeCellLink
          key={cell.key}
          {...{ cell, look }}
          href={href(cell.voxel)}
          isEntry={cell === entry}
          onPoint={isPointed => setPointed(isPointed ? cell.key : null)}
          onReach={() => setReached(cell.key)}
          onKeyDown={event => focusNeighbour(event, svg.current, layout.cells, cell)}
        />
      ))}
      <Key layout={layout.keys} y={layout.keysY} />
    </ChartFrame>
  )
}

/** How to read the squares of these voxels. */
function keyItems(voxels: readonly VoxelEstimate[], look: CubeLook) {
  const single = voxels.filter(isSingle)
  return cubeKey(
    look,
    extent(single, ({ n }) => n),
    {
      hasHatched: voxels.some(look.isHatched),
      hasFew: look.isGreyIfFew && single.some(({ n }) => n > 0 && n < fewestColoured),
    },
  )
}

/** An arrow key moves the focus to the next square in its direction. */
function focusNeighbour(
  event: KeyboardEvent,
  svg: SVGSVGElement | null,
  cells: readonly CubeCell[],
  from: CubeCell,
): void {
  if (!directions.includes(event.key)) return
  event.preventDefault()
  const next = neighbour(cells, from, event.key as Direction)
  const links = svg?.querySelectorAll<SVGAElement>('a')
  if (next) links?.[cells.indexOf(next)]?.focus()
}

import { counted } from '../../engine/base/counted.ts'
import { useMeasure } from '../charts/kit/chart-width.ts'
import { textStyles } from '../charts/kit/text.ts'
import { block, type Faces, project, voxelAt } from './solid.ts'

interface Props {
  /** How many values each axis has. */
  readonly regions: number
  readonly modalities: number
  readonly tasks: number
}

const within = (n: number) => Math.min(9, Math.max(1, n))

/** The competency space as a block of voxels, one of them pulled out: an illustration of what the page measures. */
export function SpaceCube({ regions, modalities, tasks }: Props) {
  const measure = useMeasure()
  const [nx, ny, nz] = [within(regions), within(modalities), within(tasks)]
  const [right] = project([nx, 0, 0])
  const [left] = project([0, ny, 0])
  const [, bottom] = project([nx, ny, nz])
  const text = Math.max(0.32, (right - left + bottom) / 38)
  const [leftX, leftY] = project([nx / 2, ny, nz])
  const [rightX, rightY] = project([nx, ny / 2, nz])
  const [sideX, sideY] = project([nx, 0, nz / 2])
  const names = {
    left: counted(regions, 'region'),
    right: counted(modalities, 'modality', 'modalities'),
    side: counted(tasks, 'task'),
  }
  // Measured in another size: text here is a share of the block.
  const wide = (name: string) => (measure(name, 'plot-label') / textStyles['plot-label'].size) * text
  const from = Math.min(left, leftX - text * 0.6 - wide(names.left))
  const to = Math.max(right, rightX + text * 0.6 + wide(names.right), sideX + text * 0.7 + wide(names.side))
  return (
    <svg
      className="space-cube"
      viewBox={`${from - 0.2} -0.2 ${to - from + 0.4} ${bottom + 0.4 + text}`}
      aria-hidden="true"
      focusable="false"
      fontSize={text}
    >
      <Solid faces={block(nx, ny, nz)} kind="solid" />
      <Solid faces={voxelAt(nx - 0.35, Math.floor(ny / 2), Math.floor(nz / 3))} kind="voxel" />
      <text x={leftX - text * 0.6} y={leftY + text * 1.5} textAnchor="end">
        {names.left}
      </text>
      <text x={rightX + text * 0.6} y={rightY + text * 1.5}>
        {names.right}
      </text>
      <text x={sideX + text * 0.7} y={sideY}>
        {names.side}
      </text>
    </svg>
  )
}

function Solid({ faces, kind }: { readonly faces: Faces; readonly kind: 'solid' | 'voxel' }) {
  return (
    <>
      <path className={`${kind}-top`} d={faces.top} />
      <path className={`${kind}-left`} d={faces.left} />
      <path className={`${kind}-right`} d={faces.right} />
    </>
  )
}

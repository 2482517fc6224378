import { counted } from '../format.ts'
import { block, type Faces, project, voxelAt } from './solid.ts'

interface Props {
  /** How many values each axis has. */
  readonly regions: number
  readonly modalities: number
  readonly tasks: number
}

const within = (n: number) => Math.min(9, Math.max(1, n))

/** The competency space as a block of voxels, one of them pulled out: what the page measures, at a glance. */
export function SpaceCube({ regions, modalities, tasks }: Props) {
  const [nx, ny, nz] = [within(regions), within(modalities), within(tasks)]
  const [right] = project([nx, 0, 0])
  const [left] = project([0, ny, 0])
  const [, bottom] = project([nx, ny, nz])
  const text = Math.max(0.32, (right - left + bottom) / 38)
  const [leftX, leftY] = project([nx / 2, ny, nz])
  const [rightX, rightY] = project([nx, ny / 2, nz])
  const [sideX, sideY] = project([nx, 0, nz / 2])
  return (
    <svg
      className="space-cube"
      viewBox={`${left - 3 * text} -0.2 ${right - left + 11 * text} ${bottom + 0.4 + text}`}
      aria-hidden="true"
      focusable="false"
      fontSize={text}
    >
      <Solid faces={block(nx, ny, nz)} kind="solid" />
      <Solid faces={voxelAt(nx - 0.35, Math.floor(ny / 2), Math.floor(nz / 3))} kind="voxel" />
      <text x={leftX - text * 0.6} y={leftY + text * 1.5} textAnchor="end">
        {counted(regions, 'region')}
      </text>
      <text x={rightX + text * 0.6} y={rightY + text * 1.5}>
        {counted(modalities, 'modality', 'modalities')}
      </text>
      <text x={sideX + text * 0.7} y={sideY}>
        {counted(tasks, 'task')}
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

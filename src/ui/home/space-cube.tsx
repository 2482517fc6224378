import { counted } from '../../engine/base/counted.ts'
import { useMeasure } from '../charts/kit/chart-width.ts'
import { textStyles } from '../charts/kit/text.ts'
import { block, type Faces, project, spaceLayout, voxelAt } from './solid.ts'

interface Props {
  /** How many values each axis has. */
  readonly regions: number
  readonly modalities: number
  readonly tasks: number
}

/** The competency space as a block of voxels, one of them pulled out: an illustration of what the page measures. */
export function SpaceCube({ regions, modalities, tasks }: Props) {
  const measure = useMeasure()
  const { size, voxel, text, left, right, side } = spaceLayout(regions, modalities, tasks)
  const [nx, ny, nz] = size
  const names = {
    left: counted(regions, 'region'),
    right: counted(modalities, 'modality', 'modalities'),
    side: counted(tasks, 'task'),
  }
  // Measured in another size: text here is a share of the block.
  const wide = (name: string) => (measure(name, 'plot-label') / textStyles['plot-label'].size) * text
  const from = Math.min(project([0, ny, 0])[0], left[0] - wide(names.left))
  const to = Math.max(
    project([nx, 0, 0])[0],
    right[0] + wide(names.right),
    side[0] + wide(names.side),
    project([voxel[0] + 1, voxel[1], 0])[0],
  )
  const bottom = Math.max(
    project([nx, ny, nz])[1],
    right[1],
    project([voxel[0] + 1, voxel[1] + 1, voxel[2] + 1])[1],
  )
  return (
    <svg
      className="space-cube"
      viewBox={`${from - 0.2} -0.2 ${to - from + 0.4} ${bottom + 0.4 + text / 2}`}
      aria-hidden="true"
      focusable="false"
      fontSize={text}
    >
      <Solid faces={block(nx, ny, nz)} kind="solid" />
      <Solid faces={voxelAt(...voxel)} kind="voxel" />
      <text x={left[0]} y={left[1]} textAnchor="end">
        {names.left}
      </text>
      <text x={right[0]} y={right[1]}>
        {names.right}
      </text>
      <text x={side[0]} y={side[1]}>
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

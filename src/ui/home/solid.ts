/** The isometric picture of a block of voxels: counts in, SVG paths out. */

type Point3 = readonly [number, number, number]
type Point2 = readonly [number, number]

/** x runs to the lower right, y to the lower left, z down; an edge of a voxel is 1. */
export function project([x, y, z]: Point3): Point2 {
  return [(x - y) * Math.cos(Math.PI / 6), (x + y) / 2 + z]
}

export interface Faces {
  readonly top: string
  readonly left: string
  readonly right: string
}

const low = 0.05
const high = 1 - low

function path(corners: readonly Point3[]): string {
  return `M${corners
    .map(corner =>
      project(corner)
        .map(n => n.toFixed(3))
        .join(' '),
    )
    .join('L')}Z`
}

const topAt = (x: number, y: number, z: number) =>
  path([
    [x + low, y + low, z],
    [x + high, y + low, z],
    [x + high, y + high, z],
    [x + low, y + high, z],
  ])
const leftAt = (x: number, y: number, z: number) =>
  path([
    [x + low, y, z + low],
    [x + high, y, z + low],
    [x + high, y, z + high],
    [x + low, y, z + high],
  ])
const rightAt = (x: number, y: number, z: number) =>
  path([
    [x, y + low, z + low],
    [x, y + high, z + low],
    [x, y + high, z + high],
    [x, y + low, z + high],
  ])

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at)

/** The three faces one sees of a block, cut into voxels. */
export function block(nx: number, ny: number, nz: number): Faces {
  const tops = upTo(nx).flatMap(x => upTo(ny).map(y => topAt(x, y, 0)))
  const lefts = upTo(nx).flatMap(x => upTo(nz).map(z => leftAt(x, ny, z)))
  const rights = upTo(ny).flatMap(y => upTo(nz).map(z => rightAt(nx, y, z)))
  return { top: tops.join(''), left: lefts.join(''), right: rights.join('') }
}

/** One voxel with its lowest corner there. */
export function voxelAt(x: number, y: number, z: number): Faces {
  return { top: topAt(x, y, z + low), left: leftAt(x, y + high, z), right: rightAt(x + high, y, z) }
}

/** How many voxels an axis is drawn with. */
const within = (n: number) => Math.min(9, Math.max(1, n))

/**
 * The block of an axis of each length, with room for its labels: beside the voxel that is pulled out, never on it.
 * @returns its size, the lowest corner of that voxel, the size of the text, and where labels begin; the left one ends there
 */
export function spaceLayout(regions: number, modalities: number, tasks: number) {
  const [nx, ny, nz] = [within(regions), within(modalities), within(tasks)]
  const [rightmost] = project([nx, 0, 0])
  const [leftmost] = project([0, ny, 0])
  const [, bottom] = project([nx, ny, nz])
  const text = (rightmost - leftmost + bottom) / 22
  const voxel = [nx - 0.35, Math.floor(ny / 2), Math.floor(nz / 3)] as const
  const [vx, vy, vz] = voxel
  const [voxelRight] = project([vx + 1, vy, vz])
  const [, voxelTop] = project([vx, vy, vz])
  const [, voxelBottom] = project([vx + 1, vy + 1, vz + 1])
  const beside = ([x, y]: Point2): Point2 =>
    y > voxelTop && y - text < voxelBottom ? [Math.max(x, voxelRight + 0.7 * text), y] : [x, y]
  const [leftX, leftY] = project([nx / 2, ny, nz])
  const [rightX, rightY] = project([nx, ny / 2, nz])
  const [sideX, sideY] = project([nx, 0, nz / 2])
  return {
    size: [nx, ny, nz] as const,
    voxel,
    text,
    left: [leftX - 0.6 * text, leftY + 1.5 * text] as const,
    right: beside([rightX + 0.6 * text, rightY + 1.5 * text]),
    side: beside([sideX + 0.7 * text, sideY]),
  }
}

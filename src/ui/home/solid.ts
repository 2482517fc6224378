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

import { expect, test } from 'vitest'
import { project, spaceLayout } from '../../../../src/ui/home/solid.ts'

const sizes = [1, 2, 3, 5, 9, 40]

test('labels of the ornament cover neither the block nor the voxel beside it, whatever the size of a data set', () => {
  for (const regions of sizes)
    for (const modalities of sizes)
      for (const tasks of sizes) {
        const { size, voxel, text, right, side, left } = spaceLayout(regions, modalities, tasks)
        const [nx, ny, nz] = size
        const [x, y, z] = voxel
        const [, top] = project([x, y, z])
        const [, bottom] = project([x + 1, y + 1, z + 1])
        const [edge] = project([x + 1, y, z])
        for (const label of [right, side]) {
          const isBeside = label[0] >= edge + text / 2
          const isAway = label[1] <= top || label[1] - text >= bottom
          expect(isBeside || isAway, `${regions} ${modalities} ${tasks}`).toBe(true)
        }
        // The lower edges, below which the labels stand.
        const below = (at: number) => project([nx, ny, nz])[1] - Math.abs(at) * Math.tan(Math.PI / 6)
        expect(left[1] - text).toBeGreaterThanOrEqual(below(left[0] - project([nx, ny, nz])[0]))
        expect(side[0]).toBeGreaterThan(project([nx, 0, 0])[0])
      }
})

import { expect, test } from 'vitest'
import { inVoxelOrder } from '../../../../src/ui/text/voxels.ts'

test('voxels are listed by task from low to high level, below each as the data set first mentions regions and modalities', () => {
  const voxel = (task: string, parts: string, modality: string) => ({ task, parts, modality })
  const voxels = [
    voxel('Disease Diagnosis', 'Spine', 'X-ray'),
    voxel('Modality Recognition', 'Brain', 'CT'),
    voxel('Modality Recognition', 'Spine', 'MRI'),
    voxel('Modality Recognition', 'Spine', 'X-ray'),
  ]
  expect(inVoxelOrder(voxels)).toEqual([voxels[3], voxels[2], voxels[1], voxels[0]])
})

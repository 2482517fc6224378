import type { Random } from '../../unit/support/random.ts'
import { withOtherValue } from './json.ts'

const metric = (key: string) => ({
  metric_type: 'angle',
  metric_map_name: 'angles_map',
  metric_key: key,
  metric_value: 4,
})
const sound = {
  dataset_info: { dataset: 'a' },
  tasks: [
    {
      task_ID: '01',
      image_modality: 'CT',
      labels_map: { 1: 'liver' },
      landmarks_map: { P1: 'a', P2: 'b' },
      lines_map: { L1: { name: '', element_keys: ['P1', 'P2'] } },
      angles_map: { A1: { name: '', element_keys: ['L1', 'L1'] } },
      target_label: 1,
      test_cases: [
        {
          case_ID: 'c',
          image_file: 'a.nii.gz',
          image_file_info: { voxel_size: [1, 1, 1], array_size: [4, 4, 4], orientation: 'RAS' },
          slice_profiles_x: [{ slice_idx: 1, slice_profile: [[metric('L-1-2'), metric('L-3-4')]] }],
          slice_profiles_y: [
            { slice_idx: 1, slice_profile: [metric('A1'), { label: 1, pixel_count: 300, ROI_area: 2 }] },
          ],
          slice_profiles_z: [
            {
              slice_idx: 1,
              slice_profile: [
                { label: 1, bboxes: [{ min_coords: [0, 0], max_coords: [9, 9], dimensions: [10, 10] }] },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** A plan of MedVision with some values that are others. */
export function anyPlan(random: Random): string {
  let text = JSON.stringify(sound)
  for (let i = random.below(4); i > 0; i--) text = withOtherValue(random, text)
  return text
}

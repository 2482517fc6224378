/** MedVision as it is published: plans of annotations beside folders of volumes, from the folder to the score. */
import { gzipSync } from 'node:zlib'
import { filePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { readPicture } from '../../../../src/data/images/decoding.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { parseBoxes } from '../../../../src/engine/protocol/boxes.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import { memorySource } from '../../support/memory-source.ts'
import { niftiBytes } from '../../support/nifti-bytes.ts'

const shape = [40, 30, 20] as const
const [x, y, z] = [
  [5, 17],
  [8, 20],
  [2, 14],
] as const
const within = (value: number, [from, to]: readonly [number, number]) => value >= from && value < to
const volume = gzipSync(
  niftiBytes(shape, (i, j, k) => (within(i, x) && within(j, y) && within(k, z) ? 250 : 10)),
)

const info = { voxel_size: [0.5, 0.75, 2], array_size: shape, orientation: ['R', 'A', 'S'] }
const axes = (major: number, minor: number) => [
  {
    metric_type: 'distance',
    metric_map_name: 'lines_map',
    metric_key: 'L-1-2',
    metric_value: major,
    metric_unit: 'mm',
    slice_dim: 2,
  },
  {
    metric_type: 'distance',
    metric_map_name: 'lines_map',
    metric_key: 'L-3-4',
    metric_value: minor,
    metric_unit: 'mm',
    slice_dim: 2,
  },
]
const makeCase = (id: string, profiles: object) => ({
  case_ID: id,
  image_file: `Images/${id}.nii.gz`,
  mask_file: `Masks/${id}.nii.gz`,
  image_file_info: info,
  slice_profiles_x: [],
  slice_profiles_y: [],
  slice_profiles_z: [],
  ...profiles,
})
const plan = (task: object) => ({
  dataset_info: { dataset: 'Made', license: ['none'] },
  tasks_number: 1,
  tasks: [
    {
      task_ID: '01',
      image_modality: 'CT',
      image_description: 'a slice of an abdominal CT',
      image_folder: 'Images',
      labels_map: { 1: 'kidney', 2: 'kidney tumor' },
      ...task,
    },
  ],
})
const packed = (content: object) => new Uint8Array(gzipSync(JSON.stringify(content)))
const tumours = (value: number) =>
  packed(
    plan({
      task_type: 'biometry',
      target_label: 2,
      train_cases: [
        makeCase('old', {
          slice_profiles_z: [{ slice_idx: 1, n_total_clusters: 1, slice_profile: [axes(9, 8)] }],
        }),
      ],
      test_cases: [
        makeCase('case1', {
          slice_profiles_z: [
            { slice_idx: 5, n_total_clusters: 1, slice_profile: [axes(value, 12.5)] },
            { slice_idx: 6, n_total_clusters: 2, slice_profile: [axes(20, 10), axes(5, 4)] },
          ],
        }),
      ],
    }),
  )
const boxIn = (min: readonly number[], max: readonly number[]) => ({
  label: 1,
  bboxes: [
    {
      min_coords: min,
      max_coords: max,
      dimensions: max.map((side, i) => side - (min[i] ?? 0)),
      sizes: [1, 1],
    },
  ],
})
const detection = packed(
  plan({
    task_type: 'detection',
    train_cases: [],
    test_cases: [
      makeCase('case1', {
        slice_profiles_x: [{ slice_idx: 9, slice_profile: [boxIn([y[0], z[0]], [y[1], z[1]])] }],
        slice_profiles_y: [{ slice_idx: 9, slice_profile: [boxIn([x[0], z[0]], [x[1], z[1]])] }],
        slice_profiles_z: [
          { slice_idx: 9, slice_profile: [boxIn([x[0], y[0]], [x[1], y[1]])] },
          { slice_idx: 10, slice_profile: [boxIn([3, 3], [12, 20])] },
        ],
      }),
    ],
  }),
)
const landmarks = packed(
  plan({
    task_type: 'biometry',
    landmarks_map: { P1: 'nasion', P2: 'menton', P3: 'sella' },
    lines_map: {
      'L-1-2': { name: 'face height', element_keys: ['P1', 'P2'], element_map_name: 'landmarks_map' },
      'L-3-1': { name: '', element_keys: ['P3', 'P1'], element_map_name: 'landmarks_map' },
    },
    angles_map: {
      'A-L_1_2-L_3_1': { name: '', element_keys: ['L-1-2', 'L-3-1'], element_map_name: 'lines_map' },
    },
    train_cases: [],
    test_cases: [
      makeCase('case2', {
        slice_profiles_x: [
          {
            slice_idx: 3,
            slice_profile: [
              {
                metric_type: 'distance',
                metric_map_name: 'lines_map',
                metric_key: 'L-1-2',
                metric_value: 118.25,
                metric_unit: 'mm',
                slice_dim: 0,
              },
              {
                metric_type: 'angle',
                metric_map_name: 'angles_map',
                metric_key: 'A-L_1_2-L_3_1',
                metric_value: 81,
                metric_unit: 'degree',
                slice_dim: 0,
              },
            ],
          },
        ],
      }),
    ],
  }),
)
const masks = packed(
  plan({
    task_type: 'segmentation',
    train_cases: [],
    test_cases: [
      makeCase('case1', {
        slice_profiles_z: [
          {
            slice_idx: 5,
            slice_profile: [
              { label: 1, pixel_count: 240, ROI_area: 90.5 },
              { label: 2, pixel_count: 199, ROI_area: 75 },
            ],
          },
        ],
      }),
    ],
  }),
)
const source = memorySource('Datasets', {
  'Made/benchmark_plan_biometry_v1.0.0.json.gz': tumours(30),
  'Made/benchmark_plan_biometry_v1.4.0.json.gz': tumours(25),
  'Made/benchmark_plan_detection_v1.0.0.json.gz': detection,
  'Made/benchmark_plan_segmentation_v1.0.0.json.gz': masks,
  'Made/Images/case1.nii.gz': volume,
  'Made/Images/old.nii.gz': volume,
  'Made/Masks/case1.nii.gz': volume,
  'Skull/benchmark_plan_biometry_v1.0.0.json.gz': landmarks,
  'Skull/Images/case2.nii.gz': volume,
})

test('each slice and target is a question, of the newest plan and the cases for testing', async () => {
  const { samples, skipped, mapping } = await loadDataset(source, {})
  expect([skipped, mapping?.document.name, mapping?.split]).toEqual([[], 'MedVision', 'test'])
  expect(samples.map(({ fields: { id, kind, answer }, image }) => [id, kind, answer, image])).toEqual([
    ['Task01/case1/axial/5/ellipse', 'number', '25, 12.5', 'Datasets/Made/Images/case1.nii.gz//axial=5,HU'],
    [
      'Task01/case1/sagittal/9/1',
      'box',
      '[[10, 6, 22, 18]]',
      'Datasets/Made/Images/case1.nii.gz//sagittal=9,HU',
    ],
    [
      'Task01/case1/coronal/9/1',
      'box',
      '[[23, 6, 35, 18]]',
      'Datasets/Made/Images/case1.nii.gz//coronal=9,HU',
    ],
    ['Task01/case1/axial/9/1', 'box', '[[23, 10, 35, 22]]', 'Datasets/Made/Images/case1.nii.gz//axial=9,HU'],
    ['Task01/case1/axial/5/1', 'number', '90.5', 'Datasets/Made/Images/case1.nii.gz//axial=5,HU'],
    [
      'Task01/case2/sagittal/3/L-1-2',
      'number',
      '118.25',
      'Datasets/Skull/Images/case2.nii.gz//sagittal=3,HU',
    ],
    [
      'Task01/case2/sagittal/3/A-L_1_2-L_3_1',
      'number',
      '81',
      'Datasets/Skull/Images/case2.nii.gz//sagittal=3,HU',
    ],
  ])
  const questions = samples.map(({ fields }) => String(fields.question).split('\n'))
  expect(questions[0]).toEqual([
    'The image is a slice of an abdominal CT.',
    'Fit an ellipse to the kidney tumor. How long are its major axis and its minor axis, in millimetres?',
    'The image is 40 pixels wide and 30 pixels high. A pixel is 0.5 mm wide and 0.75 mm high.',
  ])
  expect(questions[5]?.[1]).toBe('face height: How far is it from nasion to menton, in millimetres?')
  expect(questions[6]?.[1]).toBe(
    'How large is the angle between the line from nasion to menton and the line from sella to nasion, in degrees?',
  )
  expect(samples[0]?.fields).toMatchObject({
    task: 'Tumor-Lesion-Size',
    modality: 'CT',
    parts: 'kidney tumor',
  })
})

test('a box lies where the picture that the model sees has its object', async () => {
  const { samples } = await loadDataset(source, {})
  const reader = new ImageReader(source)
  for (const { fields, image } of samples.filter(sample => sample.fields.kind === 'box')) {
    const { bytes } = await reader.bytes(image ?? '')
    const { pixels } = await readPicture(new Uint8Array(bytes), image ?? '', nodeCodec, filePolicy)
    expect(fields.size).toEqual([pixels.width, pixels.height])
    const bright = Array.from({ length: pixels.width * pixels.height }, (_, i) => i).filter(
      i => (pixels.data[3 * i] ?? 0) > 128,
    )
    const columns = bright.map(i => i % pixels.width)
    const rows = bright.map(i => Math.floor(i / pixels.width))
    expect(parseBoxes(String(fields.answer))).toEqual([
      [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1],
    ])
  }
})

test('numbers are right below a tenth of an error, boxes from the lower left corner at an overlap of one half', async () => {
  const { samples, protocol } = await loadDataset(source, {})
  const { judge, prompt } = findProtocol(protocol)
  const [ellipse, , , box] = samples.map(({ fields }) => fields)
  if (!ellipse || !box) throw new Error('They are not read.')
  expect(judge('major 26, minor 13', ellipse)).toMatchObject({
    correct: true,
    measured: expect.closeTo(0.04),
  })
  expect(judge('20, 12.5', ellipse)).toMatchObject({ correct: false, measured: expect.closeTo(0.1) })
  expect(prompt(ellipse)).toContain('2 numbers only')
  const exact = [23 / 40, 1 - 22 / 30, 35 / 40, 1 - 10 / 30]
  expect(judge(`0.1; ${exact.join(', ')}`, box)).toMatchObject({ correct: true, measured: expect.closeTo(1) })
  expect(judge('0, 0, 1, 1', box)).toMatchObject({ correct: false, measured: expect.closeTo(0.12) })
  expect(judge('in the middle', box)).toMatchObject({ correct: false, parsed: '' })
  expect(prompt(box)).toContain('from its lower left corner')
})

test('a volume whose axes go another way is refused by name', async () => {
  const other = { ...makeCase('case9', { slice_profiles_z: [{ slice_idx: 0, slice_profile: [] }] }) }
  const turned = { ...other, image_file_info: { ...info, orientation: 'LPS' } }
  const content = packed(plan({ train_cases: [], test_cases: [turned] }))
  const loading = loadDataset(memorySource('D', { 'benchmark_plan_detection_v1.0.0.json.gz': content }), {})
  await expect(loading).rejects.toMatchObject({
    info: { subject: expect.stringContaining('case case9'), message: expect.stringContaining('LPS') },
  })
})

test('JSON of landmarks below a folder of plans is no table', async () => {
  const more = memorySource('D', {
    'benchmark_plan_segmentation_v1.0.0.json.gz': masks,
    'Images/case1.nii.gz': volume,
    'Landmarks/case1.json.gz': new Uint8Array(
      gzipSync(JSON.stringify([{ question: 'Which?', answer: 'A' }])),
    ),
    'changed.json': [{ question: 'Which?', answer: 'A' }],
  })
  const { samples, mapping } = await loadDataset(more, {})
  expect([samples.length, mapping?.tables.length]).toEqual([1, 1])
})

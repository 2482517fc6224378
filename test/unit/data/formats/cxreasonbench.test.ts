/** CXReasonBench as it is published: a file for each case and stage, from the folder to the verdict. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import { listImages } from '../../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../support/memory-source.ts'
import { pngBytes as png } from '../../support/png-bytes.ts'

const stage = (id: string, name: string, content: object) => ({
  [`bench/qa/rotation/path1/${name}/basic/${id}.json`]: content,
})
const files = {
  'bench/dx_by_dicoms.json': { rotation: ['x1', 'x2'] },
  ...Object.assign(
    {},
    ...['x1', 'x2'].map(id => ({
      ...stage(id, 'init', {
        question: 'Is the patient rotated?\nOptions: (a) Yes, (b) No, (c) I don’t know',
        answer: '(b) No',
        img_path: [`files/${id}.png`],
        measured_value: '3',
      }),
      ...stage(id, 'stage1', {
        question: ['By what? Options: (a) the clavicles, (b) the ribs'],
        answer: ['(a) the clavicles'],
        img_path: [],
      }),
      ...stage(id, 'stage2', {
        question: [
          'Which show them? Options: (a) 1st image, (b) 2nd image, (c) 3rd image',
          'And the spine? Options: (a) 1st image, (b) 2nd image',
        ],
        answer: ['(a) 1st image, (c) 3rd image', '(b) 2nd image'],
        img_path: [
          [`/clavicle/${id}_1.png`, `/clavicle/${id}_2.png`, `/clavicle/${id}_3.png`],
          [`/spine/${id}_1.png`, `/spine/${id}_2.png`],
        ],
      }),
      ...stage(id, 'stage3', {
        question: 'How far? Options: (a) 0.1, (b) 0.3',
        answer: '(b) 0.3',
        img_path: [],
      }),
      ...stage(id, 'stage4', {
        question: 'So is the patient rotated? Options: (a) Yes, (b) No, (c) borderline',
        answer: id === 'x1' ? '(b) No' : '(b) No, (c) borderline',
        img_path: [],
      }),
      [`bench/qa/rotation/path2/stage1/basic/${id}.json`]: {
        question: 'Guided?',
        answer: '(a) Yes',
        img_path: [],
      },
      [`mimic/files/${id}.png`]: png,
      ...Object.fromEntries([1, 2, 3].map(n => [`bench/segmask_bodypart/clavicle/${id}_${n}.png`, png])),
      ...Object.fromEntries([1, 2].map(n => [`bench/segmask_bodypart/spine/${id}_${n}.png`, png])),
    })),
  ),
}

test('each stage is asked after the right answers to those before it, with their images', async () => {
  const { samples, skipped, mapping, protocol } = await loadDataset(memorySource('set', files), {})
  expect([mapping?.document.name, protocol.id]).toEqual(['CXReasonBench', 'cxreasonbench'])
  const first = samples.filter(({ fields }) => fields.group === 'rotation/x1')
  expect(first.map(({ fields: { task, kind, answer } }) => [task, kind, answer])).toEqual([
    ['first answer', 'choice', 'B'],
    ['criteria', 'choice', 'A'],
    ['body part', 'several', 'AC'],
    ['body part', 'choice', 'B'],
    ['measurement', 'choice', 'B'],
    ['final answer', 'choice', 'B'],
  ])
  expect(first[2]?.fields).toMatchObject({
    question: 'Which show them?',
    options: { A: '1st image', B: '2nd image', C: '3rd image' },
    examples: [
      { question: 'Is the patient rotated?', answer: '(b) No' },
      { question: 'By what?', answer: '(a) the clavicles' },
    ],
  })
  expect(first.map(sample => listImages(sample).length)).toEqual([1, 1, 4, 6, 6, 6])
  // The last stage of the second case accepts any one of two options.
  expect(skipped.map(({ reason, file }) => [reason, file])).toEqual([
    ['missing_answer', 'set/bench/qa/rotation/path1/stage4/basic/x2.json'],
  ])
})

test('a verdict follows from the letters behind FINAL ANSWER', async () => {
  const { samples, protocol } = await loadDataset(memorySource('set', files), {})
  const { judge } = findProtocol(protocol)
  const fields = samples[2]?.fields ?? {}
  expect(judge('FINAL ANSWER: (a) 1st image, (c) 3rd image', fields).correct).toBe(true)
  expect(judge('FINAL ANSWER: (a) 1st image', fields).correct).toBe(false)
})

import { nodeCodec } from '@voxelwise/pixels/node'
import { describe, expect, test } from 'vitest'
import { blankBy, headerSources } from '../../../src/data/questions/header-files.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { analyseShortcuts } from '../../../src/engine/protocol/shortcut.ts'
import { deriveQuestions, type HeaderCube } from '../../../src/features/headers/data/derive.ts'
import { readLabels } from '../../../src/features/headers/data/labels.ts'
import { cubeSummary, leftOutLine, questionLine, testJson } from '../../../src/features/headers/data/lines.ts'
import { loadHeaders } from '../../../src/features/headers/data/load.ts'
import { canaries, ctSlice } from '../../unit/support/dicom-bytes.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

/** A radiograph: a label of its study is visible on it. */
const film = {
  524296: ['CS', 'ORIGINAL\\PRIMARY'],
  524310: ['UI', '1.2.840.10008.5.1.4.1.1.1'],
  524384: ['CS', 'CR'],
} as const

const folder = memorySource('SMITH', {
  ...Object.fromEntries([1, 2, 3].map(patient => [`SMITH/${patient}.dcm`, ctSlice({ patient })])),
  ...Object.fromEntries([4, 5, 6].map(patient => [`SMITH/${patient}.dcm`, ctSlice({ patient, more: film })])),
  'SMITH/7.dcm': ctSlice({ patient: 7, more: { 2622209: ['CS', 'YES'] } }),
})

const derived = async (labels: string, labelsOnSlices = false): Promise<HeaderCube> =>
  deriveQuestions(await headerSources(folder), {
    ...{ seed: 1, keepUnmarked: false, codedRegions: false, isBlank: blankBy(nodeCodec) },
    ...{ labels: await readLabels(labels), labelsOnSlices },
  })

const upper = ({ questions }: HeaderCube) => questions.filter(({ rule }) => rule.startsWith('label-'))

describe('labels', () => {
  test('of a file ask about its picture, with the labels of the task as options', async () => {
    const cube = await derived(
      'file,label\nSMITH/1.dcm,Pneumonia\nSMITH/2.dcm,Effusion\nSMITH/4.dcm,Pneumonia\n',
    )
    expect(upper(cube).map(({ path, task, answer, question }) => [path, task, answer, question])).toEqual(
      expect.arrayContaining([
        ['SMITH/2.dcm', 'Disease Diagnosis', 'Effusion', 'Which diagnosis does this image show?'],
      ]),
    )
    expect(upper(cube)).toHaveLength(3)
    for (const { options } of upper(cube)) expect([...options].sort()).toEqual(['Effusion', 'Pneumonia'])
  })

  test('of a study or a patient go to films, and to slices only on request', async () => {
    const table = [
      'patient,label',
      ...[1, 4, 5].map(n => `canary smith ${n},${n === 4 ? 'Yes' : 'No'}`),
    ].join('\n')
    const films = await derived(table)
    expect(
      upper(films)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['SMITH/4.dcm', 'SMITH/5.dcm'])
    expect(films.unusedLabels).toEqual({ 'label-on-slice': 1 })
    expect(upper(await derived(table, true))).toHaveLength(3)
  })

  test('that match nothing, or a picture that was left out, are counted; contradictions are left out', async () => {
    const cube = await derived(
      'file,label\nSMITH/9.dcm,A\nSMITH/7.dcm,A\nSMITH/1.dcm,A\nSMITH/1.dcm,B\nSMITH/2.dcm,A\nSMITH/3.dcm,B\n',
    )
    expect(cube.unusedLabels).toEqual({ 'label-unmatched': 1, 'label-left-out': 1 })
    expect(cube.excluded.filter(({ reason }) => reason === 'label-conflict')).toHaveLength(1)
    expect(upper(cube)).toHaveLength(2)
  })

  test('may give their own task, question and options', async () => {
    const cube = await derived(
      'file,label,task,question,options\nSMITH/1.dcm,mild,Severity Grading,How severe?,mild|moderate|severe\n',
    )
    const [one] = upper(cube)
    expect([one?.task, one?.question]).toEqual(['Severity Grading', 'How severe?'])
    expect([...(one?.options ?? [])].sort()).toEqual(['mild', 'moderate', 'severe'])
  })

  test('errors name the row, and quote nothing', async () => {
    const refusal = (text: string) => readLabels(text).catch(error => JSON.stringify(error.info))
    for (const text of [
      'name,label\nSMITH,A\n',
      'file,label\nSMITH,\n',
      'file,label,task\nSMITH,A,CANARY\n',
      'file,label,options\nSMITH,A,CANARY|B\n',
    ]) {
      expect(await refusal(text)).toMatch(/bad-table/)
      expect(await refusal(text)).not.toMatch(canaries)
    }
  })

  test('make chains with the questions from headers, and their keys are in no result', async () => {
    const labels = 'patient,label\nCANARY SMITH 4,Pneumonia\nCANARY SMITH 5,Effusion\n'
    const { loaded } = await loadHeaders(folder, { seed: 1, labels }, nodeCodec, {})
    const judged = loaded.samples.map(({ fields }) => ({ fields, correct: true }))
    const { chains } = analyseShortcuts(judged, {})
    expect(chains.length).toBeGreaterThan(0)
    const cube = await derived(labels)
    const texts = [
      ...cube.questions.map(question => questionLine(question, cube)),
      ...cube.excluded.map(leftOutLine),
      JSON.stringify(cubeSummary(cube)),
      JSON.stringify(loaded),
      testJson(loaded.samples),
    ]
    for (const text of texts) expect(text).not.toMatch(canaries)
  })
})

test('the questions are saved as test.json, whose images are called by their SHA-256', async () => {
  const { loaded } = await loadHeaders(folder, { seed: 1 }, nodeCodec, {})
  const saved: readonly Record<string, unknown>[] = JSON.parse(testJson(loaded.samples))
  expect(saved).toHaveLength(loaded.samples.length)
  for (const item of saved) {
    expect(item.image_path).toMatch(/^[0-9a-f]{64}\.dcm$/)
    expect(Object.values(item)).toContain(item.gt_answer)
  }
  expect(medrcube.listOptions(loaded.samples[0]?.fields ?? {}).length).toBeGreaterThan(1)
})

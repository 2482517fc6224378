import { expect, test } from 'vitest'
import { indexSpace } from '../../../../../src/engine/protocol/judging.ts'
import { judgedSamples, listRatedItems } from '../../../../../src/engine/protocol/protocols/judged-samples.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { rubricReference } from '../../../../../src/engine/protocol/protocols/rubric.ts'
import { rubricNamed } from '../../../../../src/engine/protocol/rubrics/rubric.ts'
import { answersOfEachKind, mappedRun, textQuestion } from '../../../support/mapped.ts'

const medCmrRubric = rubricNamed('med-cmr')

const once = { showsImages: false, isHeld: false, repeated: [], times: 0 }

test('only free-text answers are judged, once each; repeats for the spread come after them', () => {
  const { run, records } = mappedRun(answersOfEachKind)
  const samples = judgedSamples(records, run, { ...once, repeated: [10], times: 2 })
  expect(samples.map(({ index, fields }) => [index, fields.id, fields.repeat ?? 0])).toEqual([
    [9, '9', 0],
    [10, '10', 0],
    [22, '10', 1],
    [34, '10', 2],
  ])
  expect(indexSpace({ dataset: run.dataset, judging: { ...once, times: 2 } })).toBe(36)
})

test('an answer keeps its index whatever is answered later', () => {
  const { run, records } = mappedRun(answersOfEachKind)
  const [all, some] = [records, records.slice(10)].map(part => judgedSamples(part, run, once))
  expect(some?.[0]).toEqual(all?.[1])
})

test('the judge sees fields that no prompt may contain, and images only if chosen', () => {
  const withheld = { visual_description: 'A bright liver.', explanation: 'Not for the judge.' }
  const { run, records } = mappedRun([[{ ...textQuestion, withheld }, 'The spleen']])
  const shown = records.map(record => ({
    ...record,
    sample: {
      ...record.sample,
      image: 'data/a.png',
      fields: { ...record.sample.fields, image_path: 'data/a.png' },
    },
  }))
  const protocol = findProtocol(rubricReference(medCmrRubric))
  const [blind] = judgedSamples(shown, run, once)
  const [sighted] = judgedSamples(shown, run, { ...once, showsImages: true })
  expect(blind).toMatchObject({ image: null, fields: { image_path: null } })
  expect(sighted).toMatchObject({ image: 'data/a.png', fields: { image_path: 'data/a.png' } })
  const prompt = protocol.prompt(blind?.fields ?? {})
  expect(prompt).toContain('Description of the image: A bright liver.')
  expect(prompt).toContain('Right answer: The liver')
  expect(prompt).toContain('The spleen')
  expect(prompt).not.toContain('Not for the judge.')
  expect(listRatedItems(shown, run)).toMatchObject([{ image: 'data/a.png', response: 'The spleen' }])
})

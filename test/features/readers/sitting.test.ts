/** A study, its sittings and the runs that they become. */
import { beforeAll, expect, test } from 'vitest'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { datasetHere, type PortionedDataset } from '../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { summariseDataset } from '../../../src/data/formats/summarise-dataset.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { type ReaderFacts, readerNotes } from '../../../src/engine/protocol/reader.ts'
import type { LoadedDataset, Sample } from '../../../src/engine/protocol/sample.ts'
import { readerAnswers } from '../../../src/features/readers/data/import-answers.ts'
import { runOfSitting } from '../../../src/features/readers/data/reader-run.ts'
import { stateConfidence, statedOn } from '../../../src/features/readers/engine/confidence-scale.ts'
import { readableAnswer } from '../../../src/features/readers/engine/pressed-answer.ts'
import { readerConfidence } from '../../../src/features/readers/engine/reader-confidence.ts'
import { ReadingClock } from '../../../src/features/readers/engine/reading-clock.ts'
import { readingSeconds } from '../../../src/features/readers/engine/reading-seconds.ts'
import {
  answersInText,
  answersJson,
  daysSinceFirst,
  differingAnswer,
  isSameSitting,
  mergedSitting,
  type NewAnswer,
  nextPlace,
  type ReaderSitting,
  sittingWithAnswer,
} from '../../../src/features/readers/engine/sitting.ts'
import { sittingOrder } from '../../../src/features/readers/engine/sitting-order.ts'
import { statedScores } from '../../../src/features/readers/engine/stated-scores.ts'
import { askableSamples, strippedQuestion } from '../../../src/features/readers/engine/stripped.ts'
import { studiesInText, studiesJson, withStudies } from '../../../src/features/readers/engine/studies-file.ts'
import { type Study, studyHash, studyInText } from '../../../src/features/readers/engine/study.ts'
import { askingProtocols, mappedLawSamples } from '../../unit/support/law-samples.ts'
import { mappedSample } from '../../unit/support/mapped.ts'
import { readBack } from '../../unit/support/read-run.ts'
import { someRun } from '../../unit/support/records.ts'

const digest = { sha256: 'a'.repeat(64), size: 10 }
const at = '2026-01-02T03:04:05.678Z'

let loaded: LoadedDataset
let dataset: PortionedDataset
let study: Study
beforeAll(async () => {
  const source = nodeSource('public/datasets/phantom-cube')
  loaded = await loadDataset(source, {})
  dataset = datasetHere(loaded, summariseDataset(loaded, source.kind))
  const protocol = findProtocol(loaded.protocol)
  study = {
    ...{ format: 'voxelwise-study', version: 1, id: 's', name: 'A study', created: at, seed: 1 },
    dataset: { name: loaded.name, fingerprint: loaded.fingerprint },
    protocol: loaded.protocol,
    questions: loaded.samples.slice(0, 12).map(sample => strippedQuestion(sample, protocol, () => digest)),
    ...{ ownOrders: true, confidence: '0-100', limitSeconds: null, washoutDays: 28 },
  }
})

const makeSitting = async (code = 'R1'): Promise<ReaderSitting> => ({
  ...{ id: 'one', study: await studyHash(study), reader: { code }, number: 1, begun: at },
  ...{ ended: null, given: [] },
})

const answer = (place: number, rest: Partial<NewAnswer> = {}): NewAnswer => ({
  ...{ id: study.questions[place]?.id ?? '', status: 'answered', answer: 'A', confidence: 70 },
  ...{ seconds: 2, pausedSeconds: 0, changes: 0 },
  ...rest,
})

test('a stripped question has what a model is asked, and nothing that follows from the right answer', () => {
  const allowed = ['examples', 'hint', 'id', 'images', 'index', 'kind', 'options', 'question']
  for (const protocol of askingProtocols.filter(({ id }) => id !== 'medrcube')) {
    for (const sample of mappedLawSamples) {
      const question = strippedQuestion(sample, protocol, () => digest)
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(question)))
      // Another right answer makes no difference.
      const other = { ...sample, fields: { ...sample.fields, answer: 'another', accepted: ['x'] } }
      expect(strippedQuestion(other, protocol, () => digest)).toEqual(question)
    }
  }
  const [sample] = loaded.samples
  if (!sample) throw new Error('no sample')
  const fields = { ...sample.fields, gt_answer: 'another', correct_index: 3 }
  expect(strippedQuestion({ ...sample, fields }, findProtocol(loaded.protocol), () => digest)).toEqual(
    study.questions[0],
  )
})

test('questions with boxes or without an id of their own are left out and counted', () => {
  const protocol = findProtocol({ id: 'direct', version: 2 })
  const samples = [
    mappedSample(0),
    mappedSample(1, { kind: 'box', options: null, answer: '[1, 2, 3, 4]' }),
    mappedSample(2, { id: 'same' }),
    mappedSample(3, { id: 'same' }),
  ]
  const found = askableSamples(samples, samples.slice(0, 3), protocol)
  expect({ ...found, samples: found.samples.map(({ index }) => index) }).toEqual({
    ...{ samples: [0], boxes: 1, sameId: 1 },
  })
})

test('an order is one of the questions, keeps those of an image together, and differs by reader and sitting', () => {
  const few = study
  const { questions: _, ...rest } = study
  const protocol = findProtocol(loaded.protocol)
  const questions = loaded.samples.slice(0, 120).map(one => strippedQuestion(one, protocol, () => digest))
  const many = { ...rest, questions }
  const first = sittingOrder(many, 'R1', 1)
  expect([...first].sort((a, b) => a - b)).toEqual(questions.map((_, place) => place))
  expect(sittingOrder(many, 'R1', 1)).toEqual(first)
  expect(sittingOrder(many, 'R2', 1)).not.toEqual(first)
  expect(sittingOrder(many, 'R1', 2)).not.toEqual(first)
  const same = { ...many, ownOrders: false }
  expect(sittingOrder(same, 'R1', 1)).toEqual(sittingOrder(same, 'R2', 1))
  const images = first.map(place => questions[place]?.images[0]?.path)
  const changes = images.filter((path, i) => path !== images[i - 1]).length
  expect(changes).toBe(new Set(images).size)
  // Two images have two orders, and a second sitting has the other.
  expect(sittingOrder(few, 'R1', 2)).not.toEqual(sittingOrder(few, 'R1', 1))
})

test('a skipped question is asked once more at the end, one over its limit is not', async () => {
  const order = sittingOrder(study, 'R1', 1)
  let sitting = await makeSitting()
  const [first = 0, second = 0, ...rest] = order
  expect(nextPlace(study, sitting, order)).toBe(first)
  sitting = sittingWithAnswer(sitting, answer(first, { status: 'skipped', answer: null }), at)
  sitting = sittingWithAnswer(sitting, answer(second, { status: 'unanswered', answer: null }), at)
  for (const place of rest) {
    expect(nextPlace(study, sitting, order)).toBe(place)
    sitting = sittingWithAnswer(sitting, answer(place), at)
  }
  expect(nextPlace(study, sitting, order)).toBe(first)
  sitting = sittingWithAnswer(sitting, answer(first, { status: 'skipped', answer: null }), at)
  expect(nextPlace(study, sitting, order)).toBeNull()
  // Both looks at it count.
  expect(sitting.given.at(-1)).toMatchObject({ times: 2, seconds: 4 })
  expect(sitting.given).toHaveLength(study.questions.length)
})

test('days since the first sitting of the same reader in the same study', async () => {
  const first = { ...(await makeSitting()), ended: '2026-01-02T00:00:00.000Z' }
  const of = { study: first.study, code: 'R1' }
  expect(daysSinceFirst([first], of, '2026-01-05T12:00:00.000Z')).toBe(3.5)
  expect(daysSinceFirst([first], { ...of, code: 'R2' }, at)).toBeNull()
  expect(daysSinceFirst([{ ...first, ended: null }], of, at)).toBeNull()
})

test('the clock counts neither a hidden page nor a minute without input, and looking at it is no input', () => {
  const clock = new ReadingClock(0)
  clock.input(5000)
  clock.hidden(6000, true)
  clock.hidden(30_000, false)
  expect(clock.time(31_000)).toEqual({ seconds: 7, pausedSeconds: 24 })
  const away = 30_000 + 60_000 + 5000
  expect(clock.time(away - 4000)).toEqual({ seconds: 66, pausedSeconds: 25 })
  expect(clock.time(away)).toEqual({ seconds: 66, pausedSeconds: 29 })
  clock.input(away)
  expect(clock.time(away + 1000)).toEqual({ seconds: 67, pausedSeconds: 29 })
})

test('a pressed answer is read as it was pressed, by every protocol', () => {
  const unread: string[] = []
  for (const protocol of askingProtocols.filter(({ id }) => id !== 'medrcube'))
    for (const { fields } of mappedLawSamples) {
      const kind = protocol.answerKind(fields)
      const letters = protocol.listOptions(fields).map(({ letter }) => letter)
      const pressed =
        kind === 'yes-no'
          ? ['yes', 'no']
          : kind === 'choice'
            ? letters
            : kind === 'several'
              ? ['B', 'AC']
              : []
      for (const one of pressed)
        if (protocol.judge(readableAnswer(protocol, fields, one), fields).parsed !== one)
          unread.push(`${protocol.id} ${protocol.version} ${kind} ${one}`)
    }
  expect([...new Set(unread)]).toEqual([])
})

test('a finished sitting becomes a run that run.json takes: verdicts, confidence, seconds, and failed ones', async () => {
  const right = (place: number) => {
    const sample = loaded.samples[place]
    return sample ? findProtocol(loaded.protocol).rightAnswer(sample.fields) : ''
  }
  let sitting = await makeSitting()
  sitting = sittingWithAnswer(sitting, answer(0, { answer: right(0), seconds: 3.5 }), at)
  sitting = sittingWithAnswer(sitting, answer(1, { answer: right(1) === 'A' ? 'B' : 'A' }), at)
  sitting = sittingWithAnswer(sitting, answer(2, { status: 'skipped', answer: null, confidence: null }), at)
  const file = answersJson({ study, sitting: { ...sitting, ended: at } })
  const parts = await runOfSitting(answersInText(file), 'answers.json', dataset, someRun.environment)
  const { run, records } = await readBack(serializeRun(parts))
  expect(run).toMatchObject({ state: 'done', total: 12, selected: 12, name: `Reader R1 on ${loaded.name}` })
  expect(run.model.reader).toEqual({ code: 'R1', study: await studyHash(study), sitting: 1 })
  expect(records[0]).toMatchObject({
    ...{ status: 'answered', correct: true, stated: { reply: '70', percent: 70 } },
    ...{
      reading: { seconds: 3.5, pausedSeconds: 0, times: 1, changes: 0 },
      imageFile: { sha256: digest.sha256 },
    },
  })
  expect(records[1]).toMatchObject({ status: 'answered', correct: false })
  expect(records.slice(2).map(one => one.status === 'failed' && one.error.message)).toEqual([
    'The reader skipped this question.',
    ...Array.from({ length: 9 }, () => 'The reader ended the sitting before this question.'),
  ])
})

test('answers to another data set or to a changed study are refused, and the file is recognised', async () => {
  const sitting = await makeSitting()
  const make = (given: Study) =>
    runOfSitting({ study: given, sitting }, 'f.json', dataset, someRun.environment)
  await expect(make({ ...study, name: 'Another' })).rejects.toMatchObject({ info: { code: 'run-file' } })
  const other = { ...study, dataset: { name: 'other', fingerprint: 'b'.repeat(64) } }
  await expect(make(other)).rejects.toMatchObject({ info: { code: 'fingerprint-mismatch' } })
  const blob = new Blob([answersJson({ study, sitting })])
  expect(await readerAnswers.recognises([{ name: 'answers.json', blob }])).toBe(true)
  expect(await readerAnswers.recognises([{ name: 'run.json', blob: new Blob(['{}']) }])).toBe(false)
})

test('files are read back, and name the field at fault', async () => {
  expect(studyInText(JSON.stringify(study))).toEqual(study)
  const twice = { ...study, questions: [study.questions[0], study.questions[0]] }
  expect(() => studyInText(JSON.stringify(twice))).toThrow('questions[1].id')
  const sitting = sittingWithAnswer(await makeSitting(), answer(0), at)
  expect(answersInText(answersJson({ study, sitting }))).toEqual({ study, sitting })
  const unknown = { ...sitting, given: [{ ...sitting.given[0], id: 'x' }] }
  expect(() =>
    answersInText(JSON.stringify({ format: 'voxelwise-answers', version: 1, study, sitting: unknown })),
  ).toThrow('sitting.given[0].id')
  // A right answer that someone added is a field that no study has.
  const leaking = { ...study, questions: [{ ...study.questions[0], answer: 'A' }] }
  expect(() => studyInText(JSON.stringify(leaking))).toThrow('questions[0].answer')
})

test('an answer that is changed is the last one, whatever the clock says, and the change counts', async () => {
  let sitting = sittingWithAnswer(await makeSitting(), answer(0), '2026-01-02T00:00:00.000Z')
  sitting = sittingWithAnswer(sitting, answer(1, { changes: 2 }), '2025-01-01T00:00:00.000Z')
  expect(sitting.given.at(-1)).toMatchObject({ id: study.questions[1]?.id, changes: 2 })
  sitting = sittingWithAnswer(sitting, answer(0, { answer: 'B' }), '2024-01-01T00:00:00.000Z')
  expect(sitting.given.at(-1)).toMatchObject({ answer: 'B', times: 2, changes: 1 })
  expect(daysSinceFirst([{ ...sitting, ended: at }], { study: sitting.study, code: 'R1' }, at)).toBe(0)
})

test('practice is of other questions on other images, and no study is read otherwise', async () => {
  const protocol = findProtocol(loaded.protocol)
  const other = strippedQuestion(loaded.samples.at(-1) as Sample, protocol, () => ({
    ...digest,
    sha256: 'b'.repeat(64),
  }))
  const practice = [{ ...other, right: 'A' }]
  expect(studyInText(JSON.stringify({ ...study, practice })).practice).toEqual(practice)
  const [asked] = study.questions
  const refused = (one: object) => () => studyInText(JSON.stringify({ ...study, practice: [one] }))
  expect(refused({ ...asked, right: 'A' })).toThrow('practice[0].id')
  expect(refused({ ...asked, id: 'other', right: 'A' })).toThrow('practice[0].images')
  // It is part of no order and of no run.
  expect(sittingOrder({ ...study, practice } as Study, 'R1', 1)).toEqual(sittingOrder(study, 'R1', 1))
})

test('a reader’s further facts and the conditions of a sitting are in the run', async () => {
  const conditions = '2 MP monitor, dark room, no aids'
  const reader = { code: '__proto__', years: 5, specialty: 'neuroradiology', training: '20 cases' }
  const sitting = { ...(await makeSitting()), reader, conditions, ended: at }
  const answers = answersInText(answersJson({ study, sitting }))
  const parts = await runOfSitting(answers, 'answers.json', dataset, someRun.environment)
  const { run } = await readBack(serializeRun(parts))
  expect(run.model.reader).toMatchObject({ ...reader, conditions })
  expect(readerNotes(run.model.reader as ReaderFacts)).toBe(
    'neuroradiology; 5 years of experience; trained: 20 cases; conditions: 2 MP monitor, dark room, no aids',
  )
})

test('a study asks for grades from 1 to 5: they stand as such in the run, and others are refused', async () => {
  const graded: Study = { ...study, confidence: '1-5' }
  expect(studyInText(JSON.stringify(graded))).toEqual(graded)
  const hash = await studyHash(graded)
  const withGrade = async (confidence: number) => ({
    ...sittingWithAnswer({ ...(await makeSitting()), study: hash }, answer(0, { confidence }), at),
    ended: at,
  })
  const read = async (grade: number) =>
    answersInText(answersJson({ study: graded, sitting: await withGrade(grade) }))
  await expect(read(0)).rejects.toThrow('sitting.given[0].confidence')
  await expect(read(6)).rejects.toThrow('a whole number from 1 to 5')
  const { records } = await runOfSitting(await read(4), 'answers.json', dataset, someRun.environment)
  const [first] = records
  expect(first).toMatchObject({ stated: { reply: '4 of 5', percent: null } })
  expect(statedOn({ reply: '4 of 5', percent: null })).toEqual({ scale: '1-5', value: 4 })
  expect(statedOn({ reply: 'rather sure', percent: null })).toBeNull()
  expect(statedOn(stateConfidence('none', 40))).toEqual({ scale: '0-100', value: 40 })
})

test('a margin is part of the study, and stands with the run', async () => {
  const stated: Study = { ...study, marginPoints: 5 }
  expect(studyInText(JSON.stringify(stated))).toEqual(stated)
  expect(() => studyInText(JSON.stringify({ ...study, marginPoints: 0 }))).toThrow('marginPoints')
  const hash = await studyHash(stated)
  expect(hash).not.toBe(await studyHash(study))
  const sitting = { ...(await makeSitting()), study: hash, ended: at }
  const parts = await runOfSitting({ study: stated, sitting }, 'answers.json', dataset, someRun.environment)
  const { run } = await readBack(serializeRun(parts))
  expect(run.model.reader?.marginPoints).toBe(5)
  expect(readerNotes(run.model.reader as ReaderFacts)).toBe('stated margin: 5 points')
})

test('two machines’ answers of one reader are put together, and refused where they differ', async () => {
  const here = sittingWithAnswer(await makeSitting(), answer(0), at)
  const skipped = answer(1, { status: 'skipped', answer: null })
  const there = { ...sittingWithAnswer(await makeSitting(), answer(1), at), id: 'two' }
  expect(isSameSitting(here, there)).toBe(true)
  const both = sittingWithAnswer(here, skipped, at)
  expect(differingAnswer(both, there)).toBeNull()
  expect(mergedSitting(both, there).given.map(({ answer }) => answer)).toEqual(['A', 'A'])
  const other = { ...sittingWithAnswer(await makeSitting(), answer(0, { answer: 'B' }), at), id: 'two' }
  expect(differingAnswer(here, other)).toBe(study.questions[0]?.id)
  // In one sitting the later answer stands: the reader changed it.
  const later = sittingWithAnswer(here, answer(0, { answer: 'C' }), at)
  expect(differingAnswer(here, later)).toBeNull()
  expect(mergedSitting(here, later).given[0]?.answer).toBe('C')
})

test('quartiles of seconds equal NumPy’s', () => {
  expect(readingSeconds([4, 1, 2, 10])).toEqual({ n: 4, lower: 1.75, median: 3, upper: 5.5 })
  expect(readingSeconds([])).toBeNull()
})

test('the Brier score of a stated confidence', () => {
  const answers = [
    { percent: 100, correct: true },
    { percent: 50, correct: false },
  ]
  expect(statedScores(answers)).toEqual({ n: 2, mean: 0.75, brier: 0.125 })
  expect(statedScores([])).toBeNull()
})

test('all studies and sittings come back from one file; a sitting without its study is refused by name', async () => {
  const sitting = sittingWithAnswer(await makeSitting(), answer(0), at)
  const all = studiesInText(studiesJson({ studies: [study], sittings: [sitting] }))
  expect(all).toEqual({ studies: [study], sittings: [sitting] })
  expect(await withStudies(all)).toEqual([{ study, sitting }])
  await expect(withStudies({ studies: [], sittings: [sitting] })).rejects.toThrow('sittings[0].study')
  const other = { ...sitting, given: [{ ...sitting.given[0], id: 'no question' }] } as ReaderSitting
  await expect(withStudies({ studies: [study], sittings: [other] })).rejects.toThrow(
    'sittings[0].given[0].id',
  )
})

test('stated confidence: how often the answers of each step are right', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    ...{ index, id: `q${index}`, dataset: 'd', image: `i${index}.png`, chance: null },
    ...{ task: 'View', modality: 'CT', parts: 'Chest', kind: 'choice' as const, options: 4 },
    verdict: index % 3 === 0 ? ('wrong' as const) : ('correct' as const),
  }))
  const statedBy = new Map(rows.map(({ index }) => [index, stateConfidence('0-100', index < 15 ? 50 : 92)]))
  const found = readerConfidence(rows, statedBy)
  expect(found?.steps.map(({ stated, right }) => [stated, right.n, right.correct])).toEqual([
    [50, 15, 10],
    [90, 15, 10],
  ])
  expect(found?.scores?.mean).toBeCloseTo(0.71, 12)
  expect(readerConfidence(rows, new Map())).toBeNull()
  // Grades are no probabilities.
  const graded = readerConfidence(
    rows,
    new Map(rows.map(({ index }) => [index, stateConfidence('1-5', index < 15 ? 2 : 5)])),
  )
  expect(graded).toMatchObject({ scale: '1-5', mean: 3.5, scores: null, right: { n: 30, correct: 20 } })
  expect(graded?.steps.map(({ stated, right }) => [stated, right.n, right.correct])).toEqual([
    [2, 15, 10],
    [5, 15, 10],
  ])
})

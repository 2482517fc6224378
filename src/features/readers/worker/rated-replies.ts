/** Replies of runs as a study of ratings, and the ratings as labels of these runs: only here the two meet. */
import { csv } from '../../../data/export/csv.ts'
import type { Store } from '../../../data/store/store.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import type { GivenRatings, RatingForm } from '../engine/desk-facts.ts'
import { reasonScale } from '../engine/marks/mark-set.ts'
import { ratingIn } from '../engine/rated-answer.ts'
import { ratedId } from '../engine/rated-id.ts'
import type { GivenAnswer, ReaderSitting } from '../engine/sitting.ts'
import { questionId, strippedQuestion } from '../engine/stripped.ts'
import { type ImageDigest, type StrippedQuestion, type Study, studyFormat } from '../engine/study.ts'
import type { StudyImages } from './study-images.ts'

/**
 * A study of replies, in an order that says nothing of their runs.
 * @throws VoxelwiseError run-file where the runs have no data set in common, or passes changed what was shown
 */
export async function studyOfReplies(
  store: Store,
  images: Pick<StudyImages, 'digest'>,
  { replies, seed }: RatingForm,
  created: string,
): Promise<Study> {
  const runs = new Map<string, Run>()
  for (const { run } of replies) if (!runs.has(run)) runs.set(run, await store.run(run))
  const [first, ...others] = runs.values()
  const { dataset } = first ?? {}
  if (!first || !dataset || others.some(one => one.dataset.fingerprint !== dataset.fingerprint))
    throw noCommonQuestions()
  if ([...runs.values()].some(({ probe }) => probe)) throw changedImages()
  const questions: StrippedQuestion[] = []
  for (const { run, index } of replies) {
    const record = await store.record(run, index)
    const { settings } = runs.get(run) ?? first
    if (record?.status === 'answered')
      questions.push({ ...(await makeReply(record, settings, images)), id: await ratedId(run, index) })
  }
  questions.sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    ...{ format: studyFormat, version: 1, id: crypto.randomUUID(), rates: reasonScale.id },
    ...{ name: `${dataset.name}, reasons of ${questions.length} replies`, created, seed },
    dataset: { name: dataset.name, fingerprint: dataset.fingerprint },
    protocol: first.settings.protocol,
    questions: questions.map((question, index) => ({ ...question, index })),
    ...{ ownOrders: true, confidence: 'none', limitSeconds: null, washoutDays: 28 },
  }
}

/** With the image files that the run noted; where it noted none, as the open data set has them. */
async function makeReply(
  record: Extract<RunRecord, { readonly status: 'answered' }>,
  settings: Run['settings'],
  images: Pick<StudyImages, 'digest'>,
): Promise<StrippedQuestion> {
  const { sample, response, score, imageFile, furtherImageFiles = [] } = record
  const noted = [...(imageFile ? [imageFile] : []), ...furtherImageFiles]
  const digests = new Map<string, ImageDigest>()
  for (const [at, path] of listImages(sample).entries()) {
    const file = noted[at]
    digests.set(path, file ? { sha256: file.sha256, size: file.size } : await images.digest(path))
  }
  const { examples: _, ...question } = strippedQuestion(
    sample,
    findProtocol(settings.protocol),
    path => digests.get(path) as ImageDigest,
  )
  return { ...question, reply: [score?.thought?.text, response].filter(Boolean).join('\n\n') }
}

/** @throws VoxelwiseError run-file where no run of the ratings is in this browser */
export async function collectRatedReplies(
  store: Store,
  { dataset }: Study,
  { reader, given }: ReaderSitting,
): Promise<GivenRatings> {
  const answers = new Map(given.flatMap(one => (one.answer === null ? [] : [[one.id, one] as const])))
  const files: { run: string; file: File }[] = []
  let count = 0
  for (const { run } of await store.runs()) {
    if (run.dataset.fingerprint !== dataset.fingerprint || run.probe || run.judging) continue
    const lines: string[][] = []
    for await (const records of store.records(run.id))
      for (const { sample } of records) {
        const answer = answers.get(await ratedId(run.id, sample.index))
        if (answer === undefined) continue
        count++
        lines.push(...ratingLines(questionId(sample), reader.code, answer))
      }
    if (lines.length === 0) continue
    const file = new File([csv([['id', 'by', 'set', 'label', 'main', 'at'], ...lines])], 'ratings.csv')
    files.push({ run: run.id, file })
  }
  if (files.length === 0 && answers.size > 0) throw noRun()
  return { files, missing: answers.size - count }
}

function ratingLines(id: string, by: string, { answer, at }: GivenAnswer): readonly string[][] {
  const { main, besides } = ratingIn(answer ?? '')
  const line = (label: string, isMain: string) => [id, by, reasonScale.id, label, isMain, at]
  return [...(main === null ? [] : [line(main, 'yes')]), ...besides.map(label => line(label, 'no'))]
}

const noCommonQuestions = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: '',
    message: 'These runs are of several data sets.',
    remedy: 'Rate runs of one data set at a time.',
  })

const changedImages = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: '',
    message: 'One of these runs is a pass that changed images or words, which a rater would not see.',
    remedy: 'Rate the runs themselves.',
  })

const noRun = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: '',
    message: 'No rated run is in this browser.',
    remedy: 'Open the runs first. Or open the ratings in the browser that made the study.',
  })

/** A finished sitting as a run on its data set: the only place where a person's answers meet the right ones. */
import type { RunFileParts } from '../../../data/export/run-file.ts'
import { datasetInfo } from '../../../data/formats/dataset-overview.ts'
import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { recordOfAnswer } from '../../../data/formats/responses.ts'
import { Fingerprint } from '../../../data/sources/fingerprint.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { readerWords } from '../../../engine/protocol/reader.ts'
import type { ImageFile, RunRecord } from '../../../engine/protocol/record.ts'
import type { Environment, Run } from '../../../engine/protocol/run.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import { defaultSettings, type RunSettings } from '../../../engine/protocol/settings.ts'
import { stateConfidence } from '../engine/confidence-scale.ts'
import { readableAnswer } from '../engine/pressed-answer.ts'
import type { GivenAnswer, SittingAnswers } from '../engine/sitting.ts'
import { questionId } from '../engine/stripped.ts'
import { type StrippedQuestion, type Study, studyHash } from '../engine/study.ts'

/**
 * Every question of the study has a record: one without an answer is a failed one, which counts in no figure.
 * @throws VoxelwiseError fingerprint-mismatch where the data set is another than the study's; run-file where the answers belong to
 * another study, or are ratings
 */
export async function runOfSitting(
  { study, sitting }: SittingAnswers,
  file: string,
  dataset: PortionedDataset,
  environment: Environment,
): Promise<RunFileParts> {
  const { overview } = dataset
  if (study.rates !== undefined) throw ratingsAreNoRun(file)
  if (overview.fingerprint !== study.dataset.fingerprint)
    throw otherDataset(file, study.dataset.name, overview.name)
  if (sitting.study !== (await studyHash(study))) throw otherStudy(file)
  const protocol = findProtocol(study.protocol)
  const samples = new Map<number, Sample>()
  const indices = new Set(study.questions.map(({ index }) => index))
  for await (const some of dataset.samples())
    for (const sample of some) if (indices.has(sample.index)) samples.set(sample.index, sample)
  const given = new Map(sitting.given.map(one => [one.id, one]))
  const id = crypto.randomUUID()
  const records = study.questions.map(question => {
    const sample = samples.get(question.index)
    if (!sample || questionId(sample) !== question.id)
      throw otherDataset(file, study.dataset.name, overview.name)
    return makeRecord(given.get(question.id), question, sample, {
      protocol,
      scale: study.confidence,
      run: id,
    })
  })
  const { skipped, findings, badFiles } = await dataset.load()
  const settings = settingsOfStudy(study, overview.counts.loaded)
  const { reader, number, conditions } = sitting
  const facts = {
    ...{ ...reader, study: sitting.study, sitting: number },
    ...(conditions !== undefined && { conditions }),
    ...(study.shows !== undefined && { shows: study.shows }),
    ...(study.marginPoints !== undefined && { marginPoints: study.marginPoints }),
  }
  const fingerprint = new Fingerprint()
  await fingerprint.add('reader', new TextEncoder().encode(reader.code))
  const run: Run = {
    id,
    name: `${readerWords(facts)} on ${overview.name}`,
    created: sitting.begun,
    state: 'done',
    total: records.length,
    ...(settings.only && { selected: records.length }),
    settings,
    dataset: datasetInfo(overview),
    model: {
      name: `Reader ${reader.code}`,
      source: 'files',
      family: 'reader',
      fingerprint: await fingerprint.digest(),
      reader: facts,
    },
    environment,
    timings: { load: 0, asking: 1000 * sitting.given.reduce((sum, { seconds }) => sum + seconds, 0) },
  }
  return { run, records, skipped, findings, badFiles }
}

/** @param loaded samples of the data set: a study of fewer is a selection */
const settingsOfStudy = (study: Study, loaded: number): RunSettings => ({
  ...defaultSettings,
  protocol: study.protocol,
  device: 'elsewhere',
  dtype: 'elsewhere',
  order: 'dataset',
  keepFeatures: false,
  reusePrefix: false,
  fullText: true,
  ...(study.questions.length < loaded && {
    only: { where: [], ids: study.questions.map(question => question.id) },
  }),
})

function makeRecord(
  given: GivenAnswer | undefined,
  { images }: StrippedQuestion,
  sample: Sample,
  {
    protocol,
    scale,
    run,
  }: { readonly protocol: Protocol; readonly scale: Study['confidence']; readonly run: string },
): RunRecord {
  const files = images.map(({ sha256, size }): ImageFile => ({ sha256, size, modified: null }))
  const [imageFile, ...furtherImageFiles] = files
  const shown = {
    ...(imageFile && { imageFile }),
    ...(furtherImageFiles.length > 0 && { furtherImageFiles }),
    ...(given && {
      reading: {
        ...{ seconds: given.seconds, pausedSeconds: given.pausedSeconds, times: given.times },
        ...(given.changes !== undefined && { changes: given.changes }),
      },
    }),
  }
  if (given?.answer === null || given === undefined)
    return {
      run,
      status: 'failed',
      sample,
      prompt: protocol.prompt(sample.fields),
      rightAnswer: protocol.rightAnswer(sample.fields),
      ...shown,
      error: notAnswered(given, questionId(sample)),
    }
  const { confidence } = given
  return {
    ...recordOfAnswer(sample, readableAnswer(protocol, sample.fields, given.answer), protocol, run),
    ...shown,
    ...(confidence !== null && { stated: stateConfidence(scale, confidence) }),
  }
}

const whyNot: Readonly<Record<GivenAnswer['status'] | 'left', string>> = {
  answered: 'The reader did not answer this question.',
  skipped: 'The reader skipped this question.',
  unanswered: 'The time limit ended this question.',
  left: 'The reader ended the sitting before this question.',
}

const notAnswered = (given: GivenAnswer | undefined, id: string) => ({
  code: 'not-answered' as const,
  subject: id,
  message: whyNot[given?.status ?? 'left'],
  remedy: 'It counts in no figure. Ask it in another sitting.',
})

const otherDataset = (file: string, wanted: string, open: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: file,
    message: `The answers are to “${wanted}”, and “${open}” has other questions.`,
    remedy: `Choose the folder of “${wanted}” as it was when the study was made.`,
  })

export const otherStudy = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'The study in this file is not the one that was answered: it was changed.',
    remedy: 'Save the answers again on the reader’s machine.',
  })

const ratingsAreNoRun = (file: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: file,
    message: 'The file contains ratings of replies, not answers.',
    remedy: 'Open it under Have people answer, then press “Add the ratings to the runs”.',
  })

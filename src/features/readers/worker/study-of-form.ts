/** A study of the open data set, as a form asks for it. */
import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { askedQuestions } from '../../../engine/protocol/order.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'
import type { FormCounts, StudyForm } from '../engine/desk-facts.ts'
import { askableSamples, strippedQuestion } from '../engine/stripped.ts'
import { type ImageDigest, mostPractice, type Study, studyFormat } from '../engine/study.ts'
import type { StudyImages } from './study-images.ts'

/** What a form asks of the data set. @throws VoxelwiseError no-questions without one */
async function chooseQuestions(
  dataset: PortionedDataset | null,
  { only, protocol: reference, most, seed, hasPractice }: StudyForm,
) {
  if (!dataset) throw noDataset()
  const all: Sample[] = []
  for await (const some of dataset.samples()) all.push(...some)
  const protocol = findProtocol(reference)
  const { samples, ...leftOut } = askableSamples(
    all,
    askedQuestions(all, orderSettings(only, null, seed)).samples,
    protocol,
  )
  // The draw is of what people can be asked, so that it has the size that was chosen.
  const drawn =
    most === null ? samples : askedQuestions(samples, orderSettings(undefined, most, seed)).samples
  const practice = hasPractice ? practiceFor(drawn, all, protocol, seed) : []
  return { overview: dataset.overview, protocol, samples: drawn, practice, leftOut }
}

/** Questions on images that the study does not show. */
function practiceFor(
  drawn: readonly Sample[],
  all: readonly Sample[],
  protocol: Protocol,
  seed: number,
): readonly Sample[] {
  const drawnIndices = new Set(drawn.map(({ index }) => index))
  const shown = new Set(imagesIn(drawn))
  const others = all.filter(
    sample => !drawnIndices.has(sample.index) && !listImages(sample).some(path => shown.has(path)),
  )
  const { samples } = askableSamples(all, others, protocol)
  return askedQuestions(samples, orderSettings(undefined, mostPractice, seed)).samples
}

const orderSettings = (only: StudyForm['only'], limit: number | null, seed: number) => ({
  ...{ order: limit === null ? ('dataset' as const) : ('balanced' as const), seed, limit },
  ...(only && { only }),
})

const imagesIn = (samples: readonly Sample[]): readonly string[] => [...new Set(samples.flatMap(listImages))]

/** @throws VoxelwiseError no-questions */
export async function formCounts(dataset: PortionedDataset | null, form: StudyForm): Promise<FormCounts> {
  const { samples, practice, leftOut } = await chooseQuestions(dataset, form)
  return {
    ...{ questions: samples.length, images: imagesIn(samples).length },
    practice: practice.length,
    ...leftOut,
  }
}

/** @param onImage receives how many images are read @throws VoxelwiseError no-questions, and as `digest` */
export async function studyOfForm(
  dataset: PortionedDataset | null,
  images: Pick<StudyImages, 'digest'>,
  form: StudyForm,
  created: string,
  onImage: (done: number, of: number) => void,
): Promise<Study> {
  const { overview, protocol, samples, practice } = await chooseQuestions(dataset, form)
  const paths = imagesIn([...samples, ...practice])
  const digests = new Map<string, ImageDigest>()
  for (const [done, path] of paths.entries()) {
    digests.set(path, await images.digest(path))
    onImage(done + 1, paths.length)
  }
  const stripped = (sample: Sample) =>
    strippedQuestion(sample, protocol, path => digests.get(path) as ImageDigest)
  const studyImages = new Set(imagesIn(samples).map(path => digests.get(path)?.sha256))
  // A copy of a study's image under another name is that image, too.
  const forPractice = practice
    .filter(sample => !listImages(sample).some(path => studyImages.has(digests.get(path)?.sha256)))
    .map(sample => ({ ...stripped(sample), right: protocol.rightAnswer(sample.fields) }))
  const { name, fingerprint } = overview
  return {
    ...{ format: studyFormat, version: 1, id: crypto.randomUUID() },
    ...{ name: `${name}, ${samples.length} questions`, created },
    dataset: { name, fingerprint },
    protocol: form.protocol,
    questions: samples.map(stripped),
    ...(forPractice.length > 0 && { practice: forPractice }),
    ...(form.shows !== null && { shows: form.shows }),
    ...(form.marginPoints !== null && { marginPoints: form.marginPoints }),
    ...{ seed: form.seed, ownOrders: form.ownOrders, confidence: form.confidence },
    ...{ limitSeconds: form.limitSeconds, washoutDays: form.washoutDays },
  }
}

const noDataset = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'no-questions',
    subject: '',
    message: 'No data set is open.',
    remedy: 'Choose a data set under Set up.',
  })

import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { askedOf } from '../../../engine/protocol/order.ts'
import { protocolOf } from '../../../engine/protocol/protocols/registry.ts'
import { imagesOf, type Sample } from '../../../engine/protocol/sample.ts'
import { datasetBehind } from '../../../workers/data/dataset-port.ts'
import { readAnswersFile, readDocument } from '../data/answers-as-run.ts'
import type { DeskStudy, ShownQuestion, StudyForm } from '../engine/desk-facts.ts'
import {
  answersFormat,
  answersJson,
  daysSinceFirst,
  nextPlace,
  progressOf,
  type ReaderSitting,
  sittingWithAnswer,
} from '../engine/sitting.ts'
import { sittingOrder } from '../engine/sitting-order.ts'
import { askableOf, strippedQuestion } from '../engine/stripped.ts'
import { studiesFormat, studiesInText, studiesJson, withStudies } from '../engine/studies-file.ts'
import { type ImageDigest, type Study, studyFormat, studyInText } from '../engine/study.ts'
import type { DeskWorker } from './desk-contract.ts'
import { DeskStore } from './desk-store.ts'
import { StudyImages } from './study-images.ts'

const store = new DeskStore()
const images = new StudyImages()
let dataset: PortionedDataset | null = null

const now = (): string => new Date().toISOString()

/** What a form asks of the open data set. @throws VoxelwiseError no-questions without one */
async function chosenOf({ only, protocol: reference, most, seed }: StudyForm) {
  if (!dataset) throw noDataset()
  const all: Sample[] = []
  for await (const some of dataset.samples()) all.push(...some)
  const protocol = protocolOf(reference)
  const { samples, ...leftOut } = askableOf(all, askedOf(all, orderOf(only, null, seed)).samples, protocol)
  // The draw is of what people can be asked, so that it has the size that was chosen.
  const drawn = most === null ? samples : askedOf(samples, orderOf(undefined, most, seed)).samples
  return { dataset, protocol, samples: drawn, leftOut }
}

const orderOf = (only: StudyForm['only'], limit: number | null, seed: number) => ({
  ...{ order: limit === null ? ('dataset' as const) : ('balanced' as const), seed, limit },
  ...(only && { only }),
})

const imagesIn = (samples: readonly Sample[]): readonly string[] => [...new Set(samples.flatMap(imagesOf))]

/** A question of an open sitting as the page gets it. */
function shownQuestion(study: Study, sitting: ReaderSitting, place: number | null): ShownQuestion | null {
  const question = place === null ? undefined : study.questions[place]
  if (place === null || !question) return null
  const { index: _, images: files, ...rest } = question
  return { ...rest, place, images: files.length, progress: progressOf(study, sitting) }
}

async function following(sitting: ReaderSitting): Promise<ShownQuestion | null> {
  const study = await store.study(sitting.study)
  const order = sittingOrder(study, sitting.reader.code, sitting.number)
  return shownQuestion(study, sitting, nextPlace(study, sitting, order))
}

async function imageOf(sitting: string, place: number, number: number) {
  const study = await store.study((await store.sitting(sitting)).study)
  const image = study.questions[place]?.images[number]
  if (image) return image
  throw new Error(`Question ${place} has no image ${number}.`)
}

/** Ended where nothing is left to ask. */
const endedIf = (sitting: ReaderSitting, isOver: boolean): ReaderSitting =>
  isOver && sitting.ended === null ? { ...sitting, ended: now() } : sitting

export const desk: DeskWorker = {
  async takeDataset(port) {
    const held = await datasetBehind(port)
    dataset = held
    images.use(path => held.image(path))
  },
  takeFolder: async folder => images.takeFolder(folder),
  async count(form) {
    const { samples, leftOut } = await chosenOf(form)
    return { questions: samples.length, images: imagesIn(samples).length, ...leftOut }
  },
  async makeStudy(form, onImage) {
    const { dataset, protocol, samples } = await chosenOf(form)
    const paths = imagesIn(samples)
    const digests = new Map<string, ImageDigest>()
    for (const [done, path] of paths.entries()) {
      digests.set(path, await images.digest(path))
      onImage(done + 1, paths.length)
    }
    const { name, fingerprint } = dataset.overview
    return store.keepStudy({
      ...{ format: studyFormat, version: 1, id: crypto.randomUUID() },
      ...{ name: `${name}, ${samples.length} questions`, created: now() },
      dataset: { name, fingerprint },
      protocol: form.protocol,
      questions: samples.map(sample =>
        strippedQuestion(sample, protocol, path => digests.get(path) as ImageDigest),
      ),
      ...{ seed: form.seed, ownOrders: form.ownOrders, confidence: form.confidence },
      ...{ limitSeconds: form.limitSeconds, washoutDays: form.washoutDays },
    })
  },
  async studies() {
    const sittings = await store.sittings()
    return Array.from(await store.studies(), ([hash, study]): DeskStudy => {
      const { name, created, confidence, limitSeconds, washoutDays } = study
      const own = sittings.filter(one => one.study === hash)
      return {
        ...{ hash, name, created, dataset: study.dataset, confidence, limitSeconds, washoutDays },
        questions: study.questions.length,
        sittings: own
          .map(({ id, reader, number, begun, ended, given }) => ({
            ...{ id, reader, number, begun, ended },
            ...progressOf(study, { given }),
          }))
          .sort((a, b) => (a.begun < b.begun ? -1 : 1)),
      }
    }).sort((a, b) => (a.created < b.created ? 1 : -1))
  },
  async takeFile(file) {
    const named = { name: file.name, blob: file }
    const head = await file.slice(0, 200).text()
    if (head.includes(`"${studiesFormat}"`)) {
      const all = await readDocument(named, studiesInText, 'a file of studies')
      const sittings = await readDocument(named, () => withStudies(all), 'a file of studies')
      for (const study of all.studies) await store.keepStudy(study)
      for (const { sitting } of sittings) await keepGiven(sitting, file.name)
    } else if (head.includes(`"${answersFormat}"`)) {
      const { study, sitting } = await readAnswersFile(named)
      await store.keepStudy(study)
      await keepGiven(sitting, file.name)
    } else await store.keepStudy(await readDocument(named, studyInText, 'a study, or a reader’s answers'))
  },
  async allFile() {
    const studies = [...(await store.studies()).values()]
    const text = studiesJson({ studies, sittings: await store.sittings() })
    return new File([text], 'voxelwise-studies.json', jsonType)
  },
  async studyFile(hash) {
    const study = await store.study(hash)
    return new File([`${JSON.stringify(study)}\n`], `study-${hash.slice(0, 8)}.json`, jsonType)
  },
  async answersFile(id) {
    const sitting = await store.sitting(id)
    const study = await store.study(sitting.study)
    const name = `answers-${sitting.reader.code.replaceAll(/[^\w-]+/g, '_')}-${sitting.number}.json`
    return new File([answersJson({ study, sitting })], name, jsonType)
  },
  async begin(hash, reader, number) {
    await store.study(hash)
    const sittings = await store.sittings()
    const own = sittings.find(
      one => one.study === hash && one.reader.code === reader.code && one.number === number,
    )
    if (own) return own.id
    const days = number === 1 ? null : daysSinceFirst(sittings, { study: hash, code: reader.code }, now())
    const id = crypto.randomUUID()
    await store.keepSitting({
      ...{ id, study: hash, reader, number, begun: now() },
      ...(days !== null && { washedOut: days }),
      ...{ ended: null, given: [] },
    })
    return id
  },
  async open(id) {
    await holdAlone(id)
    const sitting = await store.sitting(id)
    const { name, confidence, limitSeconds } = await store.study(sitting.study)
    return { name, confidence, limitSeconds, code: sitting.reader.code }
  },
  next: async id => following(await store.sitting(id)),
  async last(id) {
    const sitting = await store.sitting(id)
    const study = await store.study(sitting.study)
    const latest = [...sitting.given].sort((a, b) => (a.at < b.at ? 1 : -1))[0]
    const place = study.questions.findIndex(question => question.id === latest?.id)
    return shownQuestion(study, sitting, place === -1 ? null : place)
  },
  image: async (sitting, place, number) => images.shown(await imageOf(sitting, place, number)),
  depth: async (sitting, place, number, frame) => images.depth(await imageOf(sitting, place, number), frame),
  async answer(id, answer) {
    const answered = sittingWithAnswer(await store.sitting(id), answer, now())
    const next = await following(answered)
    await store.keepSitting(endedIf(answered, next === null))
    return next
  },
  async end(id) {
    await store.keepSitting(endedIf(await store.sitting(id), true))
  },
  remove: hash => store.remove(hash),
}

const jsonType = { type: 'application/json' }

/** @throws VoxelwiseError run-file where the stored sitting has another answer */
async function keepGiven(sitting: ReaderSitting, file: string): Promise<void> {
  const known = (await store.sittings()).find(({ id }) => id === sitting.id)
  const differing = known?.given.find(one => {
    const other = sitting.given.find(({ id }) => id === one.id)
    return other !== undefined && other.answer !== one.answer
  })
  if (differing) throw twoAnswers(file, differing.id)
  if ((known?.given.length ?? 0) <= sitting.given.length) await store.keepSitting(sitting)
}

/** Until this thread ends. */
const alone = new Set<string>()

async function holdAlone(id: string): Promise<void> {
  if (alone.has(id)) return
  const isFree = await new Promise<boolean>(resolve => {
    void navigator.locks.request(`voxelwise/sitting/${id}`, { ifAvailable: true }, lock => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise<void>(() => {})
    })
  })
  if (!isFree)
    throw new VoxelwiseError({
      code: 'run-locked',
      subject: '',
      message: 'This sitting is open in another tab.',
      remedy: 'Continue there, or close that tab and reload this page.',
    })
  alone.add(id)
}

const noDataset = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'no-questions',
    subject: '',
    message: 'No data set is open.',
    remedy: 'Choose a data set under Set up.',
  })

const twoAnswers = (file: string, id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: `${file}: ${id}`,
    message: 'This browser has another answer of this sitting to the same question.',
    remedy: 'Delete the study here first, or keep the answers that are here.',
  })

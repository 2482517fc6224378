import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { datasetBehind } from '../../../workers/data/dataset-port.ts'
import { readAnswersFile, readDocument } from '../data/answers-as-run.ts'
import { sittingsInCsv } from '../data/answers-csv.ts'
import { otherStudy } from '../data/reader-run.ts'
import type { AskedIn, DeskStudy, PersonsQuestion, ShownQuestion, SittingForm } from '../engine/desk-facts.ts'
import { changeUnder } from '../engine/image-conditions.ts'
import {
  answersFormat,
  answersJson,
  countProgress,
  daysSinceFirst,
  differingAnswer,
  isSameSitting,
  mergedSitting,
  type NewAnswer,
  nextPlace,
  type ReaderSitting,
  sittingWithAnswer,
} from '../engine/sitting.ts'
import { sittingOrder } from '../engine/sitting-order.ts'
import { studiesFormat, studiesInText, studiesJson, withStudies } from '../engine/studies-file.ts'
import { type StrippedQuestion, type Study, studyHash, studyInText } from '../engine/study.ts'
import type { DeskWorker } from './desk-contract.ts'
import { DeskStore } from './desk-store.ts'
import { collectRatedReplies, studyOfReplies } from './rated-replies.ts'
import { SittingLocks } from './sitting-locks.ts'
import { StudyImages } from './study-images.ts'
import { formCounts, studyOfForm } from './study-of-form.ts'

const store = new DeskStore()
const images = new StudyImages()
const sittingLocks = new SittingLocks(id => store.forget(id))
let dataset: PortionedDataset | null = null

const now = (): string => new Date().toISOString()

const askedQuestion = (
  { index: _, images: files, ...rest }: StrippedQuestion,
  place: number,
): PersonsQuestion => ({ ...rest, place, images: files.length })

/** A question of an open sitting as the page gets it. */
function shownQuestion(study: Study, sitting: ReaderSitting, place: number | null): ShownQuestion | null {
  const question = place === null ? undefined : study.questions[place]
  if (place === null || !question) return null
  return { ...askedQuestion(question, place), progress: countProgress(study, sitting) }
}

async function following(sitting: ReaderSitting): Promise<ShownQuestion | null> {
  const study = await store.study(sitting.study)
  const order = sittingOrder(study, sitting.reader.code, sitting.number)
  return shownQuestion(study, sitting, nextPlace(study, sitting, order))
}

async function readImage(of: AskedIn, place: number, number: number) {
  const isPractice = 'practice' in of
  const study = await store.study(isPractice ? of.practice : (await store.sitting(of.sitting)).study)
  const image = (isPractice ? (study.practice ?? []) : study.questions)[place]?.images[number]
  if (image) return { image, change: changeUnder(study.shows) }
  throw new Error(`Question ${place} has no image ${number}.`)
}

/** The errors of an image without the name of its file, which may tell the answer. */
async function unnamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof VoxelwiseError ? new VoxelwiseError({ ...cause.info, subject: '' }) : cause
  }
}

/** Ended where nothing is left to ask. */
const endedIf = (sitting: ReaderSitting, isOver: boolean): ReaderSitting =>
  isOver && sitting.ended === null ? { ...sitting, ended: now() } : sitting

export const desk: DeskWorker = {
  async takeDataset(port) {
    const held = await datasetBehind(port)
    dataset = held
    images.takeDataset(path => held.image(path))
  },
  async takeFolder(folder) {
    images.takeFolder(folder)
    await store.keepFolder(folder)
  },
  async needsFolder() {
    const open = dataset?.overview.fingerprint
    return [...(await store.studies()).values()].some(study => study.dataset.fingerprint !== open)
  },
  keptFolder: () => store.keptFolder(),
  count: form => formCounts(dataset, form),
  makeStudy: async (form, onImage) =>
    store.keepStudy(await studyOfForm(dataset, images, form, now(), onImage)),
  async makeRating(form) {
    const study = await studyOfReplies(await store.store, images, form, now())
    return store.keepStudy(study)
  },
  async ratings(id) {
    const sitting = await store.sitting(id)
    return collectRatedReplies(await store.store, await store.study(sitting.study), sitting)
  },
  async studies() {
    const sittings = await store.sittings()
    return Array.from(await store.studies(), ([hash, study]): DeskStudy => {
      const { name, created, rates, shows, confidence, limitSeconds, washoutDays, marginPoints } = study
      const studySittings = sittings.filter(one => one.study === hash)
      return {
        ...{ hash, name, created, dataset: study.dataset, confidence, limitSeconds, washoutDays },
        questions: study.questions.length,
        practice: study.practice?.length ?? 0,
        ...(rates !== undefined && { rates }),
        ...(shows !== undefined && { shows }),
        ...(marginPoints !== undefined && { marginPoints }),
        sittings: studySittings
          .map(({ id, reader, number, begun, ended, given }) => ({
            ...{ id, reader, number, begun, ended },
            ...countProgress(study, { given }),
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
      if (sitting.study !== (await studyHash(study))) throw otherStudy(file.name)
      await store.keepStudy(study)
      await keepGiven(sitting, file.name)
    } else await store.keepStudy(await readDocument(named, studyInText, 'a study, or a reader’s answers'))
  },
  async takeAnswers(hash, file) {
    const study = await store.study(hash)
    const sittings = await sittingsInCsv(file, study, now())
    for (const sitting of sittings) await keepGiven(sitting, file.name)
    return sittings.reduce((sum, { given }) => sum + given.length, 0)
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
  begin: (hash, form) => sittingLocks.begun(() => beginSitting(hash, form)),
  async open(id) {
    await sittingLocks.hold(id)
    const sitting = await store.sitting(id)
    const { name, confidence, limitSeconds } = await store.study(sitting.study)
    return { name, confidence, limitSeconds, code: sitting.reader.code }
  },
  async leave(id) {
    await Promise.allSettled([writing])
    sittingLocks.release(id)
  },
  next: async id => following(await store.sitting(id)),
  async last(id) {
    const sitting = await store.sitting(id)
    const study = await store.study(sitting.study)
    const place = study.questions.findIndex(({ id }) => id === sitting.given.at(-1)?.id)
    return shownQuestion(study, sitting, place === -1 ? null : place)
  },
  image: (of, place, number, isDecoded) =>
    unnamed(async () => {
      const { image, change } = await readImage(of, place, number)
      return isDecoded || change ? images.decoded(image, change) : images.shown(image)
    }),
  depth: (of, place, number, frame) =>
    unnamed(async () => {
      const { image, change } = await readImage(of, place, number)
      // A changed image has no more than its picture.
      return change ? null : images.depth(image, frame)
    }),
  async practice(hash) {
    const { name, confidence, limitSeconds, practice = [] } = await store.study(hash)
    const questions = practice.map(({ right: _, ...question }, place) => askedQuestion(question, place))
    return { name, confidence, limitSeconds, questions }
  },
  async practiceRight(hash, place) {
    const { practice = [] } = await store.study(hash)
    return practice[place]?.right ?? ''
  },
  answer(id, answer) {
    const next = storedAnswer(id, answer)
    writing = next
    return next
  },
  end: id => sittingLocks.alone([id], async () => store.keepSitting(endedIf(await store.sitting(id), true))),
  async remove(hash) {
    const studySittings = (await store.sittings()).filter(({ study }) => study === hash)
    await sittingLocks.alone(
      studySittings.map(({ id }) => id),
      () => store.remove(hash),
    )
  },
}

/** The latest answer, which is on its way to the disk. */
let writing: Promise<unknown> = Promise.resolve()

/** The next question, once the answer is on disk. */
async function storedAnswer(id: string, answer: NewAnswer): Promise<ShownQuestion | null> {
  const answered = sittingWithAnswer(await store.sitting(id), answer, now())
  const next = await following(answered)
  await store.keepSitting(endedIf(answered, next === null))
  return next
}

async function beginSitting(study: string, { reader, number, conditions }: SittingForm): Promise<string> {
  await store.study(study)
  const sittings = await store.sittings()
  const existing = sittings.find(one => isSameSitting(one, { study, reader, number }))
  if (existing) return existing.id
  const days = number === 1 ? null : daysSinceFirst(sittings, { study, code: reader.code }, now())
  const id = crypto.randomUUID()
  await store.keepSitting({
    ...{ id, study, reader, number, begun: now() },
    ...(days !== null && { washedOut: days }),
    ...(conditions !== undefined && { conditions }),
    ...{ ended: null, given: [] },
  })
  return id
}

const jsonType = { type: 'application/json' }

/**
 * Adds a sitting, or its further answers: the same reader may have begun it on two machines.
 * @throws VoxelwiseError run-file where the stored sitting has another answer; run-locked where it is open
 */
async function keepGiven(sitting: ReaderSitting, file: string): Promise<void> {
  const known = (await store.sittings()).find(one => one.id === sitting.id || isSameSitting(one, sitting))
  if (!known) return store.keepSitting(sitting)
  await sittingLocks.alone([known.id], async () => {
    const stored = await store.sitting(known.id)
    const differing = differingAnswer(stored, sitting)
    if (differing !== null) throw twoAnswers(file, differing)
    await store.keepSitting(mergedSitting(stored, sitting))
  })
}

const twoAnswers = (file: string, id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: `${file}: ${id}`,
    message: 'This browser has another answer of this sitting to the same question.',
    remedy: 'Delete the study here first, or keep the answers that are here.',
  })

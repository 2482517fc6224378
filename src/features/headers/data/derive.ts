/** Perception questions about a folder of DICOM files, with answers that their headers state (docs/dicom.md). */

import { type DataSet, type DicomFile, headerNames } from '@voxelwise/pixels'
import type { PictureMarks } from '../../../data/formats/format.ts'
import { FrameHeader } from '../../../data/questions/frame-header.ts'
import { dicomIn, type HeaderSource } from '../../../data/questions/header-files.ts'
import { countMarks } from '../../../data/questions/picture-marks.ts'
import {
  countFrames,
  framePlanes,
  isSlice,
  middleFrame,
  middles,
  readSlice,
} from '../../../data/questions/slices-of-files.ts'
import { type BlindBaseline, blindBaseline } from '../../../engine/analysis/blind-baseline.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { byCodeUnit, groupBy } from '../../../engine/base/grouping.ts'
import { hashText } from '../../../engine/base/hash.ts'
import { type Answers, headerAnswers, type Trust } from './answers.ts'
import { type LabelKey, type Labelled, type LabelReason, type LabelRow, matchLabels } from './labels.ts'
import { readSopClass, reasonOfFile } from './left-out.ts'
import { type OptionRule, optionsFor } from './options.ts'
import { canBothBeTrue, headerRules, ruleTexts, version } from './tables.ts'

interface DeriveOptions {
  readonly seed: number
  readonly keepUnmarked: boolean
  /** Leaves out regions that rest on Body Part alone. */
  readonly codedRegions: boolean
  /** Whether all stored values of a frame are equal. @throws VoxelwiseError where it cannot be decoded */
  readonly isBlank: (file: DicomFile, frame: number) => Promise<boolean>
  readonly labels: readonly LabelRow[] | undefined
  /** Whether labels of a study or a patient go to slices, which may not show them. */
  readonly labelsOnSlices: boolean | undefined
  readonly onProgress?: (read: number, of: number) => void
  readonly signal?: AbortSignal | undefined
}

export interface HeaderQuestion {
  readonly id: string
  /** SHA-256 (hex) of the file. */
  readonly image: string
  /** Relative path of the file: where the image is found, never part of a result. */
  readonly path: string
  /** From 1; null of a file with one frame. */
  readonly frame: number | null
  /** One of the rules of headers, or that of a task of labels. */
  readonly rule: string
  readonly task: string
  readonly question: string
  readonly options: readonly string[]
  readonly answer: string
  readonly modality: string
  readonly region: string
  readonly group: string
  readonly trust: Trust | null
}

export interface LeftOut {
  readonly image: string
  readonly frame?: number | null
  readonly rule?: string
  readonly reason: string
}

export interface HeaderCube {
  readonly rules: typeof version
  readonly seed: number
  readonly files: number
  readonly questions: readonly HeaderQuestion[]
  readonly excluded: readonly LeftOut[]
  readonly blind: Readonly<Record<string, BlindBaseline>>
  /** The marks of the files that are asked about. */
  readonly marks: PictureMarks
  /** Rows of the labels without a picture, by reason; null without labels. */
  readonly unusedLabels: Readonly<Partial<Record<LabelReason, number>>> | null
}

interface Read {
  readonly source: HeaderSource
  readonly file: DicomFile
}

/** Files that are read side by side: a read waits for the disk, not for the processor. */
const atOnce = 8

/** Questions of one patient with one answer. */
const mostOfPatient = 2

export async function deriveQuestions(
  sources: readonly HeaderSource[],
  options: DeriveOptions,
): Promise<HeaderCube> {
  const { seed } = options
  const ordered = [...sources].sort((a, b) => byCodeUnit(a.path, b.path))
  /** Why files are not asked about. */
  const reasons = new Map<HeaderSource, string>()
  const read: Read[] = []
  let done = 0
  await inParts(ordered, async source => {
    const file = await readHeader(source, options)
    options.onProgress?.(++done, ordered.length)
    return () => {
      if (typeof file === 'string') reasons.set(source, file)
      else read.push({ source, file })
    }
  })
  const chosen = sampled(read, reasons)
  const pictures: Picture[] = []
  await inParts(chosen, async one => {
    const image = await one.source.digest()
    const isBlank = options.isBlank(one.file, one.frame)
    const reason = await isBlank.then(isEmpty => (isEmpty ? 'blank' : null), unreadable)
    return () => {
      if (reason) reasons.set(one.source, reason)
      else pictures.push(makePicture(one, image, seed))
    }
  })
  const excluded: LeftOut[] = []
  const labels =
    options.labels &&
    matchLabels(options.labels, pictures, labelNames(ordered, read), options.labelsOnSlices ?? false)
  await inParts([...reasons], async ([source, reason]) => {
    const image = await source.digest()
    return () => excluded.push({ image, reason })
  })
  const questions = writeQuestions(pictures, options, labels?.rows ?? new Map(), excluded)
  return {
    rules: version,
    seed,
    files: sources.length,
    questions,
    excluded: excluded.sort(byImage),
    blind: blindBaselines(questions),
    marks: countMarks(
      chosen.filter(({ source }) => !reasons.has(source)).map(({ file }) => file.data),
      pictures.length,
    ),
    unusedLabels: labels?.unused ?? null,
  }
}

/** Everything that a label can name, whether or not it is asked about. */
function labelNames(sources: readonly HeaderSource[], read: readonly Read[]) {
  const keys = read.map(({ file, source }) => uniqueKeys(file.data, source.path))
  const all = (key: LabelKey) => new Set(keys.map(each => each[key]))
  const file = new Set(sources.map(({ path }) => path))
  return { file, series: all('series'), study: all('study'), patient: all('patient') }
}

/** Used while questions are made, and never part of a result. */
const uniqueKeys = (data: DataSet, file: string): Readonly<Record<LabelKey, string>> => ({
  ...{ file, series: data.text('seriesInstance'), study: data.text('studyInstance') },
  patient: data.text('patientId').trim().toUpperCase(),
})

/** Reads in parts, and keeps the order of what comes of it. */
async function inParts<T>(items: readonly T[], work: (item: T) => Promise<() => void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce)
    for (const keep of await Promise.all(items.slice(at, at + atOnce).map(work))) keep()
}

/** @returns the file, or the reason why it is not asked about */
async function readHeader(source: HeaderSource, options: DeriveOptions): Promise<DicomFile | string> {
  options.signal?.throwIfAborted()
  try {
    const file = await dicomIn(await source.open(), { names: headerNames, whole: true })
    return file === null ? 'not-dicom' : (reasonOfFile(file, options.keepUnmarked) ?? file)
  } catch (error) {
    return unreadable(error)
  }
}

function unreadable(error: unknown): 'unreadable' {
  if (error instanceof VoxelwiseError && error.info.code.startsWith('image-')) return 'unreadable'
  throw error
}

interface Chosen extends Read {
  /** From 0. */
  readonly frame: number
}

/** One of each stack, less copies and scouts. */
function sampled(read: readonly Read[], reasons: Map<HeaderSource, string>): readonly Chosen[] {
  const instances = new Set<string>()
  const unique = read.filter(({ source, file }) => {
    const instance = file.data.text('sopInstance')
    if (instance !== '' && instances.has(instance)) {
      reasons.set(source, 'duplicate')
      return false
    }
    instances.add(instance)
    return true
  })
  const slices = unique.filter(({ file }) => isSlice(file.data))
  const series = groupBy(slices, ({ file }) => file.data.text('seriesInstance'))
  const hasPlanes = (files: readonly Read[]) =>
    new Set(files.flatMap(({ file }) => framePlanes(file.data))).size > 1
  const scouts = new Set([...series.values()].filter(hasPlanes).flat())
  const single = slices.filter(one => countFrames(one.file.data) === 1 && !scouts.has(one))
  const middle = middles(single.map(({ source, file }) => readSlice(file.data, source.path)))
  return unique.flatMap((one): readonly Chosen[] => {
    const { source, file } = one
    const leave = (reason: string): readonly Chosen[] => {
      reasons.set(source, reason)
      return []
    }
    if (scouts.has(one)) return leave('localizer')
    if (countFrames(file.data) > 1) {
      const choice = middleFrame(file.data)
      return 'left' in choice ? leave(choice.left) : [{ ...one, frame: choice.frame }]
    }
    if (isSlice(file.data) && !middle.has(source.path)) return leave('not-sampled')
    return [{ ...one, frame: 0 }]
  })
}

/** A picture that is asked about. */
interface Picture extends Answers, Labelled {
  readonly image: string
  readonly path: string
  readonly frame: number | null
  /** What its patient is known by while questions are made. */
  readonly patient: string
}

function makePicture({ source, file, frame }: Chosen, image: string, seed: number): Picture {
  const { data } = file
  const keys = uniqueKeys(data, source.path)
  return {
    ...{ keys, isSlice: isSlice(data) },
    ...headerAnswers(new FrameHeader(data, frame), readSopClass(file)),
    ...{ image, path: source.path, frame: countFrames(data) > 1 ? frame + 1 : null },
    patient: String(hashText(seed, `patient ${keys.patient || keys.study}`)),
  }
}

interface Candidate {
  readonly picture: Picture
  readonly answer: string
  readonly key: number
}

type Made = Candidate & Pick<HeaderQuestion, 'rule' | 'task' | 'question' | 'options'>

function writeQuestions(
  pictures: readonly Picture[],
  options: DeriveOptions,
  labels: ReadonlyMap<Picture, readonly LabelRow[]>,
  excluded: LeftOut[],
): readonly HeaderQuestion[] {
  const made = [...fromHeaders(pictures, options, excluded), ...fromLabels(labels, options.seed, excluded)]
  const patients = [...new Set(made.map(({ picture }) => picture.patient))].sort(
    (a, b) => Number(a) - Number(b),
  )
  const groups = new Map(patients.map((patient, i) => [patient, `g${i + 1}`]))
  return made.map(({ picture, rule, task, question, answer, options }) => ({
    id: `${picture.image.slice(0, 16)}-${picture.frame ?? 1}-${rule}`,
    ...{ image: picture.image, path: picture.path, frame: picture.frame, rule },
    ...{ task, question, options, answer },
    modality: picture.modality,
    region: picture.region ?? 'unspecified',
    group: groups.get(picture.patient) ?? '',
    trust: rule === 'region' ? picture.trust : null,
  }))
}

function fromHeaders(
  pictures: readonly Picture[],
  { seed, codedRegions }: DeriveOptions,
  excluded: LeftOut[],
): readonly Made[] {
  return headerRules.flatMap(rule => {
    const candidates: Candidate[] = []
    for (const picture of pictures) {
      const { image, frame, findings } = picture
      const finding = findings.get(rule)
      if (finding === undefined) continue
      const isDoubted = rule === 'region' && codedRegions && picture.trust === 'single'
      if ('left' in finding) excluded.push({ image, frame, rule, reason: finding.left })
      else if (isDoubted) excluded.push({ image, frame, rule, reason: 'region-single' })
      else candidates.push(candidate(picture, finding.answer, rule, seed))
    }
    const { task, question, options: size, known } = ruleTexts[rule]
    const canBoth = (a: string, b: string): boolean => canBothBeTrue(rule, a, b)
    const how = { size, known, canBothBeTrue: canBoth }
    return withOptions(candidates, { rule, name: rule, task, question }, how, seed, excluded)
  })
}

const candidate = (picture: Picture, answer: string, rule: string, seed: number): Candidate => ({
  picture,
  answer,
  key: hashText(seed, `${picture.image} ${picture.frame ?? 1} ${rule}`),
})

/** @param text its `name` separates draws of rules that are otherwise called the same */
function withOptions(
  candidates: readonly Candidate[],
  { name, ...text }: Pick<Made, 'rule' | 'task' | 'question'> & { readonly name: string },
  how: OptionRule,
  seed: number,
  excluded: LeftOut[],
): readonly Made[] {
  const chosen = capped(candidates, ({ picture: { image, frame } }, reason) =>
    excluded.push({ image, frame, rule: text.rule, reason }),
  )
  const answers = chosen.map(({ answer }) => answer)
  const options = optionsFor(name, how, answers, seed)
  return chosen.map((one, i) => ({ ...one, ...text, options: options[i] ?? [] }))
}

/** Options of a label where none are given: fewer where fewer labels exist. */
const labelOptions = 4

/** Questions of the upper tasks. Two labels for one picture and task contradict each other. */
function fromLabels(
  labels: ReadonlyMap<Picture, readonly LabelRow[]>,
  seed: number,
  excluded: LeftOut[],
): readonly Made[] {
  const labelled = [...labels].flatMap(([picture, rows]) =>
    [...groupBy(rows, ({ task }) => task)].flatMap(([task, taskRows]) => {
      const rule = `label-${task.toLowerCase().replaceAll(' ', '-')}`
      const [row] = taskRows
      if (row && taskRows.every(({ label }) => label === row.label)) return { picture, rule, row }
      excluded.push({ image: picture.image, frame: picture.frame, rule, reason: 'label-conflict' })
      return []
    }),
  )
  const sets = groupBy(labelled, ({ row: { task, question, options } }) =>
    JSON.stringify([task, question, options]),
  )
  return [...sets]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([name, cases]) => {
      const [first] = cases
      if (!first) return []
      const { rule, row } = first
      const values = row.options ?? [...new Set(cases.map(one => one.row.label))].sort(byCodeUnit)
      if (values.length < 2) {
        const lonely = cases.map(({ picture: { image, frame } }) => ({
          image,
          frame,
          rule,
          reason: 'label-alone',
        }))
        excluded.push(...lonely)
        return []
      }
      const size = row.options ? values.length : Math.min(labelOptions, values.length)
      const how = { size, known: values, canBothBeTrue: (a: string, b: string) => a === b }
      const candidates = cases.map(one => candidate(one.picture, one.row.label, rule, seed))
      const { task, question } = row
      return withOptions(candidates, { rule, name, task, question }, how, seed, excluded)
    })
}

/** At most two of one patient with one answer, then none of the answers much more often than the second. */
function capped(
  candidates: readonly Candidate[],
  leave: (candidate: Candidate, reason: 'patient-cap' | 'balance') => void,
): readonly Candidate[] {
  const ordered = [...candidates].sort(
    (a, b) => a.key - b.key || byCodeUnit(a.picture.image, b.picture.image),
  )
  const atMost = (
    most: number,
    all: readonly Candidate[],
    reason: 'patient-cap' | 'balance',
    toKey: (one: Candidate) => string,
  ): readonly Candidate[] => {
    const counts = new Map<string, number>()
    return all.filter(one => {
      const count = (counts.get(toKey(one)) ?? 0) + 1
      counts.set(toKey(one), count)
      if (count > most) leave(one, reason)
      return count <= most
    })
  }
  const first = atMost(mostOfPatient, ordered, 'patient-cap', one => `${one.picture.patient} ${one.answer}`)
  const counts = [...groupBy(first, ({ answer }) => answer).values()].map(({ length }) => length)
  const [, second] = counts.sort((a, b) => b - a)
  return second === undefined ? first : atMost(Math.max(4, 2 * second), first, 'balance', one => one.answer)
}

const rulePlace = ({ rule }: LeftOut): number => (headerRules as readonly unknown[]).indexOf(rule)

const byImage = (a: LeftOut, b: LeftOut): number =>
  byCodeUnit(a.image, b.image) || rulePlace(a) - rulePlace(b) || byCodeUnit(a.reason, b.reason)

function blindBaselines(questions: readonly HeaderQuestion[]): Readonly<Record<string, BlindBaseline>> {
  return Object.fromEntries(
    [...groupBy(questions, ({ rule }) => rule)].map(([rule, ofRule]) => [rule, blindBaseline(ofRule)]),
  )
}

/** Perception questions about a folder of DICOM files, with answers that their headers state (docs/dicom.md). */
import { type BlindBaseline, blindBaseline } from '../../engine/analysis/blind-baseline.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { groupBy } from '../../engine/base/grouping.ts'
import type { PictureMarks } from '../formats/format.ts'
import { Faults } from '../images/dicom/faults.ts'
import { type DicomFile, isDicom, parseDicom } from '../images/dicom/parse.ts'
import { headerNames } from '../images/dicom/tags.ts'
import { type Answers, answersOf, type Trust } from './answers.ts'
import type { HeaderSource } from './folder.ts'
import { FrameHeader } from './frame-header.ts'
import { type FileReason, reasonOfFile, sopClassOf } from './left-out.ts'
import { optionsFor } from './options.ts'
import { marksOf } from './picture-marks.ts'
import { framesOf, isSlice, middleFrame, middles, planesOf, sliceOf } from './sampling.ts'
import { byCodeUnit, keyOf } from './seeded.ts'
import { type HeaderRule, rules, ruleTexts, version } from './tables.ts'

export interface DeriveOptions {
  readonly seed: number
  readonly keepUnmarked: boolean
  /** Leaves out regions that rest on Body Part alone. */
  readonly codedRegions: boolean
  /** Whether all stored values of a frame are equal. @throws VoxelwiseError where it cannot be decoded */
  readonly isBlank: (file: DicomFile, frame: number) => Promise<boolean>
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
  readonly rule: HeaderRule
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
  readonly rule?: HeaderRule
  readonly reason: string
}

export interface HeaderCube {
  readonly rules: typeof version
  readonly seed: number
  readonly files: number
  readonly questions: readonly HeaderQuestion[]
  readonly excluded: readonly LeftOut[]
  readonly blind: Readonly<Record<string, BlindBaseline>>
  /** Of the files that are asked about. */
  readonly marks: PictureMarks
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
  const reasons = new Map<HeaderSource, FileReason>()
  const read: Read[] = []
  let done = 0
  await inParts(ordered, async source => {
    const found = await readHeader(source, options)
    options.onProgress?.(++done, ordered.length)
    return () => {
      if (typeof found === 'string') reasons.set(source, found)
      else read.push({ source, file: found })
    }
  })
  const kept = sampled(read, reasons)
  const pictures: Picture[] = []
  await inParts(kept, async one => {
    const image = await one.source.digest()
    const reason = await blankness(one, options)
    return () => {
      if (reason) reasons.set(one.source, reason)
      else pictures.push(pictureOf(one, image, seed))
    }
  })
  const excluded: LeftOut[] = []
  await inParts([...reasons], async ([source, reason]) => {
    const image = await source.digest()
    return () => excluded.push({ image, reason })
  })
  const questions = questionsOf(pictures, options, excluded)
  return {
    rules: version,
    seed,
    files: sources.length,
    questions,
    excluded: excluded.sort(byImage),
    blind: blindOf(questions),
    marks: marksOf(
      kept.filter(({ source }) => !reasons.has(source)).map(({ file }) => file.data),
      pictures.length,
    ),
  }
}

/** Reads in parts, and keeps the order of what comes of it. */
async function inParts<T>(items: readonly T[], work: (item: T) => Promise<() => void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce)
    for (const keep of await Promise.all(items.slice(at, at + atOnce).map(work))) keep()
}

async function readHeader(source: HeaderSource, options: DeriveOptions): Promise<DicomFile | FileReason> {
  options.signal?.throwIfAborted()
  const bytes = await source.open()
  if (!isDicom(await bytes.read(0, Math.min(132, bytes.size)))) return 'not-dicom'
  try {
    const file = await parseDicom(bytes, new Faults('a file'), { names: headerNames, whole: true })
    return reasonOfFile(file, options) ?? file
  } catch (error) {
    if (error instanceof VoxelwiseError && error.info.code.startsWith('image-')) return 'unreadable'
    throw error
  }
}

interface Chosen extends Read {
  /** From 0. */
  readonly frame: number
}

/** One of each stack, less copies and scouts. */
function sampled(read: readonly Read[], reasons: Map<HeaderSource, FileReason>): readonly Chosen[] {
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
  const planes = new Map<string, Set<string>>()
  for (const { file } of slices) {
    const series = file.data.text('seriesInstance')
    planes.set(series, new Set([...(planes.get(series) ?? []), ...planesOf(file.data)]))
  }
  const isScout = ({ data }: DicomFile): boolean =>
    isSlice(data) && (planes.get(data.text('seriesInstance'))?.size ?? 0) > 1
  const single = slices.filter(({ file }) => framesOf(file.data) === 1 && !isScout(file))
  const middle = middles(single.map(({ source, file }) => sliceOf(file.data, source.path)))
  return unique.flatMap((one): readonly Chosen[] => {
    const { source, file } = one
    const leave = (reason: FileReason): readonly Chosen[] => {
      reasons.set(source, reason)
      return []
    }
    if (isScout(file)) return leave('localizer')
    if (framesOf(file.data) > 1) {
      const choice = middleFrame(file.data)
      return 'left' in choice ? leave(choice.left) : [{ ...one, frame: choice.frame }]
    }
    if (isSlice(file.data) && !middle.has(source.path)) return leave('not-sampled')
    return [{ ...one, frame: 0 }]
  })
}

async function blankness({ file, frame }: Chosen, { isBlank }: DeriveOptions): Promise<FileReason | null> {
  try {
    return (await isBlank(file, frame)) ? 'blank' : null
  } catch (error) {
    if (error instanceof VoxelwiseError && error.info.code.startsWith('image-')) return 'unreadable'
    throw error
  }
}

/** A picture that is asked about. */
interface Picture extends Answers {
  readonly image: string
  readonly path: string
  readonly frame: number | null
  /** What its patient is known by while questions are made. */
  readonly patient: string
}

function pictureOf({ source, file, frame }: Chosen, image: string, seed: number): Picture {
  const { data } = file
  const id = data.text('patientId').trim().toUpperCase()
  return {
    ...answersOf(new FrameHeader(data, frame), sopClassOf(file)),
    ...{ image, path: source.path, frame: framesOf(data) > 1 ? frame + 1 : null },
    patient: String(keyOf(seed, `patient ${id || data.text('studyInstance')}`)),
  }
}

interface Candidate {
  readonly picture: Picture
  readonly answer: string
  readonly key: number
}

function questionsOf(
  pictures: readonly Picture[],
  { seed, codedRegions }: DeriveOptions,
  excluded: LeftOut[],
): readonly HeaderQuestion[] {
  const made = rules.flatMap(rule => {
    const candidates: Candidate[] = []
    for (const picture of pictures) {
      const { image, frame, findings } = picture
      const finding = findings.get(rule)
      if (finding === undefined) continue
      const isDoubted = rule === 'region' && codedRegions && picture.trust === 'single'
      if ('left' in finding) excluded.push({ image, frame, rule, reason: finding.left })
      else if (isDoubted) excluded.push({ image, frame, rule, reason: 'region-single' })
      else
        candidates.push({
          picture,
          answer: finding.answer,
          key: keyOf(seed, `${image} ${frame ?? 1} ${rule}`),
        })
    }
    const kept = capped(candidates, ({ picture: { image, frame } }, reason) =>
      excluded.push({ image, frame, rule, reason }),
    )
    const options = optionsFor(rule, kept, seed)
    return kept.map((candidate, i) => ({ ...candidate, rule, options: options[i] ?? [] }))
  })
  const patients = [...new Set(made.map(({ picture }) => picture.patient))].sort(
    (a, b) => Number(a) - Number(b),
  )
  const groups = new Map(patients.map((patient, i) => [patient, `g${i + 1}`]))
  return made.map(({ picture, rule, answer, options }) => ({
    id: `${picture.image.slice(0, 16)}-${picture.frame ?? 1}-${rule}`,
    ...{ image: picture.image, path: picture.path, frame: picture.frame, rule },
    ...{ task: ruleTexts[rule].task, question: ruleTexts[rule].question, options, answer },
    modality: picture.modality,
    region: picture.region ?? 'unspecified',
    group: groups.get(picture.patient) ?? '',
    trust: rule === 'region' ? picture.trust : null,
  }))
}

/** At most two of one patient with one answer, then none of the answers much more often than the second. */
function capped(
  candidates: readonly Candidate[],
  leave: (candidate: Candidate, reason: 'patient-cap' | 'balance') => void,
): readonly Candidate[] {
  const ordered = [...candidates].sort(
    (a, b) => a.key - b.key || byCodeUnit(a.picture.image, b.picture.image),
  )
  const ofPatient = new Map<string, number>()
  const first = ordered.filter(candidate => {
    const key = `${candidate.picture.patient} ${candidate.answer}`
    const count = (ofPatient.get(key) ?? 0) + 1
    ofPatient.set(key, count)
    if (count > mostOfPatient) leave(candidate, 'patient-cap')
    return count <= mostOfPatient
  })
  const counts = [...groupBy(first, ({ answer }) => answer).values()]
    .map(({ length }) => length)
    .sort((a, b) => b - a)
  const [, second] = counts
  if (second === undefined) return first
  const most = Math.max(4, 2 * second)
  const ofAnswer = new Map<string, number>()
  return first.filter(candidate => {
    const count = (ofAnswer.get(candidate.answer) ?? 0) + 1
    ofAnswer.set(candidate.answer, count)
    if (count > most) leave(candidate, 'balance')
    return count <= most
  })
}

const byImage = (a: LeftOut, b: LeftOut): number =>
  byCodeUnit(a.image, b.image) ||
  (a.rule ? rules.indexOf(a.rule) : -1) - (b.rule ? rules.indexOf(b.rule) : -1) ||
  byCodeUnit(a.reason, b.reason)

function blindOf(questions: readonly HeaderQuestion[]): Readonly<Record<string, BlindBaseline>> {
  return Object.fromEntries(
    [...groupBy(questions, ({ rule }) => rule)].map(([rule, own]) => [rule, blindBaseline(own)]),
  )
}

import { get, str } from '@voxelwise/python'
import { topAnswer } from '@voxelwise/statistics'
import { getOrMake } from '../base/grouping.ts'
import { Texts } from '../base/texts.ts'
import { keptAnswer, keptRight } from '../protocol/answer-words.ts'
import { guessingChance } from '../protocol/chance.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { isCut, listImageFiles, type RunRecord } from '../protocol/record.ts'
import { type Finding, type FindingKind, listImages } from '../protocol/sample.ts'
import { readForecast } from './option-forecast.ts'
import type { ResultRow } from './result-row.ts'

/** @param shared gives one string for each label and path of many rows */
export function resultRow(
  record: RunRecord,
  protocol: Protocol,
  shared: (text: string) => string,
): ResultRow {
  const { fields, index, image, furtherImages } = record.sample
  const text = (name: string): string => str(get(fields, name))
  return {
    index,
    id: text('id'),
    task: shared(text('task')),
    modality: shared(text('modality')),
    parts: shared(text('parts')),
    dataset: shared(text('dataset')),
    image: image === null ? null : shared(image),
    ...(furtherImages && { furtherImages: furtherImages.map(shared) }),
    ...readGroup(fields, shared),
    question: text('question'),
    kind: protocol.answerKind(fields),
    options: protocol.listOptions(fields).length,
    chance: guessingChance(protocol, fields),
    verdict: record.status === 'failed' ? 'failed' : record.correct ? 'correct' : 'wrong',
    ...(record.status === 'answered' && record.unparsed !== undefined && { isUnparsed: true as const }),
    ...(isCut(record) && { isCut: true as const }),
    ...answerTexts(record, protocol, shared),
    confidence: readConfidence(record),
  }
}

/**
 * Rows of records that come one by one, each linked to earlier images whose files equal its own: questions on them are not
 * independent, whatever the files are called.
 */
export function linkedRows(protocol: Protocol, texts = new Texts()): (record: RunRecord) => ResultRow {
  /** The first image with each file, by digest. */
  const known = new Map<string, string>()
  const shared = (text: string): string => texts.of(text)
  const equalTo = (record: RunRecord): readonly string[] => {
    const images = listImages(record.sample)
    return listImageFiles(record).flatMap(({ sha256 }, at) => {
      const image = images[at]
      if (image === undefined) return []
      const first = known.get(sha256)
      if (first === undefined) known.set(shared(sha256), shared(image))
      return first === undefined || first === image ? [] : [first]
    })
  }
  return record => {
    // A probe's records are about other images than the sample's own.
    const equalImages = record.shownImage === undefined ? equalTo(record) : []
    return { ...resultRow(record, protocol, shared), ...(equalImages.length > 0 && { equalImages }) }
  }
}

/** Missing, null and empty mean no group. */
function readGroup(
  fields: RunRecord['sample']['fields'],
  shared: (text: string) => string,
): Pick<ResultRow, 'group'> {
  const value = get(fields, 'group')
  return value === undefined || value === null || value === '' ? {} : { group: shared(str(value)) }
}

function answerTexts(
  record: RunRecord,
  protocol: Protocol,
  shared: (text: string) => string,
): Pick<ResultRow, 'right' | 'given'> {
  const { fields } = record.sample
  const { right } = keptRight(protocol, fields)
  const isRead = record.status === 'answered' && record.unparsed === undefined && record.parsed !== ''
  return {
    ...(right !== undefined && { right: shared(right) }),
    ...(isRead && { given: shared(keptAnswer(protocol, fields, record.parsed)) }),
  }
}

function readConfidence(record: RunRecord): number | null {
  const forecast = readForecast(record)
  return forecast && topAnswer(forecast).confidence
}

/**
 * The rows of a run, each with the oddities of its sample that were found when the run began. Takes records a chunk at
 * a time.
 */
export class RowBuilder {
  #rows: ResultRow[] = []
  #digests: (string | null)[] = []
  readonly #found = new Map<number, Set<FindingKind>>()
  readonly #hasChance: boolean
  readonly #texts = new Texts()
  readonly #toRow: (record: RunRecord) => ResultRow

  /** @param hasChance whether guessing has an accuracy; not where answers in words offer nothing to choose from */
  constructor(findings: readonly Finding[], protocol: Protocol, hasChance: boolean) {
    this.#toRow = linkedRows(protocol, this.#texts)
    this.#hasChance = hasChance
    for (const { index, kind } of findings)
      if (index !== null) getOrMake(this.#found, index, () => new Set()).add(kind)
  }

  get rows(): readonly ResultRow[] {
    return this.#rows
  }

  /** SHA-256 of the image of each row's record, null if not recorded. Equal digests share one string. */
  get digests(): readonly (string | null)[] {
    return this.#digests
  }

  /** Drops the rows so far, once they have been written. */
  release(): void {
    this.#rows = []
    this.#digests = []
  }

  add(records: readonly RunRecord[]): void {
    for (const record of records) {
      const findings = this.#found.get(record.sample.index)
      const row = {
        ...this.#toRow(record),
        ...(!this.#hasChance && { chance: null }),
        ...(findings && { findings: [...findings] }),
      }
      this.#rows.push(row)
      const digest = record.imageFile?.sha256
      this.#digests.push(digest === undefined ? null : this.#texts.of(digest))
    }
  }
}

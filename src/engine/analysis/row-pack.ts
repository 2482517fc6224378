/**
 * Rows as columns, and rows that read them. As separate objects and strings they would take twice the memory in every
 * thread, and a message of objects takes many times as long to read.
 */
import { getOrMake } from '../base/grouping.ts'
import type { Texts } from '../base/texts.ts'
import { answerKinds } from '../protocol/reading.ts'
import type { FindingKind } from '../protocol/sample.ts'
import type { ResultRow } from './result-row.ts'

const verdicts = ['correct', 'wrong', 'failed'] as const
const labels = ['task', 'modality', 'parts', 'dataset'] as const

/** Places of a row: four labels, the image, the right answer and the one given. */
const width = labels.length + 3

/**
 * Maximum rows of one pack: few enough that a thread reads it in some milliseconds, and enough that garbage collection
 * costs little. Each pack is a buffer, and its joined texts are too long to be copied by a collection.
 */
export const packSize = 8000

/** A text per row, joined to one string: separate strings would each have a header. */
interface TextColumn {
  readonly joined: string
  /** Where each ends, in UTF-16 units. */
  readonly ends: Uint32Array
}

export interface RowPack {
  readonly ids: TextColumn
  readonly questions: TextColumn
  readonly indices: Uint32Array
  readonly options: Uint32Array
  /** −1 where there is none. */
  readonly chances: Float64Array
  readonly confidences: Float64Array
  /** Verdict, whether it is unparsed, whether it is cut, and kind (`packVerdict`). */
  readonly codes: Uint8Array
  /** Each label and path once. */
  readonly texts: readonly string[]
  /** `width` a row: places in `texts`, or −1. */
  readonly places: Int32Array
  /** By the row's place, of those that have any. */
  readonly furtherImages: ReadonlyMap<number, readonly string[]>
  readonly groups: ReadonlyMap<number, string>
  readonly equalImages: ReadonlyMap<number, readonly string[]>
  readonly findings: ReadonlyMap<number, readonly FindingKind[]>
}

/** The numeric columns of a pack, all in one buffer: collecting a buffer for each of a million rows would block a thread for a tenth of a second. */
function numberColumns(rows: number) {
  const buffer = new ArrayBuffer(rows * (2 * 8 + (4 + width) * 4 + 1))
  const at = (columns: number): number => 2 * 8 * rows + columns * 4 * rows
  return {
    chances: new Float64Array(buffer, 0, rows),
    confidences: new Float64Array(buffer, 8 * rows, rows),
    idEnds: new Uint32Array(buffer, at(0), rows),
    questionEnds: new Uint32Array(buffer, at(1), rows),
    indices: new Uint32Array(buffer, at(2), rows),
    options: new Uint32Array(buffer, at(3), rows),
    places: new Int32Array(buffer, at(4), rows * width),
    codes: new Uint8Array(buffer, at(4 + width), rows),
  }
}

/** @param ends is filled */
function textColumn(rows: readonly ResultRow[], name: 'id' | 'question', ends: Uint32Array): TextColumn {
  let end = 0
  for (const [i, row] of rows.entries()) {
    end += row[name].length
    ends[i] = end
  }
  return { joined: rows.map(row => row[name]).join(''), ends }
}

const textAt = ({ joined, ends }: TextColumn, at: number): string =>
  joined.slice(at === 0 ? 0 : ends[at - 1], ends[at])

export function packRows(rows: readonly ResultRow[]): RowPack {
  const texts = new Map<string, number>()
  const textPlace = (text: string): number => getOrMake(texts, text, () => texts.size)
  const { idEnds, questionEnds, ...columns } = numberColumns(rows.length)
  const furtherImages = new Map<number, readonly string[]>()
  const groups = new Map<number, string>()
  const equalImages = new Map<number, readonly string[]>()
  const findings = new Map<number, readonly FindingKind[]>()
  for (const [i, row] of rows.entries()) {
    const { places } = columns
    for (const [j, name] of labels.entries()) places[i * width + j] = textPlace(row[name])
    places[i * width + labels.length] = row.image === null ? -1 : textPlace(row.image)
    for (const [j, answer] of [row.right, row.given].entries())
      places[i * width + labels.length + 1 + j] = answer === undefined ? -1 : textPlace(answer)
    columns.indices[i] = row.index
    columns.options[i] = row.options
    columns.chances[i] = row.chance ?? -1
    columns.confidences[i] = row.confidence ?? -1
    columns.codes[i] = packVerdict(row)
    if (row.furtherImages) furtherImages.set(i, row.furtherImages)
    if (row.group !== undefined) groups.set(i, row.group)
    if (row.equalImages) equalImages.set(i, row.equalImages)
    if (row.findings) findings.set(i, row.findings)
  }
  return {
    ...columns,
    ids: textColumn(rows, 'id', idEnds),
    questions: textColumn(rows, 'question', questionEnds),
    texts: [...texts.keys()],
    ...{ furtherImages, groups, equalImages, findings },
  }
}

const packVerdict = ({ verdict, isUnparsed, isCut, kind }: ResultRow): number =>
  verdicts.indexOf(verdict) +
  verdicts.length * (Number(isUnparsed ?? false) + 2 * Number(isCut ?? false) + 4 * answerKinds.indexOf(kind))

/**
 * Rows that read the pack, which stays with them.
 * @param shared one string for each label and path of all packs
 */
export function unpackRows(pack: RowPack, shared: Texts): ResultRow[] {
  const opened = { ...pack, texts: pack.texts.map(text => shared.of(text)) }
  const rows: ResultRow[] = []
  for (let at = 0; at < pack.indices.length; at++) rows.push(new PackedRow(opened, at))
  return rows
}

/** A row as plain data, to be sent as part of a message. */
export function plainRow(row: ResultRow): ResultRow {
  const { furtherImages, group, equalImages, isUnparsed, isCut, findings } = row
  return {
    index: row.index,
    id: row.id,
    task: row.task,
    modality: row.modality,
    parts: row.parts,
    dataset: row.dataset,
    image: row.image,
    ...(furtherImages && { furtherImages }),
    ...(group !== undefined && { group }),
    ...(equalImages && { equalImages }),
    question: row.question,
    kind: row.kind,
    options: row.options,
    chance: row.chance,
    verdict: row.verdict,
    ...(isUnparsed && { isUnparsed }),
    ...(isCut && { isCut }),
    ...(row.right !== undefined && { right: row.right }),
    ...(row.given !== undefined && { given: row.given }),
    confidence: row.confidence,
    ...(findings && { findings }),
  }
}

class PackedRow implements ResultRow {
  readonly #pack: RowPack
  readonly #at: number

  constructor(pack: RowPack, at: number) {
    this.#pack = pack
    this.#at = at
  }

  get index(): number {
    return this.#pack.indices[this.#at] as number
  }

  get id(): string {
    return textAt(this.#pack.ids, this.#at)
  }

  get task(): string {
    return this.#readText(0) as string
  }

  get modality(): string {
    return this.#readText(1) as string
  }

  get parts(): string {
    return this.#readText(2) as string
  }

  get dataset(): string {
    return this.#readText(3) as string
  }

  get image(): string | null {
    return this.#readText(4)
  }

  get furtherImages(): readonly string[] | undefined {
    return this.#pack.furtherImages.get(this.#at)
  }

  get group(): string | undefined {
    return this.#pack.groups.get(this.#at)
  }

  get equalImages(): readonly string[] | undefined {
    return this.#pack.equalImages.get(this.#at)
  }

  get question(): string {
    return textAt(this.#pack.questions, this.#at)
  }

  get kind(): ResultRow['kind'] {
    return answerKinds[Math.floor(this.#code / (4 * verdicts.length))] as ResultRow['kind']
  }

  get options(): number {
    return this.#pack.options[this.#at] as number
  }

  get chance(): number | null {
    return orNull(this.#pack.chances[this.#at] as number)
  }

  get verdict(): ResultRow['verdict'] {
    return verdicts[this.#code % verdicts.length] as ResultRow['verdict']
  }

  get isUnparsed(): true | undefined {
    return Math.floor(this.#code / verdicts.length) % 2 === 1 ? true : undefined
  }

  get isCut(): true | undefined {
    return Math.floor(this.#code / (2 * verdicts.length)) % 2 === 1 ? true : undefined
  }

  get right(): string | undefined {
    return this.#readText(5) ?? undefined
  }

  get given(): string | undefined {
    return this.#readText(6) ?? undefined
  }

  get confidence(): number | null {
    return orNull(this.#pack.confidences[this.#at] as number)
  }

  get findings(): readonly FindingKind[] | undefined {
    return this.#pack.findings.get(this.#at)
  }

  get #code(): number {
    return this.#pack.codes[this.#at] as number
  }

  /** @param place of its `width` */
  #readText(place: number): string | null {
    const at = this.#pack.places[this.#at * width + place] as number
    return at < 0 ? null : (this.#pack.texts[at] as string)
  }
}

const orNull = (number: number): number | null => (number < 0 ? null : number)

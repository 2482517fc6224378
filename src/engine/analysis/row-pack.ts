/** Rows as columns, to be sent from one thread to another: a message of objects costs many times as much to read. */
import type { Texts } from '../base/texts.ts'
import { answerKinds } from '../protocol/mapped-fields.ts'
import type { FindingKind } from '../protocol/sample.ts'
import type { ResultRow } from './rows.ts'

const verdicts = ['correct', 'wrong', 'failed'] as const
const labels = ['task', 'modality', 'parts', 'dataset'] as const

/** Of a row: index, options, chance, confidence, verdict, kind, whether it is unparsed, four labels and the image. */
const width = 12

export interface RowPack {
  readonly ids: readonly string[]
  readonly questions: readonly string[]
  /** Each label and path once. */
  readonly texts: readonly string[]
  /** `width` a row; NaN and -1 where there is nothing. */
  readonly numbers: Float64Array
  /** By the row's place, of those that have any. */
  readonly furtherImages: ReadonlyMap<number, readonly string[]>
  readonly findings: ReadonlyMap<number, readonly FindingKind[]>
}

export function packRows(rows: readonly ResultRow[]): RowPack {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const known = places.get(text)
    if (known === undefined) places.set(text, places.size)
    return known ?? places.size - 1
  }
  const numbers = new Float64Array(rows.length * width)
  const furtherImages = new Map<number, readonly string[]>()
  const findings = new Map<number, readonly FindingKind[]>()
  for (const [i, row] of rows.entries()) {
    numbers.set(
      [
        row.index,
        row.options,
        row.chance ?? Number.NaN,
        row.confidence ?? Number.NaN,
        verdicts.indexOf(row.verdict),
        answerKinds.indexOf(row.kind),
        row.isUnparsed ? 1 : 0,
        ...labels.map(name => placeOf(row[name])),
        row.image === null ? -1 : placeOf(row.image),
      ],
      i * width,
    )
    if (row.furtherImages) furtherImages.set(i, row.furtherImages)
    if (row.findings) findings.set(i, row.findings)
  }
  return {
    ids: rows.map(({ id }) => id),
    questions: rows.map(({ question }) => question),
    texts: [...places.keys()],
    numbers,
    furtherImages,
    findings,
  }
}

/** @param shared one string for each label and path of all packs */
export function unpackRows(pack: RowPack, shared: Texts): ResultRow[] {
  const { ids, questions, numbers, furtherImages, findings } = pack
  const texts = pack.texts.map(text => shared.of(text))
  return ids.map((id, i) => {
    const at = i * width
    const number = (place: number): number => numbers[at + place] as number
    const orNull = (place: number): number | null => (Number.isNaN(number(place)) ? null : number(place))
    const label = (place: number): string => texts[number(place)] as string
    const further = furtherImages.get(i)
    const found = findings.get(i)
    return {
      index: number(0),
      id,
      task: label(7),
      modality: label(8),
      parts: label(9),
      dataset: label(10),
      image: number(11) < 0 ? null : label(11),
      ...(further && { furtherImages: further }),
      question: questions[i] as string,
      kind: answerKinds[number(5)] as ResultRow['kind'],
      options: number(1),
      chance: orNull(2),
      verdict: verdicts[number(4)] as ResultRow['verdict'],
      ...(number(6) === 1 && { isUnparsed: true as const }),
      confidence: orNull(3),
      ...(found && { findings: found }),
    }
  })
}

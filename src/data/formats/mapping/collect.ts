/** Collects the samples of some tables, and settles what needs the complete tables: split, ids, images, labels. */

import { EmbeddedImage } from '@voxelwise/tables'
import { getOrMake, groupBy, mapValues } from '../../../engine/base/grouping.ts'
import type { MappedFields } from '../../../engine/protocol/mapped-fields.ts'
import type { Finding, Sample, Skipped } from '../../../engine/protocol/sample.ts'
import type { RowCounts, TableMapping } from './document.ts'
import type { ImageFinder } from './image-finder.ts'
import type { NamedImage } from './images.ts'
import { inContext, isOrdered, type ReadRow } from './in-context.ts'
import { mappedFields, mappedSample, oddities } from './mapped-sample.ts'
import { type RowSkip, readRow } from './read-row.ts'
import { rowParts } from './row-parts.ts'
import type { RowInTable } from './source-text.ts'
import { oneSpelling } from './spellings.ts'
import { isOfSplit, splitsToTry } from './splits.ts'

/** VLMEvalKit: an image cell of no more characters names another row. */
const longestReference = 64

/** What is stored of a row until all are read: as little as possible, for there may be hundreds of thousands. */
interface Collected {
  readonly table: RowInTable['table']
  readonly file: string
  readonly position: number
  readonly mapping: TableMapping
  /** Which row of all it is, and which of several samples of the row; 0 where it is the only one. */
  readonly row: number
  readonly part: number
  readonly id: string | null
  readonly split: string | null
  /** As the row calls them. */
  readonly images: readonly NamedImage[]
  /** Null where it is skipped, and once it has become a sample: the fields of a large table must not be there twice. */
  fields: MappedFields | null
  readonly skipped: (Skip & Pick<RowSkip, 'question'>) | null
  readonly group: string | null
  readonly order: string | null
  readonly answerText: string
}

/** Why a row is none of the samples. */
type Skip = Pick<RowSkip, 'skip' | 'subject'>

interface Located extends ReadRow {
  readonly each: Collected
}

export interface CollectedSamples {
  readonly samples: readonly Sample[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  /** The split of the accepted rows, if rows have splits; null if all were accepted. */
  readonly split: string | null
  /** Every split among the rows. */
  readonly splits: readonly string[]
  readonly counts: ReadonlyMap<RowInTable['table'], TableCounts>
}

interface TableCounts extends RowCounts {
  /** The split that all asked rows name in a column. */
  readonly split: string | null
}

/** Counts while samples are made. `unnamed`: asked rows that name no split. */
type Counting = { -readonly [K in keyof RowCounts]: number } & { unnamed: number }

export class Collector {
  readonly #finder: ImageFinder
  readonly #all: Collected[] = []
  #rows = 0

  constructor(finder: ImageFinder) {
    this.#finder = finder
  }

  get count(): number {
    return this.#all.length
  }

  add(mapping: TableMapping, row: RowInTable): void {
    const { file, position, table } = row
    const parts = rowParts(mapping, row)
    for (const [i, part] of parts.entries()) {
      const read = readRow(part.mapping, part.row)
      const isSkipped = 'skip' in read
      this.#all.push({
        table,
        file,
        position,
        mapping: part.mapping,
        row: this.#rows,
        part: parts.length > 1 ? i + 1 : 0,
        id: read.id,
        split: read.split,
        images: read.images,
        fields: isSkipped ? null : mappedFields(read, table.name),
        skipped: isSkipped ? { skip: read.skip, subject: read.subject, question: read.question } : null,
        group: isSkipped ? null : read.group,
        order: isSkipped ? null : read.order,
        answerText: isSkipped ? '' : read.answerText,
      })
    }
    this.#rows++
  }

  /** To be called once. @param wanted the requested split, if the rows have splits */
  finish(wanted: string | null, subject: string): CollectedSamples {
    const labels = new Set(this.#all.map(({ split }) => split))
    const tries = splitsToTry(labels, wanted, subject)
    const chosen = tries.find(split => this.#all.some(each => isAsked(each, split))) ?? tries[0] ?? null
    return { ...this.#settle(chosen), split: chosen, splits: [...labels].flatMap(label => label ?? []) }
  }

  #settle(split: string | null): Omit<CollectedSamples, 'split' | 'splits'> {
    const counts = new Map<RowInTable['table'], Counting>()
    const tableCounts = ({ table }: Collected) =>
      getOrMake(counts, table, () => ({ asked: 0, skipped: 0, otherSplit: 0, withoutImage: 0, unnamed: 0 }))
    const skipped: Skipped[] = []
    const skip = (each: Collected, { skip: reason, subject }: Skip) => {
      const { file, position } = each
      skipped.push({ reason, file, position, subject, fields: shown(each) })
      tableCounts(each).skipped++
      return []
    }
    /** Problems without their row's image: the remaining text is another question. */
    const lacking = new Map<string | null, Skip>()
    const embedded = embeddedImages(this.#all)
    const located = this.#all.flatMap(each => {
      const count = tableCounts(each)
      if (!isOfSplit(each.split, split)) {
        count.otherSplit++
        return []
      }
      const outcome = this.#located(each, embedded)
      if ('each' in outcome) return [outcome]
      if (isOrdered(each.mapping) && each.skipped === null) lacking.set(each.group, outcome)
      return skip(each, outcome)
    })
    const whole = located.flatMap(row => {
      const lack = isOrdered(row.mapping) ? lacking.get(row.group) : undefined
      return lack ? skip(row.each, lack) : [row]
    })
    const askedRows = inContext(whole)
    const { ids, shared } = distinctIds(askedRows.map(({ each }) => rowId(each)))
    const spelling = {
      task: oneSpelling(askedRows.map(({ each }) => each.fields?.task ?? null)),
      modality: oneSpelling(askedRows.map(({ each }) => each.fields?.modality ?? null)),
      parts: oneSpelling(askedRows.map(({ each }) => each.fields?.parts ?? null)),
    }
    const samples: Sample[] = []
    const findings: Finding[] = []
    for (const [index, { each, images, examples = [] }] of askedRows.entries()) {
      const { file, position, mapping, fields } = each
      if (fields === null) throw new Error('A row became two samples.')
      const settled = {
        id: ids[index] ?? rowId(each),
        task: spelling.task(fields.task),
        modality: spelling.modality(fields.modality),
        parts: spelling.parts(fields.parts),
        images,
        slices: { slices: mapping.images?.slices, axis: mapping.images?.axis },
        examples,
      }
      const sample = mappedSample(fields, settled, index, file)
      each.fields = null
      samples.push(sample)
      const where = { index, file, position }
      findings.push(...oddities(sample, mapping, where))
      if (shared.has(index)) findings.push({ kind: 'duplicate-id', ...where, subject: rowId(each) })
      const count = tableCounts(each)
      count.asked++
      if (images.length === 0) count.withoutImage++
      if (each.split === null) count.unnamed++
    }
    const ofTables = mapValues(counts, ({ unnamed, ...own }) => {
      const isNamed = own.asked > 0 && unnamed === 0
      return { ...own, split: isNamed ? split : null }
    })
    return { samples, skipped, findings, counts: ofTables }
  }

  #located(each: Collected, embedded: EmbeddedById): Located | Skip {
    const { fields, skipped, file, mapping, group, order, answerText } = each
    if (fields === null) return skipped ?? { skip: 'missing_required_fields', subject: 'question' }
    const images: string[] = []
    for (const image of each.images) {
      const paths =
        image instanceof EmbeddedImage ? [image.reference] : this.#locate(image, file, mapping, embedded)
      if (paths === null) return { skip: 'missing_image', subject: String(image) }
      images.push(...paths)
    }
    return { each, mapping, question: fields.question, answerText, group, order, images }
  }

  /** Another row's image, or a file of the folder. */
  #locate(
    name: string,
    file: string,
    { images }: TableMapping,
    embedded: EmbeddedById,
  ): readonly string[] | null {
    const isReference = name.length <= longestReference
    const other = isReference && (embedded().get(`${file}\n${name}`) ?? embedded().get(name))
    if (other) return other.map(({ reference }) => reference)
    const path = this.#finder.find(name, file, images ?? {})
    return path === null ? null : [path]
  }
}

type EmbeddedById = () => ReadonlyMap<string, readonly EmbeddedImage[]>

/** Images inside the rows themselves, by id and by file and id: used only if a row refers to another. */
function embeddedImages(all: readonly Collected[]): EmbeddedById {
  let imagesById: Map<string, readonly EmbeddedImage[]> | null = null
  return () => {
    if (imagesById) return imagesById
    imagesById = new Map()
    for (const { id, file, images } of all) {
      const embedded = images.filter(image => image instanceof EmbeddedImage)
      if (id === null || embedded.length === 0) continue
      for (const key of [`${file}\n${id}`, id]) if (!imagesById.has(key)) imagesById.set(key, embedded)
    }
    return imagesById
  }
}

const isAsked = ({ skipped, split: own }: Collected, split: string | null): boolean =>
  skipped === null && isOfSplit(own, split)

/** The row's own, else its number; of several samples of a row with theirs. */
function rowId({ id, row, part }: Collected): string {
  const base = id ?? String(row)
  return part > 0 ? `${base}/${part}` : base
}

/** What the list of skipped rows shows of one. */
function shown({ id, row, skipped, fields }: Collected): Skipped['fields'] {
  return { id: id ?? String(row), question: fields?.question ?? skipped?.question ?? null }
}

/** Unique ids: of equal ones the first is unchanged, the next ones get `#2`, `#3` … */
function distinctIds(ids: readonly string[]) {
  const taken = new Set(ids)
  const result = [...ids]
  /** Places of those that share an id with another. */
  const shared = new Set<number>()
  for (const places of groupBy(ids.keys(), place => ids[place] ?? '').values()) {
    if (places.length === 1) continue
    for (const [nth, place] of places.entries()) {
      shared.add(place)
      if (nth > 0) result[place] = unused(ids[place] ?? '', nth + 1, taken)
    }
  }
  return { ids: result, shared }
}

function unused(id: string, from: number, taken: Set<string>): string {
  for (let n = from; ; n++) {
    const candidate = `${id}#${n}`
    if (taken.has(candidate)) continue
    taken.add(candidate)
    return candidate
  }
}

/** Gathers what the rows of some tables become, and settles what only the whole tells: split, ids, images, labels. */
import type { Finding, Sample, Skipped } from '../../../engine/protocol/sample.ts'
import { EmbeddedImage, type Table } from '../rows.ts'
import { distinctIds } from './distinct-ids.ts'
import type { TableMapping } from './document.ts'
import type { ImageFinder } from './image-finder.ts'
import { inContext } from './in-context.ts'
import { oddities, type SamplePlace, type SettledDraft, sampleOf } from './mapped-sample.ts'
import { type Draft, type RowSkip, readRow } from './read-row.ts'
import { partsOf } from './row-parts.ts'
import type { RowInTable } from './source-text.ts'
import { oneSpelling } from './spellings.ts'
import { isOfSplit, splitsToTry } from './splits.ts'

/** VLMEvalKit: an image cell of no more characters names another row. */
const longestReference = 64

interface Collected {
  readonly place: SamplePlace
  readonly mapping: TableMapping
  readonly table: Pick<Table, 'name' | 'split'>
  /** Which row of all it is, and which of several samples of the row; 0 where it is the only one. */
  readonly row: number
  readonly part: number
  readonly read: Draft | RowSkip
}

interface WithImages {
  readonly each: Collected
  readonly mapping: TableMapping
  readonly draft: Draft
  readonly id: string
  readonly images: readonly string[]
}

export interface CollectedSamples {
  readonly samples: readonly Sample[]
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  /** The split of the rows that were taken, where rows tell of theirs; null where all were taken. */
  readonly split: string | null
  /** Every split that rows tell of. */
  readonly splits: readonly string[]
}

export class Collector {
  readonly #finder: ImageFinder
  readonly #all: Collected[] = []
  /** Images that lie in the rows themselves, by id and by file and id. */
  readonly #embedded = new Map<string, readonly EmbeddedImage[]>()
  #rows = 0

  constructor(finder: ImageFinder) {
    this.#finder = finder
  }

  get count(): number {
    return this.#all.length
  }

  add(mapping: TableMapping, row: RowInTable): void {
    const { file, position, table } = row
    const parts = partsOf(mapping, row)
    for (const [i, part] of parts.entries()) {
      const read = readRow(part.mapping, part.row)
      this.#keepEmbedded(read, file)
      this.#all.push({
        place: { file, position },
        mapping: part.mapping,
        table,
        row: this.#rows,
        part: parts.length > 1 ? i + 1 : 0,
        read,
      })
    }
    this.#rows++
  }

  /** @param wanted the split that was asked for, where the rows tell of theirs */
  finish(wanted: string | null, subject: string): CollectedSamples {
    const labels = new Set(this.#all.map(({ read }) => read.split))
    const tries = splitsToTry(labels, wanted, subject)
    const chosen = tries.find(split => this.#all.some(each => isAsked(each, split))) ?? tries[0] ?? null
    const inSplit = this.#all.filter(({ read }) => isOfSplit(read.split, chosen))
    return { ...this.#settle(inSplit), split: chosen, splits: [...labels].flatMap(label => label ?? []) }
  }

  #settle(all: readonly Collected[]): Omit<CollectedSamples, 'split' | 'splits'> {
    const skipped: Skipped[] = []
    const skip = (each: Collected, { skip: reason, subject }: Pick<RowSkip, 'skip' | 'subject'>) => {
      const { file, position } = each.place
      skipped.push({ reason, file, position, subject, fields: shown(each) })
      return []
    }
    /** Problems that lack the image of a row: what is left of them is another question. */
    const lacking = new Map<string | null, Pick<RowSkip, 'skip' | 'subject'>>()
    const withImages = all.flatMap(each => {
      const settled = this.#withImages(each)
      if ('draft' in settled) return [settled]
      if (each.mapping.examples !== null && 'group' in each.read) lacking.set(each.read.group, settled)
      return skip(each, settled)
    })
    const whole = withImages.flatMap(row => {
      const lack = row.mapping.examples === null ? undefined : lacking.get(row.draft.group)
      return lack ? skip(row.each, lack) : [row]
    })
    const found = inContext(whole)
    const { ids, shared } = distinctIds(found.map(({ id }) => id))
    const spelling = {
      task: oneSpelling(found.map(({ draft }) => draft.task)),
      modality: oneSpelling(found.map(({ draft }) => draft.modality)),
      anatomy: oneSpelling(found.map(({ draft }) => draft.anatomy)),
    }
    const samples: Sample[] = []
    const findings: Finding[] = []
    for (const [index, { draft, each, id, images, examples }] of found.entries()) {
      const settled: SettledDraft = {
        ...draft,
        id: ids[index] ?? id,
        images,
        examples,
        task: spelling.task(draft.task),
        modality: spelling.modality(draft.modality),
        anatomy: spelling.anatomy(draft.anatomy),
        dataset: each.table.name,
      }
      samples.push(sampleOf(settled, index, each.place))
      const where = { index, ...each.place }
      findings.push(...oddities(settled, each.mapping, where))
      if (shared.has(index)) findings.push({ kind: 'duplicate-id', ...where, subject: id })
    }
    return { samples, skipped, findings }
  }

  #withImages(each: Collected): WithImages | Pick<RowSkip, 'skip' | 'subject'> {
    const { read, place, mapping, row, part } = each
    if ('skip' in read) return read
    const base = read.id ?? String(row)
    const id = part > 0 ? `${base}/${part}` : base
    const images: string[] = []
    for (const image of read.images) {
      const found =
        image instanceof EmbeddedImage ? [image.reference] : this.#locate(image, place.file, mapping)
      if (found === null) return { skip: 'missing_image', subject: String(image) } as const
      images.push(...found)
    }
    return { draft: read, each, mapping, id, images }
  }

  /** Another row's image, or a file of the folder. */
  #locate(name: string, file: string, { images }: TableMapping): readonly string[] | null {
    const other =
      name.length <= longestReference
        ? (this.#embedded.get(`${file}\n${name}`) ?? this.#embedded.get(name))
        : undefined
    if (other) return other.map(({ reference }) => reference)
    const found = this.#finder.find(name, file, images ?? {})
    return found === null ? null : [found]
  }

  #keepEmbedded({ id, images }: Draft | RowSkip, file: string): void {
    const embedded = images.filter(image => image instanceof EmbeddedImage)
    if (id === null || embedded.length === 0) return
    for (const key of [`${file}\n${id}`, id]) if (!this.#embedded.has(key)) this.#embedded.set(key, embedded)
  }
}

const isAsked = ({ read }: Collected, split: string | null): boolean =>
  !('skip' in read) && isOfSplit(read.split, split)

/** What the list of skipped rows shows of one. */
function shown({ read, row }: Collected): Skipped['fields'] {
  return { id: read.id ?? String(row), question: read.question }
}

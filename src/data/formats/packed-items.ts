/**
 * The items of a test.json as one small message between threads. As objects those of 700,000 questions would be 350 MB of
 * messages, and every label a string of its own in each of them.
 */
import { type Json, setOwn } from '../../engine/base/json.ts'
import type { Texts } from '../../engine/base/texts.ts'
import type { Admission } from './admit.ts'

export interface PackedItems {
  /** The keys of fields, each list of them once. */
  readonly shapes: readonly (readonly string[])[]
  /** Values of fields, each text and number once. */
  readonly values: readonly Json[]
  /** Of each item the place of its keys in `shapes`, then those of its values. */
  readonly cells: Int32Array<ArrayBuffer>
  /** Of each item the place of its image in `values`; −1 of the odd ones. */
  readonly images: Int32Array<ArrayBuffer>
  /** By their place, what else there is of items that are skipped, or that something was found of. */
  readonly odd: ReadonlyMap<number, Apart<Admission>>
}

type Apart<T> = T extends unknown ? Omit<T, 'fields'> : never

export function packItems(items: readonly Admission[]): PackedItems {
  const [shapes, values] = [new Places<string>(), new Places<Json>()]
  const cells: number[] = []
  const images = new Int32Array(items.length).fill(-1)
  const odd = new Map<number, Apart<Admission>>()
  let last = { keys: [] as readonly string[], shape: -1 }
  for (const [at, { fields, ...apart }] of items.entries()) {
    const keys = Object.keys(fields)
    // As a rule those of the item before.
    if (last.shape < 0 || !areEqual(keys, last.keys)) last = { keys, shape: shapes.of(JSON.stringify(keys)) }
    cells.push(last.shape)
    for (const key of keys) cells.push(values.of(fields[key] as Json))
    if (apart.skip !== null || apart.finding !== null) odd.set(at, apart)
    else images[at] = values.of(apart.image)
  }
  return {
    shapes: shapes.all.map(keys => JSON.parse(keys)),
    values: values.all,
    cells: Int32Array.from(cells),
    images,
    odd,
  }
}

/** @param shared one string for each path of an image, of all files */
export function unpackItems(packed: PackedItems, shared: Texts): readonly Admission[] {
  const { shapes, cells, images, odd } = packed
  const values = [...packed.values]
  for (const place of images) {
    const image = values[place]
    if (typeof image === 'string') values[place] = shared.of(image)
  }
  let at = 0
  return Array.from(images, (image, place): Admission => {
    const fields: Record<string, Json> = {}
    const keys = shapes[cells[at++] as number] as readonly string[]
    for (const key of keys) setOwn(fields, key, values[cells[at++] as number] as Json)
    const apart = odd.get(place)
    if (apart) return { ...apart, fields }
    return { skip: null, fields, image: values[image] as string | null, finding: null }
  })
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i])

/** Numbers things in the order in which they come, each once. */
class Places<T> {
  readonly all: T[] = []
  readonly #known = new Map<T, number>()

  of(one: T): number {
    const known = this.#known.get(one)
    if (known !== undefined) return known
    this.#known.set(one, this.all.length)
    return this.all.push(one) - 1
  }
}

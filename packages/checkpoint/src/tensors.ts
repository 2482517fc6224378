/** The tensors of a checkpoint under the names by which graphs ask for them. */
import type { Adapter } from './adapter.ts'
import { CheckpointError } from './checkpoint-error.ts'
import { type Renaming, renamed } from './renaming.ts'
import type { StoredTensor } from './safetensors.ts'
import { storedValues, type Values } from './values.ts'

export class Tensors {
  readonly #stored = new Map<string, StoredTensor>()
  readonly #used = new Set<string>()
  readonly #adapter: Adapter | null

  /**
   * @param stored by published name
   * @param adapter its changes are added to the matrices that are taken
   * @throws CheckpointError damaged where two published names mean the same tensor
   */
  constructor(stored: ReadonlyMap<string, StoredTensor>, rules: Renaming, adapter: Adapter | null) {
    this.#adapter = adapter
    for (const tensor of stored.values()) {
      const name = renamed(tensor.name, rules)
      const other = this.#stored.get(name)
      if (other)
        throw new CheckpointError(
          'damaged',
          `${tensor.file}: ${tensor.name}`,
          `It is the same tensor as ${other.name}.`,
          'Keep the files of one checkpoint only in the folder.',
        )
      this.#stored.set(name, tensor)
    }
  }

  /** Whether the checkpoint has this tensor, or the adapter brings it whole. */
  has(name: string): boolean {
    return this.#stored.has(name) || (this.#adapter?.replaces(name) ?? false)
  }

  /**
   * A tensor of this shape. Sides of 1 do not count.
   * @throws CheckpointError missing; damaged where config.json means another shape; unsupported as `storedValues`
   */
  take(name: string, shape: readonly number[]): Values {
    const stored = this.#stored.get(name)
    const brought = stored ? null : this.#adapter?.own(name, shape)
    if (brought) return brought
    if (!stored)
      throw new CheckpointError(
        'missing',
        this.#publishedLike(name),
        'The checkpoint has no such tensor, and config.json describes a model that needs it.',
        'Compare config.json with the published one, and download every part of the weights.',
      )
    const plain = (sides: readonly number[]): string => sides.filter(side => side !== 1).join(' x ')
    if (plain(stored.shape) !== plain(shape))
      throw new CheckpointError(
        'damaged',
        `${stored.file}: ${stored.name}`,
        `It is ${stored.shape.join(' x ')}; config.json describes ${shape.join(' x ')}.`,
        'Compare config.json with the published one.',
      )
    this.#used.add(name)
    const values = { ...storedValues(stored), shape }
    return this.#adapter?.changed(name, values) ?? values
  }

  /** How a tensor that is not there would be named: as others of the same part are. */
  #publishedLike(name: string): string {
    const part = name.slice(0, name.indexOf('.') + 1)
    for (const [known, { name: published }] of this.#stored) {
      const rest = known.slice(part.length)
      if (known.startsWith(part) && published.endsWith(rest))
        return published.slice(0, published.length - rest.length) + name.slice(part.length)
    }
    return name
  }

  /** The published name of a tensor of the checkpoint, by the name by which graphs ask for it; null where it has none. */
  publishedName(name: string): string | null {
    return this.#stored.get(name)?.name ?? null
  }

  /** Published names of the tensors that no graph has taken. */
  unused(): readonly string[] {
    return [...this.#stored].flatMap(([name, tensor]) => (this.#used.has(name) ? [] : [tensor.name]))
  }
}

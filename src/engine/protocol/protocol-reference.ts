import type * as v from 'valibot'
import { VoxelwiseError } from '../base/errors.ts'
import { optional, shape, whole } from '../base/schema.ts'
import { name } from '../base/stored-values.ts'

export const referenceSchema = shape({ id: name, version: whole(1, 1_000_000) })

/** A reading of answers, by name and version. */
export type JudgeReference = v.InferOutput<typeof referenceSchema>

/** The protocol of a run, as in its settings, in run.json and in the report. */
export const protocolSchema = shape({
  ...referenceSchema.entries,
  /** The tool whose reading its answers get, if not the protocol's own. */
  judge: optional(referenceSchema),
})
export type ProtocolReference = v.InferOutput<typeof protocolSchema>

/** Things that have a name and versions. Older versions stay, so that runs that follow them can be continued. */
export class Versions<T extends JudgeReference> {
  readonly #all: T[] = []
  readonly #kind: string
  readonly #difference: string

  /**
   * @param kind what errors call one of them
   * @param difference between two versions of it, for an error
   * @throws Error where two have the same name and version
   */
  constructor(kind: string, difference: string, all: readonly T[]) {
    this.#kind = kind
    this.#difference = difference
    for (const one of all) {
      if (this.#find(one)) throw new Error(`There are two ${kind}s "${one.id}" of version ${one.version}.`)
      this.#all.push(one)
    }
  }

  /** The newest version of each. */
  get newest(): readonly T[] {
    return this.#all.filter(one => this.#newest(one.id) === one)
  }

  /** @throws VoxelwiseError protocol-unknown where this version of the page does not have it */
  of(reference: JudgeReference): T {
    const match = this.#find(reference)
    if (match) return match
    const newest = this.#newest(reference.id)
    throw new VoxelwiseError({
      code: 'protocol-unknown',
      subject: `${this.#kind} ${reference.id} ${reference.version}`,
      message: newest
        ? `This page has version ${newest.version} of the ${this.#kind}, ${this.#difference}.`
        : `This page does not have the ${this.#kind} of this run.`,
      remedy: 'Open the run in the version of Voxelwise that made it.',
    })
  }

  /** The highest version, in whatever order they are listed; undefined where there is none. */
  #newest(id: string): T | undefined {
    return this.#all
      .filter(one => one.id === id)
      .reduce<T | undefined>((a, b) => (a && a.version > b.version ? a : b), undefined)
  }

  #find({ id, version }: JudgeReference): T | undefined {
    return this.#all.find(one => one.id === id && one.version === version)
  }
}

/** The protocol of runs from before protocols were recorded, and until a data set is open. It never changes. */
export const firstProtocol: ProtocolReference = { id: 'medrcube', version: 1 }

/**
 * The image groups that a run's thread asks. It gets only the indices of their samples. The samples themselves stay where they
 * were read and arrive some groups at a time: one message with all of a large data set would be in memory three times.
 */

import type { PlannedGroup } from '../../engine/protocol/plan.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { AskedGroups } from '../contracts/folders.ts'

/** Number of groups whose samples come in one message. */
const groupsAtOnce = 64

/** Groups that were handed out last: more than are prepared and asked at any moment. */
const heldGroups = 8

/** The groups that are not done, with their samples as long as they are in hand. */
export class OpenGroups {
  /** `imagesRecur` and other facts about the questions. */
  readonly asked: AskedGroups
  /** Numbers of the groups with something open. */
  readonly #open: Uint32Array
  readonly #isDone: (index: number) => boolean
  readonly #fetch: (indices: Uint32Array<ArrayBuffer>) => Promise<readonly Sample[]>
  readonly #held: PlannedGroup[] = []
  readonly #samples = new Map<number, Sample>()

  /** @param done indices of samples that have a record @param fetch the samples of some indices */
  constructor(
    asked: AskedGroups,
    done: Pick<ReadonlySet<number>, 'has'>,
    fetch: (indices: Uint32Array<ArrayBuffer>) => Promise<readonly Sample[]>,
  ) {
    this.asked = asked
    this.#isDone = index => done.has(index)
    this.#fetch = fetch
    this.#open = Uint32Array.from(asked.ends.keys()).filter(number =>
      this.#groupIndices(number).some(index => !done.has(index)),
    )
  }

  get samples(): { at(index: number): Sample | undefined } {
    return { at: index => this.#samples.get(index) }
  }

  /** Whether there is a group for which `isWanted` is true, given the index of its first sample. */
  some(isWanted: (first: number) => boolean): boolean {
    return this.#open.some(number => isWanted(this.#groupIndices(number)[0] ?? 0))
  }

  /** The current group whose first open sample is this one. */
  inHand(first: number): PlannedGroup | undefined {
    return this.#held.find(({ open }) => open[0] === first)
  }

  /** The groups in their order, each claimed only on request. @param take whether the group is this copy's */
  async *drawn(take: (first: number) => boolean): AsyncGenerator<PlannedGroup> {
    const read = (at: number) => {
      const numbers = this.#open.subarray(at, at + groupsAtOnce)
      const indices = Array.from(numbers, number => [...this.#groupIndices(number)]).flat()
      const samples = numbers.length === 0 ? Promise.resolve([]) : this.#fetch(Uint32Array.from(indices))
      // A caller that stops early does not wait for it.
      samples.catch(() => {})
      return { numbers, samples }
    }
    for (let at = 0, next = read(0); next.numbers.length > 0; ) {
      const { numbers, samples } = next
      const byIndex = new Map((await samples).map(sample => [sample.index, sample]))
      at += groupsAtOnce
      next = read(at)
      for (const number of numbers) {
        const indices = [...this.#groupIndices(number)]
        if (take(indices[0] ?? 0)) yield this.#hold(indices, byIndex)
      }
    }
  }

  #hold(indices: readonly number[], samples: ReadonlyMap<number, Sample>): PlannedGroup {
    for (const index of indices) {
      const sample = samples.get(index)
      if (sample) this.#samples.set(index, sample)
    }
    const first = samples.get(indices[0] ?? 0)
    const open = indices.filter(index => !this.#isDone(index))
    const group = { images: first ? listImages(first) : [], samples: indices, open }
    this.#held.push(group)
    if (this.#held.length > heldGroups)
      for (const index of this.#held.shift()?.samples ?? []) this.#samples.delete(index)
    return group
  }

  #groupIndices(number: number): Uint32Array {
    const { samples, ends } = this.asked
    return samples.subarray(number === 0 ? 0 : ends[number - 1], ends[number])
  }
}

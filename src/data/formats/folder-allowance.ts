import { type JsonAllowance, jsonAllowance } from '../../engine/base/json.ts'

/** Of one sample: those of MedRCube have about 30 values and keys, and 500 characters. */
const usual = { values: 32, characters: 800 }

/** Of all samples of a folder together. */
const most = { values: 28_000_000, characters: 600_000_000 }

/**
 * What all files of a data set may hold together: as much as one file by itself, and besides that what is usual for as many
 * samples as there are. A million samples are read, and eight files of nothing but numbers are not.
 */
export class FolderAllowance {
  readonly left: JsonAllowance = jsonAllowance()
  #given = { values: 0, characters: 0 }
  #before = { ...this.left }

  /** @param samples how many were found in what was read since the last time */
  giveBackFor(samples: number): void {
    const give = (what: 'values' | 'characters'): number => {
      const used = this.#before[`${what}Left`] - this.left[`${what}Left`]
      const given = Math.min(used, samples * usual[what], most[what] - this.#given[what])
      this.#given[what] += given
      return given
    }
    this.left.valuesLeft += give('values')
    this.left.charactersLeft += give('characters')
    this.#before = { ...this.left }
  }
}

import { type JsonAllowance, jsonAllowance } from '@voxelwise/python'
import { Texts } from '../../engine/base/texts.ts'
import type { FolderSource } from '../sources/source.ts'
import { countSamples, readTestFile, type TestFile } from './test-file.ts'

/**
 * The `test.json` files of a folder, some of them read ahead: a browser needs a tenth of a millisecond to name a file,
 * and waiting does not list a folder of 160,000 images faster. The result does not depend on when they are read.
 */
export class TestFiles {
  readonly #source: FolderSource
  readonly #signal: AbortSignal | undefined
  readonly #images = new Texts()
  readonly #early = new Map<string, Promise<TestFile | null>>()
  readonly #allowance = new FolderAllowance()
  #last: Promise<unknown> = Promise.resolve()

  /** @param signal ends reading early */
  constructor(source: FolderSource, signal: AbortSignal | undefined) {
    this.#source = source
    this.#signal = signal
  }

  /**
   * Reads it as soon as those before are read: one at a time, as a file being parsed needs many times the memory of its
   * result.
   */
  readEarly(path: string): void {
    const read = this.#last.then(() => this.#tryEarly(path))
    this.#early.set(path, read)
    this.#last = read
  }

  /**
   * @param allowance the rest of it for this file
   * @param onDigest receives the bytes even if the file is then refused
   * @throws as `readTestFile`
   */
  async read(path: string, allowance: JsonAllowance, onDigest: (digest: string) => void): Promise<TestFile> {
    const early = await this.#early.get(path)
    this.#early.delete(path)
    // Which file is one too many does not depend on the order in which a browser lists them.
    if (!early || !fits(early, allowance))
      return readTestFile(this.#source, path, allowance, this.#images, onDigest)
    onDigest(early.digest)
    allowance.valuesLeft -= early.took.values
    allowance.charactersLeft -= early.took.characters
    return early
  }

  /** @returns null for a faulty file: it is read again in its turn, and reported then */
  async #tryEarly(path: string): Promise<TestFile | null> {
    if (this.#signal?.aborted) return null
    try {
      const read = await readTestFile(this.#source, path, this.#allowance.left, this.#images)
      this.#allowance.giveBackFor(countSamples(read))
      return read
    } catch {
      return null
    }
  }
}

const fits = ({ took }: TestFile, { valuesLeft, charactersLeft }: JsonAllowance): boolean =>
  took.values <= valuesLeft && took.characters <= charactersLeft

/** Usual size of one sample: those of MedRCube have about 30 values and keys, and 500 characters. */
const usual = { values: 32, characters: 800 }

/** Largest size of all samples of a folder together. */
const most = { values: 28_000_000, characters: 600_000_000 }

/**
 * The limit for all files of a data set together: that of a single file, plus the usual size of their samples. A
 * million samples are read, and eight files of nothing but numbers are not.
 */
export class FolderAllowance {
  readonly left: JsonAllowance = jsonAllowance()
  #given = { values: 0, characters: 0 }
  #before = { ...this.left }

  /** @param samples number found since the last call */
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

/** Which of a data set's splits is asked: test, else validation, else all of it, unless one is named. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { splitOfWord } from '../readers/split-names.ts'

/** The name of a split, in any spelling: `val` is `validation`. */
export function canonicalSplit(written: string): string {
  const name = written.trim().toLowerCase()
  return splitOfWord(name) ?? name
}

const order: readonly ((name: string) => boolean)[] = [
  name => name === 'test',
  name => name.startsWith('test'),
  name => name === 'validation',
  name => name === 'dev',
]

/**
 * Splits to try, the best first; the next one is used if the one before has no answers. Null means all rows.
 * @param there names of splits as written; null for rows without one
 * @param wanted the requested one
 * @throws VoxelwiseError split-unknown
 */
export function splitsToTry(
  there: Iterable<string | null>,
  wanted: string | null,
  subject: string,
): readonly (string | null)[] {
  const names = [...new Set([...there].flatMap(name => (name === null ? [] : canonicalSplit(name))))]
  if (wanted !== null) {
    if (names.includes(canonicalSplit(wanted))) return [canonicalSplit(wanted)]
    throw new VoxelwiseError({
      code: 'split-unknown',
      subject: `${subject}: ${wanted}`,
      message:
        names.length > 0
          ? `This split does not exist. Available: ${names.join(', ')}.`
          : 'The data set has no splits.',
      remedy: 'Choose one of these, or none.',
    })
  }
  const ranked = order.flatMap(isOne => names.filter(isOne).sort())
  return ranked.length > 0 ? [...new Set(ranked)] : [null]
}

/** Whether rows of a split are asked if `chosen` is; rows without a split always are. */
export const isOfSplit = (split: string | null, chosen: string | null): boolean =>
  chosen === null || split === null || canonicalSplit(split) === chosen

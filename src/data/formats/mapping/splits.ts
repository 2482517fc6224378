/** Which of a data set's splits is asked: test, else validation, else all of it, unless one is named. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { splitOfWord } from '../readers/split-names.ts'

/** What a split is called, whatever its spelling: `val` is `validation`. */
export function splitName(written: string): string {
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
 * Splits to be tried, the best first; a next one is for where that before has no answers. Null stands for all rows.
 * @param there names of splits as they are written; null for rows of which none is told
 * @param wanted the one that was asked for
 * @throws VoxelwiseError split-unknown
 */
export function splitsToTry(
  there: Iterable<string | null>,
  wanted: string | null,
  subject: string,
): readonly (string | null)[] {
  const names = [...new Set([...there].flatMap(name => (name === null ? [] : splitName(name))))]
  if (wanted !== null) {
    if (names.includes(splitName(wanted))) return [splitName(wanted)]
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

/** Whether rows of a split are asked where `chosen` is; rows that tell of none always are. */
export const isOfSplit = (split: string | null, chosen: string | null): boolean =>
  chosen === null || split === null || splitName(split) === chosen

/** Which column tells the split of a row: by its name, or by what it holds. */

import { nameScore, splitNames } from '../../../data/formats/mapping/column-names.ts'
import { type ColumnProfile, isLabel } from '../../../data/formats/mapping/column-profile.ts'
import type { ColumnSource } from '../../../data/formats/mapping/document.ts'
import { canonicalSplit } from '../../../data/formats/mapping/splits.ts'
import { splitOfWord } from '../../../data/formats/readers/split-names.ts'
import { greatest } from '../../../engine/base/grouping.ts'

/**
 * @param free columns that hold nothing else
 * @param isKnown whether the name of every file tells its split already
 */
export function guessSplit(free: readonly ColumnProfile[], isKnown: boolean): ColumnSource | null {
  const named = free.filter(
    ({ name, texts }) => nameScore(name, splitNames) >= 50 && texts.length > 0 && texts.every(isSplit),
  )
  const best = greatest(named, ({ name }) => nameScore(name, splitNames))
  if (best) return { column: [best.name] }
  // What the files' own names tell comes before what a column may mean.
  if (isKnown) return null
  const held = free.find(
    ({ distinct, texts }) =>
      distinct > 1 && texts.length > 0 && texts.every(text => splitOfWord(text.trim()) !== null),
  )
  if (held) return { column: [held.name] }
  for (const column of free) {
    const values = isLabel(column) ? marked(column.texts) : null
    if (values) return { column: [column.name], values }
  }
  return null
}

const isSplit = (text: string): boolean => /^(?:test|validation|dev|train)/.test(canonicalSplit(text))

/**
 * Labels with the name of a split before them, one of which stands there without it, too: `test_freeform` beside
 * `freeform`. "Test result" beside "Diagnosis" is a label of its own.
 * @returns the split of each label with a mark, seen or to be expected; null where there are none
 */
function marked(texts: readonly string[]): Readonly<Record<string, string>> | null {
  const labels = new Set(texts)
  const splitLabels = [...labels].flatMap(label => {
    const [, word = '', sign = '', rest = ''] = /^(\p{L}+)([\s_.:/-]+)([^\s_.:/-].*)/su.exec(label) ?? []
    const split = splitOfWord(word)
    return split !== null && rest !== '' ? [{ label, before: word + sign, rest, split }] : []
  })
  const plain = new Set([...labels].filter(label => !splitLabels.some(each => each.label === label)))
  const isTwice = splitLabels.some(({ rest }) => plain.has(rest))
  if (!isTwice) return null
  const rests = new Set([...plain, ...splitLabels.map(({ rest }) => rest)])
  const expected = splitLabels.flatMap(({ before, split }) =>
    [...rests].map(rest => [before + rest, split] as const),
  )
  return Object.fromEntries(expected)
}

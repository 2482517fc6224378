/** The splits in the card of a Hugging Face data set (README.md): `configs`, `data_files`, `split` and `path`. */

import { matches } from '../../../engine/base/paths.ts'
import { splitOfWord } from './split-names.ts'

export interface CardSplit {
  readonly split: string
  /** Whether a path below the folder is one of its files. */
  readonly holds: (path: string) => boolean
}

const entry = /^[\s-]*(split|path|config_name|data_files)\s*:\s*(?!\s)(.*)$/
const item = /^\s*-([^:]+)$/

/**
 * The splits of a card, in its order; none where it names none. Only the few forms in which cards name them are read: YAML as
 * such is not.
 */
export function cardSplits(card: string): readonly CardSplit[] {
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(card)?.[1] ?? ''
  const lines = front.split(/\r?\n/)
  const begin = lines.findIndex(line => /^configs\s*:/.test(line))
  if (begin < 0) return []
  const splits: CardSplit[] = []
  let split: string | null = null
  let isPath = false
  for (const line of lines.slice(begin + 1)) {
    if (/^[^\s-]/.test(line)) break
    const [, name, value = ''] = entry.exec(line) ?? []
    const text = unquoted(value)
    const glob = isPath ? item.exec(line)?.[1] : undefined
    if (name === undefined && glob !== undefined && split !== null) add(split, unquoted(glob))
    if (name === undefined) continue
    isPath = name === 'path' && text === ''
    if (name === 'split') split = text
    else if (name !== 'path') split = null
    else if (split !== null && text !== '') add(split, text)
  }
  return splits

  function add(name: string, glob: string): void {
    const pattern = glob.replace(/^\.\//, '').replaceAll('**/', '*')
    splits.push({ split: splitOfWord(name) ?? name, holds: path => matches(path, pattern) })
  }
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

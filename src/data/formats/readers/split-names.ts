import { matches } from '@voxelwise/python'

/** What the name of a file or folder says of the split: the words of Hugging Face's loader, and how else authors write them. */
const stems: readonly (readonly [split: string, words: RegExp])[] = [
  ['test', /^(?:test(?:ing)?|tst|eval(?:uation)?)/],
  ['validation', /^(?:valid(?:at(?:e|ion|ing))?|val)/],
  ['train', /^(?:train(?:ing|val)?|trn)/],
  // Not as validation: MMMU has both, and its `dev` are examples.
  ['dev', /^dev(?:elopment)?/],
]

/** What may stand behind the word without a sign between them: `testset`, `trainQuestions`. */
const behind =
  /^(?:(?:data)?sets?|data|split|part|partition|fold|files?|json|images?|imgs?|questions?|answers?|qas?|vqa|pairs|samples|cases|records|rows)?$/

const chinese: readonly (readonly [split: string, words: RegExp])[] = [
  ['test', /^测试[集组]?$/],
  ['validation', /^验证[集组]?$/],
  ['train', /^训练[集组]?$/],
]

/** The split that a word is, null where it is none. */
export function splitOfWord(written: string): string | null {
  const word = written.toLowerCase()
  const match = stems.find(([, words]) => {
    const stem = words.exec(word)?.[0]
    return stem !== undefined && behind.test(word.slice(stem.length))
  })
  return (match ?? chinese.find(([, words]) => words.test(word)))?.[0] ?? null
}

/** Where a capital letter begins another word: `VQATestSet`. */
const capitals = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/**
 * The split that a path names: in the file's own name first (its last such word), then in its folders from the innermost.
 * @param path below the picked folder
 */
export function splitOfPath(path: string): string | null {
  for (const part of path.split('/').reverse()) {
    const words = part.split(/[^\p{L}]+/u).flatMap(word => [word, ...word.split(capitals)])
    const splits = words.map(splitOfWord).filter(split => split !== null)
    // VQA's `test-dev` and `test-std` are test sets.
    const splitName = /test[-_]?dev/i.test(part) ? 'test' : splits.at(-1)
    if (splitName !== undefined) return splitName
  }
  return null
}

/** The splits in the card of a Hugging Face data set (README.md): `configs`, `data_files`, `split` and `path`. */
interface CardSplit {
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

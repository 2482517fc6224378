/** The split in the name of a file or folder, by the words of Hugging Face's loader. */
const words: Readonly<Record<string, string>> = {
  test: 'test',
  testing: 'test',
  eval: 'test',
  evaluation: 'test',
  validation: 'validation',
  valid: 'validation',
  val: 'validation',
  train: 'train',
  training: 'train',
  // Not as validation: MMMU has both, and its `dev` are examples.
  dev: 'dev',
}

/** The split that a word is, null where it is none. */
export function splitOfWord(word: string): string | null {
  return Object.hasOwn(words, word.toLowerCase()) ? (words[word.toLowerCase()] ?? null) : null
}

/**
 * The split that a path names: in the file's own name first (its last such word), then in its folders from the innermost.
 * @param path below the picked folder
 */
export function splitOfPath(path: string): string | null {
  const parts = path.split('/').reverse()
  for (const part of parts) {
    const found = part
      .split(/[^A-Za-z]+/)
      .map(splitOfWord)
      .findLast(split => split !== null)
    if (found) return found
  }
  return null
}

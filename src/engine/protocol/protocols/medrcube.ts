/** MedRCube's own rules, equal to its official evaluator to the last field (test/unit/oracle.test.ts). */
import { equal, get, type JsonObject, str, truthy } from '@voxelwise/python'
import type { Option, Protocol } from '../protocol.ts'
import type { Verdict } from '../reading.ts'
import type { Letter, LetterOrNone } from '../sample.ts'

/** The question as the model gets it, and the letter that would be right: both as the protocol has them. */
export const medrcubeLetters: readonly string[] = ['A', 'B', 'C', 'D']

const optionFields = medrcubeLetters.map(letter => ({ letter, field: `option_${letter}` }))

const promptOpening = 'Question: '

/** The options that are present as keys, in the order A B C D; a null is an option too. */
export function listOptions(fields: JsonObject): Option[] {
  const options: Option[] = []
  for (const { letter, field } of optionFields) {
    const value = get(fields, field)
    if (value !== undefined) options.push({ letter, value })
  }
  return options
}

function buildPrompt(fields: JsonObject): string {
  const choices = listOptions(fields).map(({ letter, value }) => `${letter}. ${str(value)}`)
  return (
    `${promptOpening}${str(get(fields, 'question'))}\nOptions:\n${choices.join('\n')}\n` +
    "Answer with the option's letter from the given choices directly."
  )
}

/** The letter of the last option that equals the answer. */
function rightLetter(fields: JsonObject): LetterOrNone {
  const answer = get(fields, 'gt_answer') ?? null
  return listOptions(fields).findLast(option => equal(option.value, answer))?.letter ?? ''
}

/**
 * The official reading: upper-case the answer, take the first A–D that is a whole word. Word characters are those of Python's
 * `re`: letters and numbers of every script, and `_`, but no combining marks: a decomposed "é" ends a word.
 */
const firstLetter = /(?<![\p{L}\p{N}_])[A-D](?![\p{L}\p{N}_])/u
/** The same with a character after the letter: what follows further on cannot join the word any more. */
const settledLetter = /(?<![\p{L}\p{N}_])[A-D](?=[^\p{L}\p{N}_])/u

/** A missing answer is read as the text `None`, which contains no such letter. */
export function readLetter(response: string | null): LetterOrNone {
  return firstLetter.exec((response ?? 'None').toUpperCase())?.[0] ?? ''
}

function judge(response: string | null, right: LetterOrNone): Verdict {
  const letter = readLetter(response)
  return { parsed: letter, correct: letter === right }
}

/**
 * Whether no further text can change the letter read from `prefix`. Upper-casing works character by character, and a match is
 * final once the next character is there: not a high surrogate or U+FFFD, which may still become another.
 */
function verdictIsFixed(prefix: string): boolean {
  let end = prefix.length
  while (isUnsettled(prefix.charCodeAt(end - 1))) end--
  return settledLetter.test(prefix.slice(0, end).toUpperCase())
}

const isUnsettled = (unit: number) => (unit >= 0xd800 && unit <= 0xdbff) || unit === 0xfffd

const required = ['id', 'question', 'gt_answer'] as const

export const medrcube: Protocol = {
  id: 'medrcube',
  version: 1,
  name: 'MedRCube, as its official evaluator',
  about: 'Prompt and reading equal MedRCube’s official evaluator: the first A to D that is a separate word.',
  reading: { id: 'medrcube', version: 1 },
  letters: medrcubeLetters,
  missing(fields) {
    const lacks = required.find(name => !truthy(get(fields, name)))
    return lacks ?? (listOptions(fields).length === 0 ? 'option_A' : null)
  },
  answerKind: () => 'choice',
  listOptions,
  arranged,
  prompt: buildPrompt,
  promptOpening,
  rightAnswer: rightLetter,
  judge: (response, fields) => judge(response, rightLetter(fields)),
  isSettled: verdictIsFixed,
}

function arranged(fields: JsonObject, from: ReadonlyMap<Letter, Letter>): JsonObject {
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !isOption(name)))
  const moved = [...from].map(([letter, own]) => [`option_${letter}`, get(fields, `option_${own}`) ?? null])
  return { ...rest, ...Object.fromEntries(moved) }
}

const isOption = (name: string): boolean => optionFields.some(({ field }) => field === name)

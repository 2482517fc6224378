/** Choices asked in words: how much do the options give away? (Med-CMR, arXiv 2512.00818, figure 4c) */
import { get, type JsonObject, str } from '@voxelwise/python'
import { squadNormalised } from '../protocol/judges/normalise.ts'
import { isMapped } from '../protocol/mapped-fields.ts'
import type { Option, Protocol } from '../protocol/protocol.ts'
import { noOption } from '../protocol/protocols/option-match.ts'
import type { RunRecord } from '../protocol/record.ts'

/** What a judge made of replies that no rule could read. */
export interface OptionReadings {
  /** Its name, and the id of its run. */
  readonly judge: string
  readonly run: string
  /** The letter of the option that a reply means, by the index of its question. */
  readonly options: ReadonlyMap<number, string>
}

/** @param records of the judge's pass; a reply that means no option, or could not be read, has none */
export const optionsRead = (records: readonly RunRecord[]): ReadonlyMap<number, string> =>
  new Map(
    records.flatMap(record =>
      record.status === 'answered' && record.correct && record.parsed !== noOption
        ? [[record.sample.index, record.parsed] as const]
        : [],
    ),
  )

/** How the replies of a pass without options were read. */
export interface Withheld {
  readonly byRule: number
  readonly byJudge: number
  /** By neither: left out of the figures. */
  readonly unread: number
  /** Name of the judge; null without one. */
  readonly judge: string | null
}

export interface WithheldReplies extends Withheld {
  /** Those that are put to a judge. */
  readonly open: number
}

export function withheldCounts(
  replies: readonly { readonly isUnparsed?: true; readonly isJudged?: true }[],
): Omit<Withheld, 'judge'> {
  const unread = replies.filter(({ isUnparsed }) => isUnparsed).length
  const byJudge = replies.filter(({ isJudged }) => isJudged).length
  return { byRule: replies.length - unread - byJudge, byJudge, unread }
}

/** An option that means nothing without the others. */
const needsOthers =
  /\b(?:all|none|both|neither|either|any) of (?:the|these|those|them)\b|\babove\b|\bother options?\b|^(?:both|neither|all|none|others?)\W*$|^(?:both |only |neither )?[A-Z](?:,? (?:and|or|nor|&) [A-Z])+\W*$/i

/** Whether a question can be asked without its options: one of several texts that stand for themselves is right. */
export function canWithhold(protocol: Protocol, fields: JsonObject): boolean {
  const options = protocol.listOptions(fields)
  const texts = new Set(options.map(levelled))
  return (
    protocol.answerKind(fields) === 'choice' &&
    options.length > 1 &&
    texts.size === options.length &&
    !texts.has('') &&
    !options.some(({ value }) => needsOthers.test(str(value).trim())) &&
    // Worked examples would show options.
    (protocol.examples?.(fields) ?? []).length === 0
  )
}

/** The protocol with its choices asked in words. A reply is the option that it equals, or whose text alone it contains. */
export function withoutOptions(protocol: Protocol): Protocol {
  return {
    ...protocol,
    answerKind: () => 'text',
    listOptions: () => [],
    prompt: fields =>
      isMapped(fields)
        ? protocol.prompt({ ...fields, kind: 'text', options: null })
        : `${protocol.promptOpening}${str(get(fields, 'question'))}\nAnswer with a word or a short phrase only.`,
    judge(response, fields) {
      const parsed = optionMeant(response ?? '', protocol.listOptions(fields))
      if (parsed === null) return { parsed: '', correct: false, unparsed: notRead }
      return { parsed, correct: parsed === protocol.rightAnswer(fields), rule: 'option text' }
    },
    // A further word may name another option.
    isSettled: () => false,
  }
}

const notRead = 'left out: the reply contains the text of no option, or of several'

const levelled = ({ value }: Pick<Option, 'value'>): string => squadNormalised(str(value))

/** After the last "Answer:", where there is one. */
const finalAnswer = (reply: string): string => /^.*\banswer(?: is)?\s*[:：](.*)$/is.exec(reply)?.[1] ?? reply

/**
 * The letter of the option that a reply equals, or else of the only one whose text it contains as whole words; null where there
 * is none. A text within a longer option's text does not count for itself ("kidney" in "left kidney").
 */
function optionMeant(reply: string, options: readonly Option[]): string | null {
  const text = squadNormalised(finalAnswer(reply))
  const equal = options.filter(option => levelled(option) === text)
  if (equal.length > 0) return equal.length === 1 ? (equal[0]?.letter ?? null) : null
  let rest = ` ${text} `
  const letters: string[] = []
  for (const option of [...options].sort((a, b) => levelled(b).length - levelled(a).length)) {
    const words = ` ${levelled(option)} `
    if (!rest.includes(words)) continue
    letters.push(option.letter)
    // Two occurrences may share a space.
    while (rest.includes(words)) rest = rest.replace(words, ' | ')
  }
  return letters.length === 1 ? (letters[0] ?? null) : null
}

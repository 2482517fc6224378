/**
 * Shared by the protocols of mapped samples: access to a question's kind, options and answer (`MappedFields`). Fields
 * may come from any file, so they are read with care.
 */
import { get, isJsonArray, isJsonObject, type JsonObject, str, truthy } from '@voxelwise/python'
import { type FrameSize, parseBoxes } from '../boxes.ts'
import { type Judge, type JudgedQuestion, judgeAnswer } from '../judges/judge.ts'
import { numbersIn } from '../judges/numbers.ts'
import { type YesOrNo, yesOrNo } from '../judges/yes-no.ts'
import { isMapped } from '../mapped-fields.ts'
import type { Example, Option, Protocol } from '../protocol.ts'
import { type AnswerKind, answerKinds } from '../reading.ts'
import type { Letter } from '../sample.ts'
import { withoutMarkers } from '../turns.ts'

/** A question as its prompt is made of it. */
export interface AskedQuestion {
  readonly text: string
  /** What VLMEvalKit's tables call `hint`; empty where there is none. */
  readonly hint: string
  readonly options: readonly { readonly letter: string; readonly text: string }[]
  /** How many numbers the right answer has; 0 of any other kind. */
  readonly numbers: number
  /** Size of what boxes lie in; absent where unknown. */
  readonly size?: FrameSize
}

export interface MappedRules {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly about: string
  readonly promptOpening: string
  /** As `Protocol.placesImages`. */
  readonly placesImages?: true
  /** As `Protocol.newTokens`. */
  readonly newTokens?: Readonly<Partial<Record<AnswerKind, number>>>
  readonly prompts: Readonly<Record<AnswerKind, (question: AskedQuestion) => string>>
  readonly judge: Judge
  /** Reads the kinds that `judge` does not speak of. */
  readonly otherwise: Judge
  /** What a data set's answer to a yes-no question means; absent: in English or Chinese. */
  readonly yesOrNo?: (answer: string) => YesOrNo | null
}

export const letters: readonly string[] = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))

const required = ['id', 'question', 'answer'] as const

/** The answer to an unknown kind is a text. */
function answerKind(fields: JsonObject): AnswerKind {
  const kind = get(fields, 'kind')
  return answerKinds.find(known => known === kind) ?? 'text'
}

function listOptions(fields: JsonObject): readonly Option[] {
  const options = get(fields, 'options')
  if (!isJsonObject(options)) return []
  const listed: Option[] = []
  for (const letter of letters) {
    const value = get(options, letter)
    if (value !== undefined) listed.push({ letter, value })
  }
  return listed
}

function rightAnswer(fields: JsonObject, meaning: (answer: string) => YesOrNo | null = yesOrNo): string {
  const answer = str(get(fields, 'answer') ?? '')
  switch (answerKind(fields)) {
    case 'choice':
      return listOptions(fields).some(({ letter }) => letter === answer) ? answer : ''
    case 'several': {
      const known = new Set(listOptions(fields).map(({ letter }) => letter))
      const right = [...new Set(answer)].sort()
      return right.every(letter => known.has(letter)) ? right.join('') : ''
    }
    case 'yes-no':
      return meaning(answer) ?? ''
    case 'text':
      return answer
    case 'box':
      return parseBoxes(answer).length > 0 ? answer : ''
    case 'number':
      return numbersIn(answer).length > 0 ? answer : ''
  }
}

/** Width and height, where the data set gives them. */
function readSize(fields: JsonObject): { readonly size?: FrameSize } {
  const size = get(fields, 'size')
  if (!isJsonArray(size)) return {}
  const [width, height] = size
  return typeof width === 'number' && typeof height === 'number' ? { size: [width, height] } : {}
}

/** The right answer in words: the texts of the right options, or the answer itself. */
export function rightTexts(fields: JsonObject, protocol: Pick<Protocol, 'rightAnswer'>): readonly string[] {
  const right = protocol.rightAnswer(fields)
  const kind = answerKind(fields)
  if (kind !== 'choice' && kind !== 'several') return [right]
  const named = listOptions(fields).filter(({ letter }) => right.includes(letter))
  return named.map(({ value }) => str(value)).sort()
}

function arranged(fields: JsonObject, from: ReadonlyMap<Letter, Letter>): JsonObject {
  const options = get(fields, 'options')
  if (!isJsonObject(options)) return fields
  const moved = [...from].sort(([a], [b]) => (a < b ? -1 : 1))
  const to = new Map(moved.map(([letter, own]) => [own, letter]))
  const answer = Array.from(rightAnswer(fields), letter => to.get(letter) ?? '')
    .sort()
    .join('')
  return {
    ...fields,
    options: Object.fromEntries(moved.map(([letter, own]) => [letter, get(options, own) ?? null])),
    ...(answer !== '' && { answer }),
  }
}

function missing(fields: JsonObject): string | null {
  if (!isMapped(fields)) return 'kind'
  const lacks = required.find(name => !truthy(get(fields, name)))
  if (lacks) return lacks
  const offers = answerKind(fields) === 'choice' || answerKind(fields) === 'several'
  return offers && listOptions(fields).length === 0 ? 'options' : null
}

/** Only complete ones; anything else is not shown. */
function examples(fields: JsonObject): readonly Example[] {
  const listed = get(fields, 'examples')
  return (isJsonArray(listed) ? listed : []).flatMap(example => {
    if (!isJsonObject(example)) return []
    const [question, answer] = [get(example, 'question'), get(example, 'answer')]
    const images = get(example, 'image_path') ?? []
    if (typeof question !== 'string' || typeof answer !== 'string') return []
    return [{ question: withoutMarkers(question), answer, images: isJsonArray(images) ? images.length : 1 }]
  })
}

const askedQuestion = (fields: JsonObject): AskedQuestion => ({
  text: withoutMarkers(str(get(fields, 'question'))),
  hint: str(get(fields, 'hint') ?? ''),
  options: listOptions(fields).map(({ letter, value }) => ({ letter, text: str(value) })),
  numbers: answerKind(fields) === 'number' ? numbersIn(str(get(fields, 'answer') ?? '')).length : 0,
  ...readSize(fields),
})

/** What a judge may need of a sample besides its kind, options and right answer. */
function furtherFacts(fields: JsonObject): Pick<JudgedQuestion, 'accepted' | 'size'> {
  const listed = answerKind(fields) === 'text' ? get(fields, 'accepted') : undefined
  const accepted = isJsonArray(listed) ? listed.filter(one => typeof one === 'string') : []
  return { ...(accepted.length > 0 && { accepted }), ...readSize(fields) }
}

type Readings = Pick<Protocol, 'judge' | 'findMeasure' | 'isSettled'>

/** How the answers to questions are read. @param otherwise for the kinds without a reader */
export function readBy(
  readers: Judge['readers'],
  asked: Pick<Protocol, 'answerKind' | 'listOptions' | 'rightAnswer'>,
  otherwise: Readings,
): Readings {
  const judgedQuestion = (fields: JsonObject): JudgedQuestion => ({
    kind: asked.answerKind(fields),
    options: asked.listOptions(fields).map(({ letter, value }) => ({ letter, text: str(value) })),
    answer: asked.rightAnswer(fields),
    ...furtherFacts(fields),
  })
  return {
    judge(response, fields) {
      const reader = readers[asked.answerKind(fields)]
      if (!reader) return otherwise.judge(response, fields)
      return judgeAnswer(reader, response, judgedQuestion(fields), `sample ${str(get(fields, 'id'))}`)
    },
    findMeasure(kind) {
      const reader = readers[kind]
      return reader ? (reader.measure ?? null) : (otherwise.findMeasure?.(kind) ?? null)
    },
    isSettled(prefix, fields) {
      const reader = readers[asked.answerKind(fields)]
      if (!reader) return otherwise.isSettled(prefix, fields)
      return reader.isSettled?.(prefix, judgedQuestion(fields)) ?? false
    },
  }
}

/** Answers of a kind that no judge covers are not read. */
const unread: Readings = {
  judge: (_, fields) => {
    throw new Error(`No judge reads answers of the kind "${answerKind(fields)}".`)
  },
  isSettled: () => false,
}

/** A protocol for mapped samples: its prompts, and the judges of each kind of answer. */
export function mappedProtocol({
  prompts,
  judge,
  otherwise,
  yesOrNo: meaning,
  ...named
}: MappedRules): Protocol {
  const questions = {
    answerKind,
    listOptions,
    rightAnswer: (fields: JsonObject) => rightAnswer(fields, meaning),
  }
  return {
    ...named,
    ...questions,
    reading: { id: judge.id, version: judge.version },
    letters,
    missing,
    arranged,
    examples,
    prompt: fields => prompts[answerKind(fields)](askedQuestion(fields)),
    ...readBy({ ...otherwise.readers, ...judge.readers }, questions, unread),
  }
}

type Lettering = (option: { readonly letter: string; readonly text: string }) => string

export const dotted: Lettering = ({ letter, text }) => `${letter}. ${text}`
export const closed: Lettering = ({ letter, text }) => `${letter}) ${text}`
export const bracketed: Lettering = ({ letter, text }) => `(${letter}) ${text}`
export const colon: Lettering = ({ letter, text }) => `${letter}: ${text}`

export const optionLines = ({ options }: AskedQuestion, lettering: Lettering): string =>
  options.map(lettering).join('\n')

/** `A–E`, of whatever letters there are. */
export function letterRange({ options }: AskedQuestion): string {
  const [first, last] = [options[0]?.letter ?? '', options.at(-1)?.letter ?? '']
  return first === last ? first : `${first}–${last}`
}

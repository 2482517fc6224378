/**
 * Thoughts that models write before their answers, found by the marks around them: one list for models here, whose chat
 * templates contain them, and for servers that leave them in an answer.
 */

export interface ThoughtMarks {
  readonly open: string
  readonly close: string
}

/** As published chat templates write them. */
export const thoughtMarks: readonly ThoughtMarks[] = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: '<unused94>thought', close: '<unused95>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<reasoning>', close: '</reasoning>' },
  { open: '<thought>', close: '</thought>' },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' },
  { open: '<|channel|>analysis<|message|>', close: '<|end|><|start|>assistant<|channel|>final<|message|>' },
]

/** Marks that only answers have: models write them because a prompt asks for them, or without the word behind them. */
const looseMarks: readonly ThoughtMarks[] = [
  ...['thoughts', 'reason', 'analysis', 'scratchpad', 'reflection'].map(name => ({
    open: `<${name}>`,
    close: `</${name}>`,
  })),
  { open: '<unused94>', close: '<unused95>' },
  { open: '<mm:think>', close: '</mm:think>' },
  { open: '<|channel>', close: '<channel|>' },
]

interface SplitAnswer {
  /** The answer; empty where a thought did not end. */
  readonly said: string
  readonly thoughts: string
  /** A thought was begun and not ended: there is no answer. */
  readonly isOpen: boolean
}

/**
 * An answer without the thoughts in it. Some chat templates write the opening mark into the prompt, so that only the closing
 * one is in the answer.
 */
export function splitThoughts(content: string): SplitAnswer {
  if (content.includes(channelSign)) return inChannels(content)
  const unsigned = beginsUnsigned.exec(content)
  return unsigned ? inUnsignedChannels(content.slice(unsigned[0].length)) : betweenMarks(content)
}

const split = (said: readonly string[], thoughts: readonly string[], isOpen: boolean): SplitAnswer => ({
  said: isOpen ? '' : said.join('').trimStart(),
  thoughts: thoughts
    .map(text => text.trim())
    .filter(text => text !== '')
    .join('\n'),
  isOpen,
})

const marks = [...thoughtMarks, ...looseMarks]
/** The text with ASCII in small letters: its places are those of the content (İ would become two characters). */
const lower = (text: string): string => text.replace(/[A-Z]+/g, capitals => capitals.toLowerCase())
/** The longer ones first: some begin with another. */
const signs = [...new Set(marks.flatMap(({ open, close }) => [lower(open), lower(close)]))].sort(
  (a, b) => b.length - a.length,
)
/** What every sign begins with. */
const signStart = /[<[◁]/g
const closeByOpen = new Map(marks.map(({ open, close }) => [lower(open), lower(close)]))

/** The signs in a text, in order, none inside another. */
function* signsIn(content: string): Generator<{ readonly sign: string; readonly index: number }> {
  const text = lower(content)
  let from = 0
  for (const { index } of text.matchAll(signStart)) {
    const sign = index < from ? undefined : signs.find(one => text.startsWith(one, index))
    if (sign === undefined) continue
    yield { sign, index }
    from = index + sign.length
  }
}

/** What stands around an answer. */
const answerSigns = /<\|(?:START_RESPONSE|END_RESPONSE|(?:begin|end)_of_(?:solution|box))\|>/g

function betweenMarks(content: string): SplitAnswer {
  const said: string[] = []
  const thoughts: string[] = []
  /** The mark that ends the thought; null outside of one. */
  let awaited: string | null = null
  let at = 0
  let hasSign = false
  for (const { sign, index } of signsIn(content)) {
    const close = closeByOpen.get(sign)
    const isEnd: boolean = awaited === null ? close === undefined : sign === awaited
    if (awaited !== null && !isEnd) continue
    const text = content.slice(at, index)
    if (awaited !== null) thoughts.push(text)
    // Closed without having been opened: the template opened it.
    else if (isEnd) thoughts.push(...said.splice(0), text)
    else said.push(text)
    awaited = isEnd ? null : (close ?? null)
    at = index + sign.length
    hasSign = true
  }
  if (!hasSign) return { said: content.replace(answerSigns, ''), thoughts: '', isOpen: false }
  const rest = content.slice(at)
  if (awaited !== null) return split([], [...thoughts, rest], true)
  return split([...said, rest.replace(answerSigns, '')], thoughts, false)
}

/** In replies of gpt-oss (harmony) each message is in a named channel, and only `final` is the answer. */
const channelSign = '<|channel|>'
const channel = /<\|channel\|>\s*(\w+)\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/g
const messageEnd = /<\|(?:end|return|call|start|channel)\|>/

function inChannels(content: string): SplitAnswer {
  const said: string[] = []
  const thoughts: string[] = []
  for (const { 0: head, 1: name, index } of content.matchAll(channel)) {
    const text = content.slice(index + head.length).split(messageEnd, 1)[0] ?? ''
    if (name === 'final') said.push(text)
    else thoughts.push(text)
  }
  return split(said, thoughts, said.length === 0)
}

/** The same where a server left out the signs: `analysisWe look …assistantfinalB`. */
const beginsUnsigned = /^\s*analysis(?=[A-Z])/
const unsignedFinal = 'assistantfinal'
const unsignedCommentary = 'assistantcommentary'

/** @param body what follows the name of the first channel */
function inUnsignedChannels(body: string): SplitAnswer {
  const final = body.indexOf(unsignedFinal)
  if (final === -1) return split([], [body], true)
  const commentary = body.indexOf(unsignedCommentary)
  const end = commentary === -1 ? final : Math.min(commentary, final)
  return split([body.slice(final + unsignedFinal.length)], [body.slice(0, end)], false)
}

/** A server's reply to a chat request, read and checked: none of it is trusted. */
import {
  type Check,
  CheckError,
  field,
  list,
  nullable,
  number,
  optional,
  shape,
  text,
  whole,
} from '../base/checks.ts'
import { isJsonObject, type Json, jsonAllowance, parseJson } from '../base/json.ts'

/** A token with its log-probability, and the most probable ones at its position. */
export interface TokenLogprob {
  readonly token: string
  readonly logprob: number
  /** UTF-8 of the token, if the server returns it. The text of a partial character is empty. */
  readonly bytes?: readonly number[]
}

export interface PositionLogprobs extends TokenLogprob {
  readonly top: readonly TokenLogprob[]
}

export interface ChatReply {
  /** The model's answer, without its thoughts. */
  readonly text: string
  /** Its thoughts, wherever the server put them; empty where there are none. */
  readonly thoughts: string
  /** `finish_reason` unchanged: `stop`, `length` and others. */
  readonly finish: string
  readonly usage: {
    readonly prompt: number
    readonly generated: number
    /** Of the generated ones, where the server counts them apart. */
    readonly thinking: number | null
    /** Tokens of the prompt, if reported. */
    readonly cached: number | null
  }
  /** One per generated token; null if the server returns none. */
  readonly positions: readonly PositionLogprobs[] | null
}

const tokens = whole(0, 1_000_000_000)

/** Servers write -9999 or -Infinity for next to nothing; more than 0 is no log-probability. */
const logprob: Check<number> = (value, at) => {
  const read = number(value, at)
  if (read <= 1e-3) return Math.min(0, read)
  throw new CheckError(at, `the logarithm of a probability: 0 or less (it is ${read})`)
}

const tokenFields = { token: text, logprob, bytes: optional(nullable(list(whole(0, 255)))) }
const tokenLogprob = shape<Omit<TokenLogprob, 'bytes'> & { bytes?: readonly number[] | null }>(tokenFields)
const position = shape<
  Omit<TokenLogprob, 'bytes'> & {
    bytes?: readonly number[] | null
    top_logprobs?: readonly (Omit<TokenLogprob, 'bytes'> & { bytes?: readonly number[] | null })[] | null
  }
>({ ...tokenFields, top_logprobs: optional(nullable(list(tokenLogprob))) })

const usage = shape<{ prompt_tokens: number; completion_tokens: number }>({
  prompt_tokens: tokens,
  completion_tokens: tokens,
})

/**
 * @param body of an answer with status 200
 * @throws CheckError, JsonSyntaxError and others for anything but a complete reply. A truncated reply is no JSON.
 */
export function readReply(body: string): ChatReply {
  const reply = parseJson(body, jsonAllowance(2_000_000, 32_000_000))
  const [choice] = list<Json>(anything)(field(reply, 'choices'), 'choices')
  if (!isJsonObject(choice)) throw new CheckError('choices[0]', 'an object')
  const message = field(choice, 'message')
  const at = 'choices[0].message'
  if (!isJsonObject(message)) throw new CheckError(at, 'an object')
  const content = optional(nullable(text))(field(message, 'content'), `${at}.content`) ?? ''
  const apart = ['reasoning_content', 'reasoning'].map(
    name => optional(nullable(text))(field(message, name), `${at}.${name}`) ?? '',
  )
  const { said, thoughts } = splitThoughts(content)
  const used = usage(field(reply, 'usage'), 'usage')
  const logprobs = field(field(choice, 'logprobs'), 'content')
  return {
    text: said,
    thoughts: [...apart, thoughts].find(found => found !== '') ?? '',
    finish: text(field(choice, 'finish_reason'), 'choices[0].finish_reason'),
    usage: {
      prompt: used.prompt_tokens,
      generated: used.completion_tokens,
      thinking: countIn(reply, 'completion_tokens_details', 'reasoning_tokens'),
      cached: countIn(reply, 'prompt_tokens_details', 'cached_tokens'),
    },
    positions:
      logprobs === undefined || logprobs === null
        ? null
        : list(position)(logprobs, 'choices[0].logprobs.content').map(
            ({ top_logprobs: top, ...own }): PositionLogprobs => ({
              ...withBytes(own),
              top: (top ?? []).map(withBytes),
            }),
          ),
  }
}

const anything: Check<Json> = value => value ?? null

const withBytes = ({
  bytes,
  ...rest
}: Omit<TokenLogprob, 'bytes'> & { bytes?: readonly number[] | null }): TokenLogprob =>
  bytes ? { ...rest, bytes } : rest

function countIn(reply: Json, details: string, name: string): number | null {
  const value = field(field(field(reply, 'usage'), details), name)
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
}

/** The text of a server's error, in any of the usual forms; empty if there is none. */
export function errorText(body: string): string {
  let said: Json | undefined
  try {
    said = parseJson(body, jsonAllowance(10_000, 1_000_000))
  } catch {
    return body.replace(/\s+/g, ' ').trim().slice(0, longestError)
  }
  const error = field(said, 'error') ?? field(said, 'detail') ?? field(said, 'message') ?? said
  const message = isJsonObject(error) ? field(error, 'message') : error
  return typeof message === 'string' ? message.slice(0, longestError) : ''
}

const longestError = 300

/**
 * A model's thoughts, if the server leaves them in its answer: the text between `<think>` and `</think>` at the start.
 * Some chat templates write the opening tag into the prompt, so that only the closing one is in the answer. A reply
 * that was cut during its thoughts contains no answer.
 */
export function splitThoughts(content: string): { readonly said: string; readonly thoughts: string } {
  const opened = /^\s*<think(?:ing)?>/.exec(content)
  const closed = /<\/think(?:ing)?>\s*/.exec(content)
  if (closed)
    return {
      said: content.slice(closed.index + closed[0].length),
      thoughts: content.slice(opened?.[0].length ?? 0, closed.index).trim(),
    }
  return opened
    ? { said: '', thoughts: content.slice(opened[0].length).trim() }
    : { said: content, thoughts: '' }
}

/** A server's reply to a chat request, read and checked: none of it is trusted. */

import { isJsonArray, isJsonObject, type Json, jsonAllowance, parseJson } from '@voxelwise/python'
import * as v from 'valibot'
import {
  field,
  list,
  nullable,
  numberThat,
  optional,
  read,
  shape,
  text,
  whole,
} from '../../../engine/base/schema.ts'
import { tokens } from '../../../engine/base/stored-values.ts'
import { splitThoughts } from '../../../engine/protocol/thoughts.ts'
import { isStreamed, wholeReply } from './streamed-reply.ts'

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
  /** They did not end, so there is no answer. */
  readonly isOpen: boolean
  /** Why there is no answer, in the words of the model or the server; absent where there is one. */
  readonly refused?: string
  /** `finish_reason` unchanged: `stop`, `length` and others. */
  readonly finish: string
  readonly usage: {
    readonly prompt: number
    readonly generated: number
    /** Tokens of thoughts among the generated ones, where the server counts them apart. */
    readonly thinking: number | null
    /** Tokens of the prompt, if reported. */
    readonly cached: number | null
  }
  /** One per generated token; null if the server returns none. */
  readonly positions: readonly PositionLogprobs[] | null
}

/** Servers write -9999 or -Infinity for next to nothing; more than 0 is no log-probability. */
const logprob = v.pipe(
  numberThat(
    value => value <= 1e-3 && value > Number.NEGATIVE_INFINITY,
    'the logarithm of a probability: 0 or less',
  ),
  v.transform(value => Math.min(0, value)),
)

const maybeText = optional(nullable(text))
const tokenEntries = { token: text, logprob, bytes: optional(nullable(list(whole(0, 255)))) }
const tokenSchema = shape(tokenEntries)
const positions = list(shape({ ...tokenEntries, top_logprobs: optional(nullable(list(tokenSchema))) }))
const choiceSchema = shape({
  message: shape({
    content: maybeText,
    reasoning_content: maybeText,
    reasoning: maybeText,
    refusal: maybeText,
  }),
  finish_reason: text,
})
const usage = shape({ prompt_tokens: tokens, completion_tokens: tokens })

/** A reply of status 200 that is an error by its contents. */
export class ErrorInReply extends Error {
  override readonly name = 'ErrorInReply'
  /** Where the reply names one, as OpenRouter does; null otherwise. */
  readonly status: number | null

  constructor(said: string, status: number | null) {
    super(said)
    this.status = status
  }
}

/** @throws ErrorInReply; CheckError, JsonSyntaxError and others for anything but a complete reply */
export function readReply(body: string): ChatReply {
  const allowance = jsonAllowance(2_000_000, 32_000_000)
  const reply = isStreamed(body) ? wholeReply(body, allowance) : parseJson(body, allowance)
  const choices = field(reply, 'choices')
  const choice = isJsonArray(choices) ? choices[0] : undefined
  const failed = isJsonObject(choice) && field(choice, 'error') ? choice : isJsonObject(choice) ? null : reply
  if (failed) throwSaid(failed)
  const written = field(choice, 'message')
  const parts = splitContent(field(written, 'content'))
  const { message, finish_reason } = read(
    choiceSchema,
    parts ? withText(choice, parts.text) : choice,
    'choices[0]',
  )
  const { said, thoughts: inText, isOpen } = splitThoughts(message.content ?? '')
  const apart = message.reasoning_content || message.reasoning || otherThoughts(written)
  const thoughts = [apart, parts?.thoughts ?? '', inText].filter(Boolean).join('\n')
  const refused = said.trim() === '' ? refusal(message.refusal, finish_reason) : null
  const used = read(usage, field(reply, 'usage'), 'usage')
  const logprobs = field(field(choice, 'logprobs'), 'content')
  return {
    text: said,
    thoughts,
    isOpen: isOpen || (thoughts !== '' && said.trim() === '' && refused === null),
    ...(refused !== null && { refused }),
    finish: finish_reason,
    usage: {
      prompt: used.prompt_tokens,
      generated: used.completion_tokens,
      thinking: countIn(reply, 'completion_tokens_details', 'reasoning_tokens'),
      cached: countIn(reply, 'prompt_tokens_details', 'cached_tokens'),
    },
    positions:
      logprobs === undefined || logprobs === null
        ? null
        : read(positions, logprobs, 'choices[0].logprobs.content').map(
            ({ top_logprobs: top, ...chosen }): PositionLogprobs => ({
              ...withBytes(chosen),
              top: (top ?? []).map(withBytes),
            }),
          ),
  }
}

interface Parts {
  readonly text: string
  readonly thoughts: string
}

/** Text and thoughts of a content in parts; null of any other. */
function splitContent(content: Json | undefined): Parts | null {
  if (!isJsonArray(content)) return null
  const isThought = (part: Json): boolean => /think|reason|thought/i.test(String(field(part, 'type') ?? ''))
  return {
    text: content.flatMap(part => (isThought(part) ? [] : textsIn(part))).join(''),
    thoughts: content.flatMap(part => (isThought(part) ? textsIn(part) : [])).join(''),
  }
}

/** The texts of a part: its own, or those of its parts. */
function textsIn(part: Json | undefined, depth = 0): readonly string[] {
  if (typeof part === 'string') return [part]
  if (depth > deepestPart) return []
  if (isJsonArray(part)) return part.flatMap(each => textsIn(each, depth + 1))
  const named = ['text', 'thinking', 'content', 'summary'].map(name => field(part, name))
  return textsIn(
    named.find(value => value !== undefined && value !== null),
    depth + 1,
  )
}
const deepestPart = 5

const withText = (choice: Json | undefined, content: string): Json => {
  const message = field(choice, 'message')
  return isJsonObject(choice) && isJsonObject(message)
    ? { ...choice, message: { ...message, content } }
    : null
}

/** Thoughts under the names of single servers: `thinking`, and a list of parts. */
function otherThoughts(message: Json | undefined): string {
  const named = ['thinking', 'reasoning_details'].map(name => textsIn(field(message, name)).join(''))
  return named.find(text => text !== '') ?? ''
}

/** Words of a model that refuses, or of a server that withholds the answer; null where neither does. */
function refusal(said: string | null | undefined, finish: string): string | null {
  if (said) return said.slice(0, longestError)
  return finish === 'content_filter' ? 'The server’s content filter withheld the answer.' : null
}

/** @throws ErrorInReply where the reply contains an error in words */
function throwSaid(reply: Json): void {
  const said = errorIn(reply)
  const code = field(field(reply, 'error'), 'code')
  if (said !== '') throw new ErrorInReply(said, typeof code === 'number' ? code : null)
}

const withBytes = ({ bytes, ...rest }: v.InferOutput<typeof tokenSchema>): TokenLogprob =>
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
  return errorIn(said)
}

/** Where servers put the words of an error, and those of its parts. */
const errorNames = [
  'error',
  'detail',
  'message',
  'errors',
  'msg',
  'error_msg',
  'error_message',
  'status_msg',
  'base_resp',
]

function errorIn(said: Json | undefined, depth = 0): string {
  if (isJsonArray(said) && depth < deepestPart)
    return said
      .flatMap(each => errorIn(each, depth + 1) || [])
      .join('; ')
      .slice(0, longestError)
  const named = errorNames.map(name => field(said, name)).find(value => value !== undefined && value !== null)
  const error = named ?? said
  if (
    isJsonArray(error) ||
    (named !== undefined && isJsonObject(error) && field(error, 'message') === undefined)
  )
    return depth < deepestPart ? errorIn(error, depth + 1) : ''
  const message = isJsonObject(error) ? field(error, 'message') : error
  if (typeof message !== 'string') return filtered(said)
  // A server that passes questions on keeps the other one's words apart (OpenRouter).
  const raw = field(field(error, 'metadata'), 'raw')
  return (typeof raw === 'string' ? `${message}: ${raw}` : message).slice(0, longestError)
}

/** Azure's way to refuse a question: no choice, and what its filter found. */
const filtered = (said: Json | undefined): string =>
  isJsonArray(field(said, 'prompt_filter_results')) ? 'The server’s content filter refused the question.' : ''

const longestError = 300

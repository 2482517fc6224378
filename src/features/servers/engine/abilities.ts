/** The requests that test a server's abilities, and the reading of its replies. Plain data and functions. */
import type { ConstraintFinding, ImageFinding, ServerInfo } from '../../../engine/protocol/server-info.ts'
import type { PictureUri } from '../../../engine/protocol/server-picture.ts'
import { plainTurn } from '../../../engine/protocol/turns.ts'
import type { ChatReply } from './reply.ts'
import { type ChatRequest, heldAnswer, heldTokens } from './request.ts'

/** Numbers of log-probabilities to request, from the most that servers return (docs/servers.md) to the fewest. */
export const triedLogprobs = [20, 5, 1] as const

/** Times that one request is made to see whether it repeats itself. */
export const repeats = 3

const colourPrompt = 'Which colour fills this picture: red, blue or green? Answer with one word.'
const secondPrompt = 'Is this picture red, yes or no? Answer with one word.'
const otherWord = 'Say the word hello. Answer with this one word and nothing else.'
const heldTo = ['A', 'B'] as const

type How = Pick<ChatRequest, 'logprobs' | 'noThinking'>

const free = (text: string, picture: PictureUri | null, how: How): ChatRequest => ({
  turns: plainTurn(text, picture === null ? 0 : 1),
  pictures: picture === null ? [] : [picture],
  maxTokens: 16,
  heldTo: null,
  ...how,
})

/** The question about a colour. Without a picture, it measures the length of its text alone. */
export const colourRequest = (picture: PictureUri | null, how: How): ChatRequest =>
  free(colourPrompt, picture, how)

/** Another question on the same picture. */
export const secondRequest = (picture: PictureUri, how: How): ChatRequest => free(secondPrompt, picture, how)

/** Constrained to a letter, but asked for something else. */
export const heldRequest = ({ kind }: Pick<ServerInfo, 'kind'>, how: How): ChatRequest => ({
  ...free(otherWord, null, { ...how, logprobs: 0 }),
  heldTo,
  maxTokens: heldTokens(kind),
})

/** @param alone the same question without a picture */
export function imageFinding(alone: ChatReply, red: ChatReply, blue: ChatReply): ImageFinding {
  const saw = (reply: ChatReply, colour: string, other: string): boolean =>
    reply.text.toLowerCase().includes(colour) && !reply.text.toLowerCase().includes(other)
  if (saw(red, 'red', 'blue') && saw(blue, 'blue', 'red')) return 'seen'
  return red.usage.prompt > alone.usage.prompt ? 'counted' : 'uncounted'
}

/** Number of most probable tokens returned at a position. */
export const logprobCount = ({ positions }: ChatReply): number =>
  (positions ?? []).reduce((most, { top }) => Math.max(most, top.length), 0)

export const constraintFinding = ({ kind }: Pick<ServerInfo, 'kind'>, reply: ChatReply): ConstraintFinding =>
  heldAnswer(kind, reply.text, heldTo) === null ? 'ignored' : 'held'

/** The largest difference of a log-probability among replies to one request; null if none are returned. */
export function largestDifference(replies: readonly ChatReply[]): number | null {
  const [first, ...others] = replies.map(({ positions }) => positions?.map(({ logprob }) => logprob) ?? null)
  if (!first || first.length === 0) return null
  let largest = 0
  for (const other of others) {
    if (other?.length !== first.length) return Number.POSITIVE_INFINITY
    for (const [i, logprob] of other.entries())
      largest = Math.max(largest, Math.abs(logprob - (first[i] ?? logprob)))
  }
  return largest
}

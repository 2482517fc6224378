/** One question of a run to a server, and what its reply is to the run. Plain functions. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { longestText } from '../../../engine/base/stored-values.ts'
import { mostProbable } from '../../../engine/protocol/choices.ts'
import type { Choice, ModelOutput, ServerSaid, Thought } from '../../../engine/protocol/record.ts'
import type { ServerInfo } from '../../../engine/protocol/server-info.ts'
import type { PictureUri } from '../../../engine/protocol/server-picture.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import type { Turn } from '../../../engine/protocol/turns.ts'
import type { ChatReply, PositionLogprobs, TokenLogprob } from './reply.ts'
import { type ChatRequest, heldAnswer, heldTokens } from './request.ts'

/**
 * The position at which a text begins among the tokens, found by aligning their bytes with the text from its end: before it may
 * be thoughts, after it tokens that only end it. Null where the tokens are not those of the text.
 */
function answerPosition(positions: readonly TokenLogprob[], text: string): number | null {
  const wanted = new TextEncoder().encode(text.trimStart())
  for (let last = positions.length - 1; last >= 0; last--) {
    const ending = endingAt(positions, last, wanted)
    if (ending !== null) return ending
    // Only a token that ends an answer may follow it.
    if (!isMark(positions[last])) return null
  }
  return null
}

const isMark = (token: TokenLogprob | undefined): boolean =>
  token !== undefined &&
  (token.token === '' || /^<.*>$/s.test(token.token.trim()) || token.token.trim() === '')

/** Walks back from a token until the text is complete. */
function endingAt(positions: readonly TokenLogprob[], last: number, wanted: Uint8Array): number | null {
  if (wanted.length === 0) return null
  let left = wanted.length
  for (let at = last; at >= 0; at--) {
    const bytes = tokenBytes(positions[at])
    const part = bytes.subarray(Math.max(0, bytes.length - left))
    if (part.length === 0 || !ends(wanted, left, part)) return null
    left -= part.length
    // The part of a token before the text is white space, as in " A".
    if (left === 0) return at
  }
  return null
}

function ends(wanted: Uint8Array, left: number, part: Uint8Array): boolean {
  return part.every((byte, i) => wanted[left - part.length + i] === byte)
}

function tokenBytes(token: TokenLogprob | undefined): Uint8Array {
  return token?.bytes ? Uint8Array.from(token.bytes) : new TextEncoder().encode(token?.token ?? '')
}

/**
 * Log-probability of each answer: log-sum-exp over the returned tokens that spell it, in any case and with any
 * surrounding white space. For an answer that none of them spells, only a bound is known: no other token is more
 * probable than the last returned one, nor than the remaining probability. It is marked, and never 0.
 * @param position one position, with its most probable tokens
 */
function choicesAt(position: PositionLogprobs, answers: readonly string[]): readonly Choice[] {
  const tokens = distinct([...position.top, position])
  const logprobs = tokens.map(({ logprob }) => logprob)
  const least = Math.min(...logprobs)
  const rest = 1 - logprobs.reduce((sum, logprob) => sum + Math.exp(logprob), 0)
  const bound = Math.min(least, Math.log(Math.max(rest, smallest)))
  return answers.map(letter => {
    const spellings = tokens.filter(({ token }) => spells(token, letter))
    if (spellings.length === 0) return { letter, logprob: bound, isBound: true }
    const sum = spellings.reduce((all, { logprob }) => all + Math.exp(logprob), 0)
    return { letter, logprob: Math.min(0, Math.log(Math.max(sum, smallest))) }
  })
}

/** The sampled token is among the most probable ones as a rule, and must not count twice. */
function distinct(tokens: readonly TokenLogprob[]): readonly TokenLogprob[] {
  const known = new Map<string, TokenLogprob>()
  for (const token of tokens) {
    const key = token.bytes ? token.bytes.join() : token.token
    if (!known.has(key)) known.set(key, token)
  }
  return [...known.values()]
}

const spells = (token: string, letter: string): boolean =>
  token.replaceAll('▁', ' ').trim().toUpperCase() === letter.toUpperCase()

/** The smallest double above 0: of it there is a finite logarithm. */
const smallest = Number.MIN_VALUE

/**
 * Unconstrained, unless the run restricts answers to the offered ones. Asks for the model's text or, for scoring by option
 * probabilities, the distribution of its first token.
 */
export function questionRequest(
  server: ServerInfo,
  settings: Pick<RunSettings, 'scoring' | 'maxNewTokens' | 'heldToLetter'>,
  turns: readonly Turn[],
  pictures: readonly PictureUri[],
  answers: readonly string[],
): ChatRequest {
  const { scoring, maxNewTokens, heldToLetter } = settings
  const readsLetters = scoring === 'choices'
  const heldTo = heldToLetter && !readsLetters && answers.length > 0 ? answers : null
  return {
    turns,
    pictures,
    maxTokens: readsLetters ? 1 : heldTo ? heldTokens(server.kind) : maxNewTokens,
    logprobs: readsLetters ? server.abilities.logprobs : 0,
    heldTo,
    noThinking: server.abilities.takesThinkingSwitch,
  }
}

interface Attempted {
  readonly tries: number
  /** Milliseconds. */
  readonly took: number
  /** Images that were sent as PNG instead of as they are. */
  readonly reencoded: number
}

/** The facts about the question that are needed to read its reply. */
interface AskedOfServer {
  readonly scoring: RunSettings['scoring']
  /** Answers that the question offers. */
  readonly answers: readonly string[]
  readonly heldTo: ChatRequest['heldTo']
}

/** @throws VoxelwiseError choices-impossible, server-reply, prompt-too-long */
export function readOutput(
  reply: ChatReply,
  { scoring, answers, heldTo }: AskedOfServer,
  { kind, context }: Pick<ServerInfo, 'kind' | 'context'>,
  attempted: Attempted,
): ModelOutput {
  const { usage } = reply
  if (context !== null && usage.prompt >= context - 1) throw filled(usage.prompt, context)
  const { prompt, generated } = usage
  const tokens = { prompt, image: 0, reused: Math.min(usage.cached ?? 0, prompt), generated }
  const rest = {
    tokens,
    timings: { encode: 0, prefix: 0, prefill: 0, decode: attempted.took },
    server: replyDetails(reply, attempted),
  }
  if (heldTo) {
    const heldText = heldAnswer(kind, reply.text, heldTo)
    if (heldText !== null)
      return { text: heldText, stop: 'end-token', ...rest, server: { ...rest.server, held: 'kept' } }
  }
  if (scoring === 'generate')
    return {
      text: reply.isOpen || reply.refused !== undefined ? '' : reply.text,
      stop: reply.finish === 'length' ? 'max-new-tokens' : 'end-token',
      ...rest,
      ...(reply.isOpen && { thought: openThought(reply) }),
      ...(heldTo && { server: { ...rest.server, held: 'ignored' } }),
    }
  const choices = readChoices(reply, answers)
  return { text: mostProbable(choices)?.letter ?? '', stop: 'choices', choices, ...rest }
}

const openThought = ({ thoughts, usage }: ChatReply): Thought => ({
  text: thoughts.slice(0, longestText),
  tokens: usage.thinking ?? usage.generated,
  isOpen: true,
})

function replyDetails(
  { finish, thoughts, usage, refused }: ChatReply,
  { tries, reencoded }: Attempted,
): ServerSaid {
  return {
    finish,
    tries,
    ...(thoughts !== '' && { thoughts: thoughts.length }),
    ...(usage.thinking !== null && usage.thinking > 0 && { thinkingTokens: usage.thinking }),
    ...(refused !== undefined && { refused }),
    ...(reencoded > 0 && { reencoded }),
  }
}

/** At the position where the answer begins, as in the page's own scoring: its first token. */
function readChoices({ text, thoughts, positions }: ChatReply, answers: readonly string[]) {
  if (thoughts !== '') throw impossible('The model thought before it answered.')
  const aligned = answerPosition(positions ?? [], text)
  const position = positions?.[aligned ?? (positions.length === 1 ? 0 : -1)]
  if (!position || position.top.length === 0)
    throw new VoxelwiseError({
      code: 'server-reply',
      subject: 'logprobs',
      message:
        'The server returned no log-probabilities for this answer, although it did when it was connected.',
      remedy: 'Score this server by generated text.',
    })
  return choicesAt(position, answers)
}

/** Ollama cuts such a prompt without a word, the picture or the options with it. */
const filled = (prompt: number, context: number): VoxelwiseError =>
  new VoxelwiseError({
    code: 'prompt-too-long',
    subject: `${prompt} tokens`,
    message: `The prompt exceeds the server’s context of ${context} tokens and was cut.`,
    remedy: 'Set a longer context on the server (Ollama: OLLAMA_CONTEXT_LENGTH) and connect again.',
  })

/** A question whose answer has no single position. */
export const nothingOffered = (): VoxelwiseError =>
  impossible('This question is answered in words, or with several options.')

const impossible = (message: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'choices-impossible',
    subject: 'option probabilities',
    message,
    remedy: 'Score this data set by generated text.',
  })

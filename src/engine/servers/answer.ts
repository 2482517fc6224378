/** One question of a run to a server, and what its reply is to the run. Plain functions. */
import { VoxelwiseError } from '../base/errors.ts'
import { mostProbable } from '../protocol/choices.ts'
import type { ModelOutput, ServerSaid } from '../protocol/record.ts'
import type { ServerInfo } from '../protocol/server-info.ts'
import type { RunSettings } from '../protocol/settings.ts'
import type { Turn } from '../protocol/turns.ts'
import { choicesAt, positionOf } from './letters.ts'
import type { ChatReply } from './reply.ts'
import { type ChatRequest, heldAnswer, heldTokens, type PictureUri } from './request.ts'

/**
 * Unconstrained, unless the run restricts answers to the offered ones. Asks for the model's text or, for scoring by
 * option probabilities, the distribution of its first token.
 * @param answers offered by the question; none for free-text answers
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

export interface Attempted {
  readonly tries: number
  /** Milliseconds. */
  readonly took: number
  /** Images that were sent as PNG instead of as they are. */
  readonly reencoded: number
}

/** The facts about the question that are needed to read its reply. */
export interface AskedOfServer {
  readonly scoring: RunSettings['scoring']
  /** Answers that the question offers. */
  readonly answers: readonly string[]
  /** As in the request. */
  readonly heldTo: ChatRequest['heldTo']
}

/** @throws VoxelwiseError choices-impossible, server-reply, prompt-too-long */
export function outputOf(
  reply: ChatReply,
  { scoring, answers, heldTo }: AskedOfServer,
  { kind, context }: Pick<ServerInfo, 'kind' | 'context'>,
  attempted: Attempted,
): ModelOutput {
  const { usage } = reply
  if (context !== null && usage.prompt >= context - 1) throw filled(usage.prompt, context)
  const tokens = { prompt: usage.prompt, image: 0, reused: usage.cached ?? 0, generated: usage.generated }
  const rest = {
    tokens: { ...tokens, reused: Math.min(tokens.reused, tokens.prompt) },
    timings: { encode: 0, prefix: 0, prefill: 0, decode: attempted.took },
    server: saidOf(reply, attempted),
  }
  if (heldTo) {
    const kept = heldAnswer(kind, reply.text, heldTo)
    if (kept !== null)
      return { text: kept, stop: 'end-token', ...rest, server: { ...rest.server, held: 'kept' } }
  }
  if (scoring === 'generate')
    return {
      text: reply.text,
      stop: reply.finish === 'length' ? 'max-new-tokens' : 'end-token',
      ...rest,
      ...(heldTo && { server: { ...rest.server, held: 'ignored' } }),
    }
  const choices = choicesOf(reply, answers)
  return { text: mostProbable(choices)?.letter ?? '', stop: 'choices', choices, ...rest }
}

function saidOf({ finish, thoughts, usage }: ChatReply, { tries, reencoded }: Attempted): ServerSaid {
  return {
    finish,
    tries,
    ...(thoughts !== '' && { thoughts: thoughts.length }),
    ...(usage.thinking !== null && usage.thinking > 0 && { thinkingTokens: usage.thinking }),
    ...(reencoded > 0 && { reencoded }),
  }
}

/** At the position where the answer begins, as in the page's own scoring: its first token. */
function choicesOf({ text, thoughts, positions }: ChatReply, answers: readonly string[]) {
  if (thoughts !== '') throw impossible('The model thought before it answered.')
  const aligned = positionOf(positions ?? [], text)
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

/** Finds out which server is running, and what a model on it can do. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import type { ServerAbilities, ServerInfo } from '../../../engine/protocol/server-info.ts'
import {
  colourRequest,
  constraintFinding,
  heldRequest,
  imageFinding,
  largestDifference,
  logprobCount,
  repeats,
  secondRequest,
  triedLogprobs,
} from '../engine/abilities.ts'
import { identify, modelFacts, type ServerIdentity } from '../engine/identify.ts'
import type { ChatReply } from '../engine/reply.ts'
import { bluePicture, type ChatRequest, chatBody, redPicture } from '../engine/request.ts'
import { ServerConnection } from './connection.ts'

/** A name that no server has, and seconds for a question under it: some servers look for it on the internet. */
const invented = { name: 'voxelwise/no-such-model', seconds: 30 }

/** Seconds for one question: the first may have to wait for the model to be loaded. */
const probeSeconds = 300

/**
 * Lists are incomplete: `transformers serve` lists no model of a local folder. So a model that answers is taken. Where others are
 * listed, the server must also refuse an invented name: some answer under any, and the run would bear the name of another model.
 * @param models the server's list, without `model`
 * @throws VoxelwiseError server-refused; server-unreachable
 */
async function expectAnswer(
  connection: ServerConnection,
  { kind, model }: Pick<ServerInfo, 'kind' | 'model'>,
  models: readonly string[],
  onStep: (words: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const refusal = async (name: string, seconds: number): Promise<VoxelwiseError | null> => {
    const body = chatBody({ kind, model: name }, colourRequest(null, { logprobs: 0, noThinking: false }))
    try {
      await connection.chat(body, { seconds, ...(signal && { signal }) })
      return null
    } catch (error) {
      if (error instanceof VoxelwiseError && error.info.code !== 'server-unreachable') return error
      throw error
    }
  }
  const listed = models.length === 0 ? null : `It lists ${models.slice(0, 20).join(', ')}.`
  onStep(`Whether it answers as ${model}, which it does not list (it may load the model first)`)
  const refused = await refusal(model, probeSeconds)
  if (refused)
    throw new VoxelwiseError({
      code: 'server-refused',
      subject: model,
      message: `The server does not list this model, and a question under its name failed. ${refused.info.message}`,
      remedy: listed ?? 'Use the exact name on the server. Its log may have details.',
      cause: refused,
    })
  if (listed === null) return
  onStep('Whether it distinguishes model names')
  if (await refusal(invented.name, invented.seconds)) return
  throw new VoxelwiseError({
    code: 'server-refused',
    subject: model,
    message: 'The server does not list this model. It answers under any name, so another model would answer.',
    remedy: listed,
  })
}

/** A server that answers, with the models that it lists. */
export interface FoundServer extends ServerIdentity {
  readonly address: string
  /** Why it lists none, in a few words; null where it has a list, empty or not. */
  readonly unlisted: string | null
}

/**
 * @param base as in `ServerConnection.open`
 * @throws VoxelwiseError no-server, server-unreachable, server-refused
 */
export async function findServer(base: string): Promise<FoundServer> {
  const connection = await ServerConnection.open(base)
  const { answers, unlisted } = await connection.lookAround()
  return { ...identify(answers), address: connection.address, unlisted }
}

/**
 * Everything about one model on it, from a dozen short questions.
 * @param model its id; an unlisted one is tried with a question
 * @param onStep called with a description of each request
 * @throws VoxelwiseError as `findServer`; server-reply if it cannot answer at all
 */
export async function connectModel(
  base: string,
  model: string,
  onStep: (words: string) => void,
  signal: AbortSignal,
): Promise<ServerInfo> {
  const connection = await ServerConnection.open(base)
  onStep('Which server it is')
  const { kind, version, models } = identify((await connection.lookAround()).answers)
  const known = { kind, version, address: connection.address, model }
  const ask = async (request: ChatRequest): Promise<ChatReply> => {
    const options = { seconds: probeSeconds, signal }
    return (await connection.chat(chatBody(known, request), options)).reply
  }
  if (!models.includes(model)) await expectAnswer(connection, known, models, onStep, signal)
  const abilities = await detectAbilities(known, ask, onStep)
  // Some servers report its context only once it is loaded.
  const { templateText, ...facts } = modelFacts(kind, model, (await connection.lookAround()).answers)
  const template = templateText === null ? null : await sha256(new TextEncoder().encode(templateText))
  return { ...known, ...facts, template, abilities }
}

type Ask = (request: ChatRequest) => Promise<ChatReply>

async function detectAbilities(
  server: Pick<ServerInfo, 'kind'>,
  ask: Ask,
  onStep: (words: string) => void,
): Promise<ServerAbilities> {
  onStep('Whether it answers (it may load the model first)')
  const silent = await ask(colourRequest(null, { logprobs: 0, noThinking: true })).catch(orNullIfRefused)
  const takesThinkingSwitch = silent !== null
  onStep('How many log-probabilities it returns')
  const logprobs = await mostLogprobs(ask, takesThinkingSwitch)
  const how = { logprobs, noThinking: takesThinkingSwitch }
  const alone = await ask(colourRequest(null, how))
  onStep('Whether it sees a picture')
  const seen = await ask(colourRequest(redPicture, how)).catch(orNullIfRefused)
  const blue = seen && (await ask(colourRequest(bluePicture, how)))
  const image = seen && blue ? imageFinding(alone, seen, blue) : ('refused' as const)
  onStep('Whether it repeats itself')
  const again = [seen ?? alone]
  while (again.length < repeats) again.push(await ask(colourRequest(seen ? redPicture : null, how)))
  const second = seen && (await ask(secondRequest(redPicture, how)))
  onStep('Whether it can be restricted to a letter')
  const held = await ask(heldRequest(server, how)).catch(orNullIfRefused)
  const all = [alone, ...again, ...(blue ? [blue] : []), ...(second ? [second] : [])]
  const difference = largestDifference(again)
  return {
    image,
    logprobs,
    constraint: held ? constraintFinding(server, held) : 'refused',
    thinking: all.some(({ thoughts }) => thoughts !== '') ? 'on' : 'off',
    takesThinkingSwitch,
    repeatsText: again.every(({ text }) => text === again[0]?.text),
    repeatsLogprobs: difference === null || Number.isFinite(difference) ? difference : Number.MAX_VALUE,
    cachedTokens: second?.usage.cached ?? null,
  }
}

/** The largest number that works, of those tried: beyond its limit a server refuses, or returns fewer. */
async function mostLogprobs(ask: Ask, noThinking: boolean): Promise<number> {
  for (const logprobs of triedLogprobs) {
    const reply = await ask(colourRequest(null, { logprobs, noThinking })).catch(orNullIfRefused)
    if (reply) return Math.min(logprobs, logprobCount(reply))
  }
  return 0
}

/** A refusal is an answer here; a lost connection is not. */
function orNullIfRefused(error: unknown): null {
  if (error instanceof VoxelwiseError && error.info.code === 'server-reply') return null
  throw error
}

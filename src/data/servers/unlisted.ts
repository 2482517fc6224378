/** A model that the server does not list: whether it answers under the name that it was given. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { ServerInfo } from '../../engine/protocol/server-info.ts'
import { colourRequest } from '../../engine/servers/abilities.ts'
import { chatBody } from '../../engine/servers/request.ts'
import type { ServerConnection } from './connection.ts'

export interface UnlistedModel {
  readonly known: Pick<ServerInfo, 'kind' | 'model'>
  /** The server's list. */
  readonly models: readonly string[]
  readonly connection: ServerConnection
  readonly onStep: (words: string) => void
  readonly signal: AbortSignal | undefined
}

/** A name that no server has, and seconds for a question under it: some servers look for it on the internet. */
const invented = { name: 'voxelwise/no-such-model', seconds: 30 }

/** The model may have to be loaded first. */
const loadingSeconds = 300

/**
 * Lists are incomplete: `transformers serve` lists no model of a local folder. So a model that answers is taken. Where others are
 * listed, the server must also refuse an invented name: some answer under any, and the run would bear the name of another model.
 * @throws VoxelwiseError server-refused; server-unreachable
 */
export async function expectAnswer({
  known,
  models,
  connection,
  onStep,
  signal,
}: UnlistedModel): Promise<void> {
  const { kind, model } = known
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
  const refused = await refusal(model, loadingSeconds)
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

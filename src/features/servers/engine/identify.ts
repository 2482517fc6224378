/** Identifies a server, its models and the details of one model, from its replies to a few addresses. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@voxelwise/python'
import { field } from '../../../engine/base/schema.ts'
import type { LookedAt, ServerInfo, ServerKind } from '../../../engine/protocol/server-info.ts'

/** The reply as JSON; null if there was none, or no JSON. */
export type ServerAnswers = Readonly<Record<LookedAt, Json | null>>

export interface ServerIdentity extends Pick<ServerInfo, 'kind' | 'version'> {
  /** Ids of its models, as `/v1/models` has them. */
  readonly models: readonly string[]
}

/** Facts about one model. The text of its chat template is null if the server does not return it. */
interface ServedModel extends Pick<ServerInfo, 'weights' | 'quantization' | 'context'> {
  readonly templateText: string | null
}

/** LM Studio answers unknown addresses with status 200, so only the contents of an answer identify a server. */
export function identify(answers: ServerAnswers): ServerIdentity {
  const listed = objectRows(field(answers['/v1/models'], 'data'))
  const models = listed.flatMap(row => readText(row.id) ?? [])
  return { ...whichServer(answers, listed), models }
}

function whichServer(
  answers: ServerAnswers,
  listed: readonly JsonObject[],
): Pick<ServerInfo, 'kind' | 'version'> {
  const valueAt = (path: LookedAt, name: string): string | null => readText(field(answers[path], name))
  const owner = listed.map(row => readText(row.owned_by)).find(name => name !== null) ?? null
  const ollama = valueAt('/api/version', 'version')
  if (ollama !== null) return { kind: 'ollama', version: ollama }
  const props = answers['/props']
  if (isJsonObject(field(props, 'default_generation_settings')))
    return { kind: 'llama-server', version: valueAt('/props', 'build_info') }
  if (valueAt('/server_info', 'model_path') !== null)
    return { kind: 'sglang', version: valueAt('/server_info', 'version') }
  if (owner === 'vllm') return { kind: 'vllm', version: valueAt('/version', 'version') }
  if (objectRows(field(answers['/api/v1/models'], 'models')).some(row => readText(row.key) !== null))
    return { kind: 'lm-studio', version: null }
  return { kind: 'other', version: valueAt('/version', 'version') }
}

export function modelFacts(kind: ServerKind, model: string, answers: ServerAnswers): ServedModel {
  const listed = objectRows(field(answers['/v1/models'], 'data')).find(row => row.id === model) ?? {}
  switch (kind) {
    case 'ollama': {
      const tags = objectRows(field(answers['/api/tags'], 'models'))
      const entry = tags.find(row => row.name === model || row.model === model) ?? {}
      const quantization = readText(field(entry.details, 'quantization_level'))
      // Only a loaded model states its context, which may be less than the most that it could have.
      const loaded = objectRows(field(answers['/api/ps'], 'models'))
      const running = loaded.find(row => row.name === model || row.model === model)
      const context = readWhole(running?.context_length)
      return { ...nothingKnown, weights: readText(entry.digest), quantization, context }
    }
    case 'llama-server': {
      const props = answers['/props']
      const context = readWhole(field(field(props, 'default_generation_settings'), 'n_ctx'))
      return {
        ...nothingKnown,
        weights: readName(field(props, 'model_path')),
        context,
        templateText: readText(field(props, 'chat_template')),
      }
    }
    case 'vllm':
      return { ...nothingKnown, weights: readName(listed.root), context: readWhole(listed.max_model_len) }
    case 'sglang': {
      const info = answers['/server_info']
      return {
        ...nothingKnown,
        weights: readName(field(info, 'model_path')),
        quantization: readText(field(info, 'quantization')) ?? readText(field(info, 'dtype')),
        context: readWhole(listed.max_model_len) ?? readWhole(field(info, 'context_length')),
      }
    }
    case 'lm-studio': {
      const entry = objectRows(field(answers['/api/v1/models'], 'models')).find(row => row.key === model)
      const [loaded] = objectRows(entry?.loaded_instances)
      return {
        ...nothingKnown,
        quantization: readText(field(entry?.quantization, 'name')),
        context: readWhole(field(loaded?.config, 'context_length')),
      }
    }
    default:
      return nothingKnown
  }
}

const nothingKnown: ServedModel = { weights: null, quantization: null, context: null, templateText: null }

const objectRows = (value: Json | undefined): readonly JsonObject[] =>
  isJsonArray(value) ? value.filter(row => isJsonObject(row)) : []

const readText = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest) : null

/** The file name of a path: its place on that machine is private. A name such as `org/model` stays. */
function readName(value: Json | undefined): string | null {
  const path = readText(value)
  return path !== null && /^(?:\/|~|[A-Za-z]:|\\)/.test(path) ? (path.split(/[\\/]/).at(-1) ?? null) : path
}

const readWhole = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null

/** Maximum stored characters; a chat template may have a few thousand. */
const longest = 200_000

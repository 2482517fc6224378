/** A model behind a server, as the set-up shows models. */
import type { ErrorInfo } from '../base/errors.ts'
import type { ConstraintFinding, ServerInfo, ServerKind } from '../protocol/server-info.ts'
import type { RunSettings } from '../protocol/settings.ts'
import type { ModelOverview } from './model-overview.ts'

const serverNames: Readonly<Record<ServerKind, string>> = {
  ollama: 'Ollama',
  'llama-server': 'llama-server',
  vllm: 'vLLM',
  sglang: 'SGLang',
  'lm-studio': 'LM Studio',
  other: 'OpenAI-compatible server',
}

/** "Ollama 0.33". */
export const serverWords = ({ kind, version }: Pick<ServerInfo, 'kind' | 'version'>): string =>
  version === null ? serverNames[kind] : `${serverNames[kind]} ${version}`

export function serverOverview(server: ServerInfo): ModelOverview {
  return {
    name: server.model,
    source: 'server',
    family: serverNames[server.kind],
    dtypes: [],
    parameters: null,
    shape: null,
    contextLength: server.context,
    imageTokens: [],
    prompt: { tokens: 0, image: 0, images: 1 },
    hasTemplate: true,
    departure: null,
    problems: [],
    recommended: null,
    server,
  }
}

const notHeldThen: Readonly<Record<Exclude<ConstraintFinding, 'held'>, string>> = {
  ignored: 'took the constraint and ignored it',
  refused: 'refused the constraint',
}

/** Why a server cannot be asked a data set's questions; null where it can. */
export function serverRefusal(
  { kind, version, model, abilities }: ServerInfo,
  { scoring, heldToLetter }: Pick<RunSettings, 'scoring' | 'heldToLetter'>,
  imagesAtOnce: number,
): ErrorInfo | null {
  if (imagesAtOnce > 0 && (abilities.image === 'refused' || abilities.image === 'uncounted'))
    return {
      code: 'model-unsupported',
      subject: model,
      message:
        abilities.image === 'refused'
          ? 'The server refuses images for this model.'
          : 'The server accepts images, but the model does not see them.',
      remedy: 'Choose a vision model, or load its vision part (llama-server: --mmproj).',
    }
  if (scoring === 'choices' && (abilities.logprobs === 0 || abilities.thinking === 'on'))
    return {
      code: 'choices-impossible',
      subject: model,
      message:
        abilities.logprobs === 0
          ? 'The server returns no log-probabilities.'
          : 'The model reasons before it answers, so its first token is not the answer.',
      remedy: 'Score this server by generated text.',
    }
  if (heldToLetter && scoring === 'generate' && abilities.constraint !== 'held')
    return {
      code: 'model-unsupported',
      subject: model,
      message: `${serverWords({ kind, version })} cannot restrict its answers: when it was connected it ${notHeldThen[abilities.constraint]}.`,
      remedy: 'Turn off “Listed options only”, or use a server that supports it (see its card).',
    }
  return null
}

/** A server's facts about itself and the model, in one text: another text is another model. */
export const identityText = ({ abilities: _, address: __, ...identity }: ServerInfo): string =>
  JSON.stringify(identity, Object.keys(identity).sort())

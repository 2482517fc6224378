/** A request to a server: the body of `POST /v1/chat/completions`, plain data. */
import type { JsonObject } from '@voxelwise/python'
import type { ServerInfo, ServerKind } from '../../../engine/protocol/server-info.ts'
import type { PictureUri } from '../../../engine/protocol/server-picture.ts'
import type { Turn, TurnPart } from '../../../engine/protocol/turns.ts'

export interface ChatRequest {
  readonly turns: readonly Turn[]
  /** By their number in the turns. */
  readonly pictures: readonly PictureUri[]
  readonly maxTokens: number
  /** How many of the most probable tokens to return at each position; 0 for none. */
  readonly logprobs: number
  /** The only allowed answers; null for a free reply. */
  readonly heldTo: readonly string[] | null
  readonly noThinking: boolean
  /** Seed of a sampled reply at temperature 1; absent for a greedy reply. */
  readonly drawnBy?: number
}

/** Greedy. Explicit, because server defaults differ: Ollama has temperature 1, llama-server a random seed. */
const greedy = { temperature: 0, top_p: 1, seed: 1, stream: false } as const

/**
 * @returns the body, as JSON. The same question has the same bytes, so that a server's cache recognises its picture.
 */
export function chatBody(
  { kind, model }: Pick<ServerInfo, 'kind' | 'model'>,
  request: ChatRequest,
): JsonObject {
  const { turns, pictures, maxTokens, logprobs, heldTo, noThinking, drawnBy } = request
  return {
    model,
    messages: turns.map(turn => message(turn, pictures)),
    ...greedy,
    ...(drawnBy !== undefined && { temperature: 1, seed: drawnBy }),
    max_tokens: maxTokens,
    ...(logprobs > 0 && { logprobs: true, top_logprobs: logprobs }),
    ...(noThinking && withoutThinking(kind)),
    ...(heldTo && held(kind, heldTo)),
  }
}

/** A turn of text alone is one text, which every server takes and every chat template writes. */
function message({ role, parts }: Turn, pictures: readonly PictureUri[]): JsonObject {
  const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []))
  if (texts.length === parts.length) return { role, content: texts.join('') }
  return { role, content: parts.map(part => content(part, pictures)) }
}

function content(part: TurnPart, pictures: readonly PictureUri[]): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const url = pictures[part.image]
  if (url === undefined) throw new Error(`There is no picture ${part.image}.`)
  return { type: 'image_url', image_url: { url } }
}

/** Models that think do so unless they are asked not to, and use up what an answer may have. */
function withoutThinking(kind: ServerKind): JsonObject {
  switch (kind) {
    case 'ollama':
    case 'lm-studio':
    case 'other':
      return { reasoning_effort: 'none' }
    case 'vllm':
    case 'sglang':
      return { chat_template_kwargs: { enable_thinking: false } }
    case 'llama-server':
      return { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } }
  }
}

/** A hint until a probe has shown that it is obeyed: some builds ignore it without an error. */
function held(kind: ServerKind, answers: readonly string[]): JsonObject {
  switch (kind) {
    case 'llama-server':
      return { grammar: `root ::= ${answers.map(answer => JSON.stringify(answer)).join(' | ')}` }
    case 'vllm':
      return { structured_outputs: { choice: answers } }
    case 'sglang':
      return { regex: `(${answers.join('|')})` }
    default:
      return {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'answer',
            strict: true,
            schema: {
              type: 'object',
              properties: { answer: { type: 'string', enum: answers } },
              required: ['answer'],
              additionalProperties: false,
            },
          },
        },
      }
  }
}

/** Tokens for an answer constrained to a letter: in JSON it is surrounded by quotes and braces. */
export const heldTokens = (kind: ServerKind): number => (heldInJson(kind) ? 24 : 4)

const heldInJson = (kind: ServerKind): boolean => !['llama-server', 'vllm', 'sglang'].includes(kind)

/** The answer in a reply that was held to some; null where it is none of them, whatever the server promised. */
export function heldAnswer(kind: ServerKind, text: string, answers: readonly string[]): string | null {
  const said = heldInJson(kind)
    ? (/^\s*\{\s*"answer"\s*:\s*"([^"]*)"\s*\}\s*$/.exec(text)?.[1] ?? null)
    : text
  return answers.find(answer => answer === said) ?? null
}

const png = (base64: string): PictureUri => `data:image/png;base64,${base64}`

/** Two pictures of one colour each, 224 by 224 pixels, as PNG files, to see whether a server distinguishes them. */
export const redPicture = png(
  'iVBORw0KGgoAAAANSUhEUgAAAOAAAADgCAIAAACVT/22AAABr0lEQVR42u3SAQkAAAzDsImYf2UXcxs/BKKgNNPCWZEAg4JBMSgYFAyKQcGgGBQMCgbFoGBQDAoGBYNiUDAoBgWDgkExKBgUg6qAQcGgGBQMCgbFoGBQDAoGBYNiUDAoBgWDgkExKBgUg4JBwaAYFAyKQVXAoGBQDAoGBYNiUDAoBgWDgkExKBgUg4JBwaAYFAyKQcGgYFAMCgbFoGBQMCgGBYOCQTEoGBSDgkHBoBgUDIpBwaBgUAwKBsWgYFAwKAYFg2JQMCgYFIOCQcGgGBQMikHBoGBQDAoGxaBgUDAoBgWDYlAwKBgUg4JBMSgYFAyKQcGgYFAMCgbFoGBQMCgGBYNiUDAoGBSDgkExKBgUDIpBwaAYFAwKBsWgYFAwKAYFg2JQMCgYFIOCQTEoGBQMikHBoBgUDAoGxaBgUAwKBgWDYlAwKBgUg4JBMSgYFAyKQcGgGBQMCgbFoGBQDAoGBYNiUDAoBgWDgkExKBgUDIpBwaAYFAwKBsWgYFAMCgYFg2JQMCgGBYOCQTEoGBSDgkHBoBgUDAoGxaBgUAwKBgWDYlAwKAYFg4JB+WgBgzMbqihZzw0AAAAASUVORK5CYII=',
)

export const bluePicture = png(
  'iVBORw0KGgoAAAANSUhEUgAAAOAAAADgCAIAAACVT/22AAABsElEQVR42u3SAQkAAAgEsQ9hCPvnMYw1FAZLcFyqB86KBBgUDIpBwaBgUAwKBsWgYFAwKAYFg2JQMCgYFIOCQTEoGBQMikHBoBhUBQwKBsWgYFAwKAYFg2JQMCgYFIOCQTEoGBQMikHBoBgUDAoGxaBgUAyqAgYFg2JQMCgYFIOCQTEoGBQMikHBoBgUDAoGxaBgUAwKBgWDYlAwKAYFg4JBMSgYFAyKQcGgGBQMCgbFoGBQDAoGBYNiUDAoBgWDgkExKBgUg4JBwaAYFAwKBsWgYFAMCgYFg2JQMCgGBYOCQTEoGBSDgkHBoBgUDIpBwaBgUAwKBgWDYlAwKAYFg4JBMSgYFIOCQcGgGBQMikHBoGBQDAoGxaBgUDAoBgWDgkExKBgUg4JBwaAYFAyKQcGgYFAMCgbFoGBQMCgGBYNiUDAoGBSDgkHBoBgUDIpBwaBgUAwKBsWgYFAwKAYFg2JQMCgYFIOCQTEoGBQMikHBoGBQDAoGxaBgUDAoBgWDYlAwKBgUg4JBMSgYFAyKQcGgGBQMCgbFoGBQMCgGBYNiUDAoGBSDgkExKBgUDMpHC21abItMlenrAAAAAElFTkSuQmCC',
)

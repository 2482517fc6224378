import type { ErrorInfo } from '../base/errors.ts'
import { type ThoughtMarks, thoughtMarks } from '../protocol/thoughts.ts'

/**
 * For a model without a chat template: `User: <image>…`, a line, `Assistant:`. No model was trained on exactly it, so a run
 * that used it is marked.
 */
export function fallbackTemplate(placeholder: string): string {
  const image = JSON.stringify(placeholder)
  return [
    "{% for message in messages %}{{ 'User: ' if message['role'] == 'user' else 'Assistant: ' }}",
    "{% for part in message['content'] %}",
    `{% if part['type'] == 'image' %}{{ ${image} }}{% else %}{{ part['text'] }}{% endif %}`,
    "{% endfor %}{{ '\\n' }}{% endfor %}",
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}",
  ].join('')
}

/** A part of a turn. The image that replaces it is chosen later. */
type ContentPart = { readonly type: 'image' } | { readonly type: 'text'; readonly text: string }

/**
 * A turn as a template takes it: in parts, or as text if the template never reads the type of a part. The text has a line for
 * each image without text before it (as LLaVA and FastVLM expect); other images stay in place.
 */
export function messageContent(
  template: string,
  parts: readonly ContentPart[],
  placeholder: string,
): string | readonly object[] {
  if (/\btype\b/.test(template)) return parts.map(part => (part.type === 'image' ? { type: 'image' } : part))
  const leading = parts.findIndex(({ type }) => type === 'text')
  const texts = parts.map((part, i) => {
    if (part.type === 'text') return part.text
    return i < leading ? `${placeholder}\n` : placeholder
  })
  return texts.join('')
}

/** @param folder name of the model's folder */
export function noChatTemplate(folder: string): ErrorInfo {
  return {
    code: 'model-config',
    subject: `${folder}/tokenizer_config.json: chat_template`,
    message: 'The model has no chat template, so its prompts cannot match its training.',
    remedy:
      'Add the model’s chat_template.jinja or chat_template.json, or choose the built-in template (User: … Assistant:).',
  }
}

/** Models that think aloud before they answer, found by the marks that their chat template has for a thought. */

export interface Thinking extends ThoughtMarks {
  /** Whether the template can be asked for a prompt with or without a thought (`enable_thinking`). */
  readonly hasSwitch: boolean
}

/** Null where a chat template has no mark of a thought. */
export function thinkingMarks(template: string): Thinking | null {
  const marks = thoughtMarks.find(({ open, close }) => template.includes(open) || template.includes(close))
  if (!marks) return null
  return { ...marks, hasSwitch: template.includes('enable_thinking') }
}

/** A prompt that begins a thought, with that thought ended before it has begun: the form that Qwen3's template writes. */
export function withoutThought(prompt: string, { open, close }: Thinking): string {
  const begun = prompt.trimEnd()
  return begun.endsWith(open) ? `${begun}\n\n${close}\n\n` : prompt
}

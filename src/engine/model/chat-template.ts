import type { ErrorInfo } from '../base/errors.ts'

/**
 * For a model without a chat template: `User: <image>…`, a line, `Assistant:`. Plain, the same for every model
 * and none was trained on exactly it, so a run that used it says so.
 * @param placeholder what the family puts for an image
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

/**
 * A user turn as a template takes it: in parts, or, where it never looks at the type of a part, as text with a line
 * for each image before the question (as LLaVA and FastVLM are asked).
 * @param placeholder what the family puts for an image
 */
export function messageContent(
  template: string,
  images: number,
  placeholder: string,
  text: string,
): string | readonly object[] {
  const places = Array<string>(images).fill(placeholder)
  if (!/\btype\b/.test(template)) return [...places, text].join('\n')
  return [...places.map(() => ({ type: 'image' })), { type: 'text', text }]
}

/** @param folder name of the model's folder */
export function noChatTemplate(folder: string): ErrorInfo {
  return {
    code: 'model-config',
    subject: `${folder}/tokenizer_config.json: chat_template`,
    message: 'The model has no chat template, so its prompts cannot be written as it was trained.',
    remedy:
      'Add the chat_template.jinja (or chat_template.json) that the model was published with, or choose the built-in template (User: … Assistant:).',
  }
}

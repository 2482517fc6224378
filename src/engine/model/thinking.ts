/** Models that think aloud before they answer, found by the marks that their chat template has for a thought. */

/** The marks around a thought, as published templates write them. */
const marks = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel>thought', '<channel|>'],
] as const

export interface Thinking {
  readonly open: string
  readonly close: string
  /** Whether the template can be asked for a prompt with or without a thought (`enable_thinking`). */
  readonly hasSwitch: boolean
}

/**
 * @param template source of a chat template
 * @returns null where it has no mark of a thought
 */
export function thinkingOf(template: string): Thinking | null {
  const found = marks.find(([open, close]) => template.includes(open) || template.includes(close))
  if (!found) return null
  return { open: found[0], close: found[1], hasSwitch: template.includes('enable_thinking') }
}

/** A prompt that begins a thought, with that thought ended before it has begun: the form that Qwen3's template writes. */
export function withoutThought(prompt: string, { open, close }: Thinking): string {
  const begun = prompt.trimEnd()
  return begun.endsWith(open) ? `${begun}\n\n${close}\n\n` : prompt
}

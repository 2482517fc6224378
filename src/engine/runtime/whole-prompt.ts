import type { Family } from '../families/family.ts'
import type { Session } from './sessions.ts'

/** Why every prompt must be computed whole; null where what prompts share can be computed once, to the same numbers. */
export function whyWhole(
  family: Pick<Family, 'wholePrompt'>,
  decoder: Pick<Session, 'scalesWholeCalls' | 'inputMetadata'>,
): string | null {
  if (family.wholePrompt !== undefined) return family.wholePrompt
  if (decoder.scalesWholeCalls) return 'this precision scales activations over all tokens of a call'
  // Within a call ONNX Runtime holds the state in 32 bits (seen here: logits up to 8e-3 apart).
  const rounds = decoder.inputMetadata.some(
    input => input.name.startsWith('past_recurrent') && input.isTensor && input.type === 'float16',
  )
  return rounds ? 'this precision rounds the state of linear layers wherever a prompt is cut' : null
}

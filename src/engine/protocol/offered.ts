import type { JsonObject } from '../base/json.ts'
import type { Protocol } from './protocol.ts'

/** Everything that the probability of an answer can be read of, in capitals or not. */
export const yesAndNo: readonly string[] = ['yes', 'no']

/**
 * The answers of a question whose probabilities can be read at one position: its letters, or yes and no. None where
 * several may be right, and where the answer is in words.
 */
export function offeredAnswers(
  protocol: Pick<Protocol, 'kindOf' | 'optionsOf'>,
  fields: JsonObject,
): readonly string[] {
  switch (protocol.kindOf(fields)) {
    case 'choice':
      return protocol.optionsOf(fields).map(({ letter }) => letter)
    case 'yes-no':
      return yesAndNo
    default:
      return []
  }
}

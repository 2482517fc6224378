import type { InputOutline } from '../base/input-outline.ts'
import type { TensorData } from './family.ts'

/** Which tokens are of an image: 1 x all tokens, 1 for those and 0 for text. */
export function tokenTypes(ids: readonly number[], imageToken: number): TensorData {
  const data = BigInt64Array.from(ids, id => (id === imageToken ? 1n : 0n))
  return { type: 'int64', dims: [1, ids.length], data }
}

/** Without the types a decoder cannot let an image's tokens see those after them; null where it has them. */
export function withoutTypes(inputs: readonly InputOutline[], name: string): string | null {
  if (inputs.some(input => input.name === name)) return null
  return `Its decoder has no input "${name}", so an image's tokens see only those before them; in PyTorch they see each other.`
}

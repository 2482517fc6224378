import type { Random } from '../unit/support/random.ts'
import type { Bytes } from './bytes.ts'

export type Input = string | Bytes

export interface Parser {
  make(random: Random): Input
  /** Throws a typed error, or what `mayThrow` names; anything else is a finding. */
  parse(input: Input): unknown
  readonly mayThrow?: readonly (new (...rest: never[]) => Error)[]
}

export const readText = (input: Input): string =>
  typeof input === 'string' ? input : new TextDecoder().decode(input)

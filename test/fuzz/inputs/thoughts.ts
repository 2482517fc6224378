/** Answers with the marks of thoughts: whole, halved, in each other, without an end, and a great many times. */
import { thoughtMarks } from '../../../src/engine/protocol/thoughts.ts'
import type { Random } from '../../unit/support/random.ts'
import { howMany } from '../bytes.ts'

const pieces = [
  ...thoughtMarks.flatMap(({ open, close }) => [open, close, open.toUpperCase(), open.slice(0, -1)]),
  ...['<|channel|>', '<|channel|>final<|message|>', '<|end|>', '<|return|>', 'analysisWe', 'assistantfinal'],
  ...['<analysis>', '</analysis>', '<', '[', '◁', 'A', 'B.', ' ', '\n', 'İ', 'ß', 'so ', '\ud83e'],
]

export function anyThoughts(random: Random): string {
  const few = () => random.text(pieces, 8)
  if (random.below(4) > 0) return few()
  const piece = random.pick(pieces) + random.pick(pieces)
  return few() + piece.repeat(Math.ceil(howMany(random, 2_000_000) / piece.length)) + few()
}

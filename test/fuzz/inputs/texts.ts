import type { Random } from '../../unit/support/random.ts'
import { howMany } from '../bytes.ts'

const pieces = [
  'A',
  'B',
  'd',
  ' ',
  '.',
  '..',
  '/',
  '\\',
  '%',
  '%41',
  '%E0%A4',
  '#',
  '?',
  '&',
  '=',
  ',',
  '(',
  ')',
  'é',
  '\u0301',
  '\ud83d',
  '\ude00',
  '\ufffd',
  '_',
  '\n',
  '\0',
  'runs',
  'compare',
  'ß',
  '*',
]

/** Any text: short and mixed, or one piece a great many times with something else behind it. */
export function anyText(random: Random): string {
  if (random.below(4) > 0) return random.text(pieces, 60)
  return random.pick(pieces).repeat(howMany(random, 300_000)) + random.text(pieces, 5)
}

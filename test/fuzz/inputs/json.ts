import type { Random } from '../../unit/support/random.ts'
import { howMany } from '../bytes.ts'

const texts = [
  '',
  'A',
  'é',
  'e\u0301',
  '\u2028',
  '\ud800',
  '\ufffd',
  '=1+1',
  '<b>',
  '{{x}}',
  '..',
  '__proto__',
  '$number',
  'ß'.repeat(20),
]
const numbers = [
  '0',
  '-0',
  '1.0',
  '1e400',
  '-1',
  '9007199254740993',
  'NaN',
  '-Infinity',
  '1e-400',
  '7'.repeat(300),
]
const names = [
  'id',
  'question',
  'option_A',
  'option_B',
  'gt_answer',
  'image_path',
  'task',
  '__proto__',
  '$number',
  '0',
  'x',
]

/** JSON text of any value. */
export function anyValue(random: Random, depth = 0): string {
  switch (random.below(depth > 5 ? 3 : 6)) {
    case 0:
      return random.pick(numbers)
    case 1:
      return JSON.stringify(random.pick(texts))
    case 2:
      return random.pick(['true', 'false', 'null', '"\\u0041\\n"', '"\\ud83d"'])
    case 3:
      return `[${Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1)).join()}]`
    default:
      return anyObject(random, depth)
  }
}

const anyObject = (random: Random, depth: number): string =>
  `{${Array.from({ length: random.below(6) }, () => `${JSON.stringify(random.pick(names))}:${anyValue(random, depth + 1)}`).join()}}`

/** Values that cost far more than their text. */
export const heavy = {
  arrays: (count: number) => `[${'[],'.repeat(count)}1]`,
  objects: (count: number) => `[${'{"a":1},'.repeat(count)}1]`,
  keys: (count: number) => `[${Array.from({ length: count }, (_, i) => `{"k${i}":1}`).join()}]`,
  numbers: (count: number) => `[${'1.0,'.repeat(count)}1]`,
  escapes: (count: number) => `["${'\\n'.repeat(count)}"]`,
  lines: (count: number) => `[${'\n'.repeat(count)}x]`,
  depth: (count: number) => '['.repeat(count),
  digits: (count: number) => `[${'7'.repeat(count)}]`,
  wide: (count: number) => `${'[0,'.repeat(990)}"${'x'.repeat(count)}"${']'.repeat(990)}`,
} as const

/** A text near to JSON: a value, a heavy one, or one with a place spoilt. */
export function anyJson(random: Random, value: (random: Random) => string = anyValue): string {
  const kind = random.below(10)
  if (kind === 0) return random.pick(Object.values(heavy))(howMany(random, 2_000_000))
  const text = value(random)
  if (kind < 7) return text
  const at = random.below(text.length + 1)
  const put = random.pick(['', ',', ']', '}', '"', '\\', '\u0000', '\ufeff', '-', '1e', 'nul', '[{'])
  return text.slice(0, at) + put + text.slice(at + random.below(3))
}

const list = (random: Random, item: (random: Random) => string) =>
  `[${Array.from({ length: random.below(6) }, () => item(random)).join()}]`

/** A test.json with samples that are nearly right. */
export const anySamples = (random: Random): string =>
  list(random, () => {
    const value = () => (random.below(3) === 0 ? anyValue(random, 4) : JSON.stringify(random.pick(texts)))
    const path = random.pick([
      'a.png',
      '../a.png',
      '/etc/passwd',
      'a/./b//..',
      `${'a/'.repeat(400)}b`,
      '..\\a',
    ])
    const options = Array.from({ length: random.below(5) }, (_, i) => `"option_${'ABCD'[i]}":${value()}`)
    const fields = [
      `"id":${value()}`,
      `"question":${value()}`,
      `"gt_answer":${value()}`,
      `"image_path":${JSON.stringify(path)}`,
      ...options,
    ]
    return `{${fields.filter(() => random.below(12) > 0).join()}}`
  })

/** A JSON text with one of its values replaced: by one of the same kind, or by any other. */
export function withOtherValue(random: Random, text: string): string {
  const values = [...text.matchAll(/:\s*("[^"]*"|[-\d.]+|true|false|null)/g)]
  if (values.length === 0) return text
  const found = random.pick(values)
  const old = found[1] ?? ''
  const start = found.index + found[0].length - old.length
  return text.slice(0, start) + otherValue(random, old) + text.slice(start + old.length)
}

function otherValue(random: Random, old: string): string {
  if (random.below(2) === 0) return anyValue(random, 3)
  if (old.startsWith('"')) return JSON.stringify(random.pick(texts).repeat(1 + howMany(random, 1_000_000)))
  return /^[-\d]/.test(old) ? random.pick(numbers) : random.pick(['true', 'false', 'null'])
}

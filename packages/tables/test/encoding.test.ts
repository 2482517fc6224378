import { expect, test } from 'vitest'
import { isWindows1252 } from '../src/encoding.ts'

const western = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test.each([
  ['UTF-8', new Uint8Array(Buffer.from('Was ist größer?')), false],
  ['Latin-1', western('Was ist größer, und warum?'), true],
  [
    'Cyrillic in Windows-1251',
    new Uint8Array(Buffer.from('d7f2ee fdf2ee20e5f1f2fc'.replaceAll(' ', ''), 'hex')),
    false,
  ],
  ['Chinese in GBK', new Uint8Array(Buffer.from('cdbccffacfd4cabec1cbcab2c3b4', 'hex')), false],
  ['bytes with zeros', new Uint8Array([0, 233, 0, 65, 66]), false],
])('%s is Windows-1252: %s', (_, bytes, isWestern) => {
  expect(isWindows1252(bytes, true)).toBe(isWestern)
})

test('a cut character at the end of what is looked at is UTF-8', () => {
  expect(isWindows1252(new Uint8Array(Buffer.from('größer')).subarray(0, 3), false)).toBe(false)
})

import { expect, test } from 'vitest'
import { memoryBytes } from '../src/bytes.ts'
import { asUtf8 } from '../src/encoding.ts'

const isWindows1252 = async (bytes: Uint8Array<ArrayBuffer>): Promise<boolean> =>
  (await asUtf8(memoryBytes('a.csv', bytes))).encoding === 'Windows-1252'

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
])('%s is Windows-1252: %s', async (_, bytes, isWestern) => {
  expect(await isWindows1252(bytes)).toBe(isWestern)
})

test('a cut character at the end of what is looked at is UTF-8', async () => {
  const lookedAt = 4 << 20
  expect(await isWindows1252(new Uint8Array(Buffer.from(`${'a'.repeat(lookedAt - 1)}ößer`)))).toBe(false)
})

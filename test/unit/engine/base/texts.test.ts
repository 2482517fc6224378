import { JsonLimitError, jsonAllowance, ofAllowance, parseJson } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { RecentTexts, Texts } from '../../../../src/engine/base/texts.ts'

test.each([
  '',
  'short',
  'a text of some length',
  'quotes " and \\ and \u2028\n',
  'lone \ud800 surrogates \udc00',
  '𝔸 é 漢字 of some length',
])('a text is given out as it was: %j', text => {
  for (const texts of [new Texts(), new RecentTexts()]) {
    expect(texts.of(text)).toBe(text)
    expect(texts.of(`${text}`)).toBe(text)
  }
})

test('of texts that fall on one place each is given out as it was', () => {
  const texts = new RecentTexts()
  const alike = Array.from({ length: 100_000 }, (_, i) => `picture ${i % 40_000} of an adult patient`)
  expect(alike.every(text => texts.of(text) === text)).toBe(true)
})

test('JSON is read alike with texts of its own', () => {
  const json =
    '{"a":["one text of some length","one text of some length",{"b":"\\ud800 and an escape"}],"$number":"x"}'
  expect(parseJson(json, jsonAllowance(), { texts: new Texts() })).toEqual(parseJson(json))
  expect(parseJson(json, jsonAllowance(), { texts: new RecentTexts() })).toEqual(parseJson(json))
})

test('files share the folder’s allowance, and none takes more than a file may', () => {
  const folder = jsonAllowance()
  ofAllowance(folder, jsonAllowance(), own => parseJson('[1,2,3]', own))
  expect(folder.valuesLeft).toBe(folder.values - 4)
  expect(folder.charactersLeft).toBe(folder.characters - 7)
  expect(() => ofAllowance(folder, jsonAllowance(3), own => parseJson('[1,2,3]', own))).toThrow(
    JsonLimitError,
  )
  folder.valuesLeft = 2
  expect(() => ofAllowance(folder, jsonAllowance(), own => parseJson('[1,2,3]', own))).toThrow(
    `There are more than ${folder.values} values and keys.`,
  )
})

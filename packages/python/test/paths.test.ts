import { expect, test } from 'vitest'
import { byCodePoint, isInside, join, normalise, parentFolder, rooted, unrooted } from '../src/paths.ts'
import cases from './golden/paths.json' with { type: 'json' }

test("paths are joined and normalised as by Python's os.path", () => {
  for (const [folder, path, joined, normal] of cases as [string, string, string, string][]) {
    expect(join(folder, path)).toBe(joined)
    expect(normalise(join(folder, path))).toBe(normal)
  }
  expect(normalise('//a')).toBe('//a')
  expect(normalise('///a')).toBe('/a')
  expect(normalise('')).toBe('.')
})

test.each([
  ['data', 'data/x.png', true],
  ['data', 'data', true],
  ['data', normalise('data/X/../../data/Y/z.png'), true],
  ['data', normalise('data/X/../../other/z.png'), false],
  ['data', normalise('data/../../data/z.png'), false],
  ['data', 'database/z.png', false],
  ['data', '/data/z.png', false],
  ['', 'X/z.png', true],
  ['', '../z.png', false],
  ['', '..png', true],
])('in %j, %j is inside: %j', (root, path, inside) => {
  expect(isInside(root, path)).toBe(inside)
})

test('rooted and unrooted undo each other', () => {
  for (const root of ['data', '']) expect(unrooted(root, rooted(root, 'X/z.png'))).toBe('X/z.png')
  expect([parentFolder('a/b/c'), parentFolder('a')]).toEqual(['a/b', ''])
})

test('order is by code point', () => {
  const texts = ['b', 'a', '\u{10437}', '\uffee', 'aa', '', '\u{1f400}', '\u{1f401}', 'é']
  const expected = ['', 'a', 'aa', 'b', 'é', '\uffee', '\u{10437}', '\u{1f400}', '\u{1f401}']
  expect(texts.sort(byCodePoint)).toEqual(expected)
})

import { UniformRandom } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { RepeatSearch } from '../../../../src/engine/base/repeats.ts'
import { rounds } from '../../support/rounds.ts'

function searched(texts: Iterable<string>): boolean {
  const search = new RepeatSearch()
  for (const text of texts) search.add(text)
  return search.mayRepeat()
}

test('a repeated text is always found, at any place', () => {
  const random = new UniformRandom(5)
  for (let round = 0; round < rounds(1000); round++) {
    const texts = Array.from({ length: 2 + random.below(50) }, (_, i) => `${i}-${random.next()}`)
    texts.splice(random.below(texts.length), 0, texts[random.below(texts.length)] ?? '')
    expect(searched(texts)).toBe(true)
  }
  expect(searched(['', 'a', ''])).toBe(true)
})

test('no two different ids are confused, numbered or written alike', () => {
  const many = 200_000
  expect(searched(Array.from({ length: many }, (_, i) => `${i}`))).toBe(false)
  expect(searched(Array.from({ length: many }, (_, i) => `case_${i}_q`))).toBe(false)
  expect(searched(Array.from({ length: many }, (_, i) => String.fromCharCode(i & 0xffff, i >> 16)))).toBe(
    false,
  )
  expect(searched(['', 'a', 'b', 'ab', 'ba'])).toBe(false)
  expect(searched([])).toBe(false)
})

import { expect, test } from 'vitest'
import { counted, grouped } from '../../../../src/engine/base/counted.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const byIntl = [0, 1].map(
  decimals =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

const special = [0, -0, 0.05, 0.5, 1.5, 4.25, 62.15, 0.949999, 9.95, 999.95, 999_999.5, 1e-7, 5e-324, 1e14]

test('numbers are written as Intl writes them, next to halves too', () => {
  const random = new Random(7)
  const drawn = Array.from({ length: rounds(20_000) }, () => {
    const share = (random.below(2000) / (1 + random.below(2000))) * 100
    const half = (random.below(20_000) + 0.5) / 10
    return [share, half, half / 10, half * (1 + 2 ** -52), half * (1 - 2 ** -53), random.next() * 1e12]
  }).flat()
  const all = [...special, ...drawn, Number.NaN, Number.POSITIVE_INFINITY]
  const differing = all
    .flatMap(n => [n, -n])
    .filter(n => byIntl.some((intl, decimals) => grouped(n, decimals) !== intl.format(n)))
  expect(differing).toEqual([])
})

test('one is singular', () => {
  expect([0, 1, 1432].map(n => counted(n, 'copy', 'copies'))).toEqual(['0 copies', '1 copy', '1,432 copies'])
})

import { expect, test } from 'vitest'
import { counted, grouped, signedFigure } from '../../../../src/engine/base/counted.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const byIntl = [0, 1].map(
  decimals =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

const special = [0, -0, 0.05, 0.5, 1.5, 4.25, 62.15, 0.949999, 9.95, 999.95, 999_999.5, 1e-7, 5e-324, 1e14]

/** A minus sign for Intl's hyphen, and a zero without a sign. */
const withMinus = (text: string): string => (/^-[0.]*$/.test(text) ? text.slice(1) : text.replace('-', '−'))

test('numbers are written as Intl writes them, next to halves too, with a minus sign and no negative zero', () => {
  const random = new Random(7)
  const drawn = Array.from({ length: rounds(20_000) }, () => {
    const share = (random.below(2000) / (1 + random.below(2000))) * 100
    const half = (random.below(20_000) + 0.5) / 10
    return [share, half, half / 10, half * (1 + 2 ** -52), half * (1 - 2 ** -53), random.next() * 1e12]
  }).flat()
  const all = [...special, ...drawn, Number.NaN, Number.POSITIVE_INFINITY]
  const differing = all
    .flatMap(n => [n, -n])
    .filter(n => byIntl.some((intl, decimals) => grouped(n, decimals) !== withMinus(intl.format(n))))
  expect(differing).toEqual([])
})

test('a negative number has a minus sign, and what is rounded to zero has none', () => {
  expect([-0.3884, -0.0004, -0, 0.0004, -12_345.6].map(n => grouped(n, 3))).toEqual([
    ...['−0.388', '0.000', '0.000', '0.000', '−12,345.600'],
  ])
  expect([0.032, -0.0104, -0.0004, 0.0004, 0].map(share => signedFigure(share))).toEqual([
    ...['+3.2', '−1.0', '0.0', '0.0', '0.0'],
  ])
})

test('one is singular', () => {
  expect([0, 1, 1432].map(n => counted(n, 'copy', 'copies'))).toEqual(['0 copies', '1 copy', '1,432 copies'])
})

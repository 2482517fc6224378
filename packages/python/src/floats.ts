/** How Python reads a number from a text and rounds it. */
import { ownValue } from './own-value.ts'
import { strip } from './texts.ts'

/** White space to `str.strip`, but not to `float`. */
function hasSeparator(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x1c && code <= 0x1f) return true
  }
  return false
}

/** Decimal digits of other scripts. */
const otherDigit = /(?![0-9])\p{Nd}/gu

const special = /^([+-]?)(inf|infinity|nan)$/i
const digitPart = '[0-9](?:_?[0-9])*'
const decimal = new RegExp(
  `^[+-]?(?:${digitPart}(?:\\.(?:${digitPart})?)?|\\.${digitPart})(?:e[+-]?${digitPart})?$`,
  'i',
)

/**
 * `float(text)`; null where that raises ValueError. Takes white space around it, `_` between digits, the decimal
 * digits of every script, `inf`, `infinity` and `nan`.
 */
export function parseFloatPython(text: string): number | null {
  if (hasSeparator(text)) return null
  const plain = strip(text).replace(otherDigit, asciiDigit)
  const named = special.exec(plain)
  if (named !== null) {
    if (named[2]?.toLowerCase() === 'nan') return Number.NaN
    return named[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  return decimal.test(plain) ? Number(plain.replaceAll('_', '')) : null
}

const isDigit = /^\p{Nd}$/u

/** Unicode has decimal digits in rows of ten from 0 to 9; some rows follow each other directly. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (first > 0 && isDigit.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

/** Odd eighths, the only floats in the middle between two hundredths, and the even one of the two. */
const evenHundredth: Readonly<Record<string, string>> = {
  '.125': '.12',
  '.375': '.38',
  '.625': '.62',
  '.875': '.88',
}

/** `round(value, 2)`: the nearest hundredth of the exact value, the even one of two, where `toFixed` takes the larger. */
export function roundToHundredths(value: number): number {
  // Beyond this `toFixed` writes no decimals, and there are none.
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value
  if (Math.abs(value * 8) % 2 !== 1) return Number(value.toFixed(2))
  return Number(value.toFixed(3).replace(/\.\d+$/, decimals => ownValue(evenHundredth, decimals) ?? decimals))
}

/**
 * A number as `Intl.NumberFormat('en-US')` writes it: "1,432", or "62.1" with one decimal; but with a minus sign, not a hyphen
 * ("−0.388"), and none before a zero. Without `Intl`, whose first use takes some 30 ms while the page opens.
 * @param n below 1e14 in size
 * @param decimals a half is rounded up in size: 4.25 becomes "4.3"
 */
export function grouped(n: number, decimals = 0): string {
  if (Number.isNaN(n)) return 'NaN'
  const sign = n < 0 ? '−' : ''
  if (!Number.isFinite(n)) return `${sign}∞`
  const size = Math.abs(n)
  // The shortest digits that mean this number; below a millionth they have an exponent.
  const [whole = '', fraction = ''] = size < 1e-6 ? ['0'] : String(size).split('.')
  const cut = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const units = String(fraction.charAt(decimals) >= '5' ? cut + 1 : cut).padStart(decimals + 1, '0')
  const point = units.length - decimals
  const rest = decimals > 0 ? `.${units.slice(point)}` : ''
  const thousands: string[] = []
  for (let end = point; end > 0; end -= 3) thousands.unshift(units.slice(Math.max(0, end - 3), end))
  return (Number(units) === 0 ? '' : sign) + thousands.join(',') + rest
}

/**
 * A share of 0 to 1 in per cent, without the sign: "62.1". A half is rounded up in size, as of the exact fraction: 100 · 23/80 is
 * stored as 28.749999999999996 and becomes "28.8". Fourteen digits are without the errors of a few operations.
 */
export function percentFigure(share: number, decimals = 1): string {
  return grouped(Number((100 * share).toPrecision(14)), decimals)
}

/** A difference of two shares in points, with its sign: "+3.2", "−1.0", "0.0". */
export function signedFigure(difference: number, decimals = 1): string {
  const text = percentFigure(difference, decimals)
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`
}

/** "1 question", "1,432 questions". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`
}

/** Browsers' logarithms may differ in the last digit; a file has the same six in all of them. */
export const toSixDigits = (value: number): number => Number(value.toFixed(6))

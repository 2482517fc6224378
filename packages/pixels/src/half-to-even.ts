/** Python's `round(value)`: a half goes to the even neighbour. */
export function halfToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return below + (rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? 1 : 0)
}

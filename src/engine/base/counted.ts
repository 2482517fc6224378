const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** "1,432". */
export const grouped = (n: number): string => whole.format(n)

/** "1 question", "1,432 questions". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`
}

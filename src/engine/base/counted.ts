const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** "1 question", "1,432 questions". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${whole.format(n)} ${n === 1 ? one : many}`
}

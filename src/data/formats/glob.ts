/** Whether a path matches a pattern in which `*` stands for any run of characters; without regard to case. */
export function matches(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = path.toLowerCase()
  if (rest.length === 0) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  const last = rest.at(-1) ?? ''
  return text.length >= at + last.length && text.endsWith(last)
}

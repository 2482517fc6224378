/** Parameters of a model as its name has them: "Qwen3-VL-30B-A3B" has 30 billion. Null where it has no such number. */
export function sizeInName(name: string): number | null {
  const found = /(?<![\w.])(\d+(?:\.\d+)?)\s?([BM])(?![A-Za-z0-9])/i.exec(name.replaceAll('_', '-'))
  if (!found) return null
  const size = Number(found[1]) * (found[2]?.toUpperCase() === 'M' ? 1e6 : 1e9)
  return size > 0 ? size : null
}

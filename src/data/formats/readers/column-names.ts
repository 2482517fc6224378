/** As pandas names columns: `Unnamed: 0` where a name is missing, `name.1` where it was there before. */
export function columnNames(header: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return header.map((cell, i) => {
    const name = cell === '' ? `Unnamed: ${i}` : cell
    let own = name
    for (let n = 1; seen.has(own); n++) own = `${name}.${n}`
    seen.add(own)
    return own
  })
}

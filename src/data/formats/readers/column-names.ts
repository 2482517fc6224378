/**
 * As pandas names columns: `Unnamed: 0` where a name is missing; where one was there before, it and the next number that
 * no other column is called by (`a, a, a.1` are `a, a.2, a.1`).
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const names = header.map((cell, i) => (cell === '' ? `Unnamed: ${i}` : cell))
  const taken = new Set(names)
  const next = new Map<string, number>()
  const places = [...header.keys()]
  // A name of the file's own comes before one that stands for none.
  const inOrder = [...places.filter(i => header[i] !== ''), ...places.filter(i => header[i] === '')]
  for (const i of inOrder) {
    const name = names[i] ?? ''
    let number = next.get(name) ?? 0
    if (number > 0) {
      while (taken.has(`${name}.${number}`)) number++
      names[i] = `${name}.${number}`
      taken.add(`${name}.${number}`)
    }
    next.set(name, number + 1)
  }
  return names
}

/** JSON of runs as it was before runs named their protocol and order; throws where one follows others than those of then. */
export function withoutProtocol(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part) => {
    if (key !== 'settings') return part
    const { protocol, order, seed, ...settings } = part
    if (protocol.id !== 'medrcube' || protocol.version !== 1) throw new Error('Another protocol.')
    if (order !== 'dataset' || seed !== 0) throw new Error('Another order.')
    return settings
  })
}

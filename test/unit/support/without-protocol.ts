import { firstProtocol } from '../../../src/engine/protocol/registry.ts'

/** JSON of runs as it was before runs named their protocol; throws where one follows another than that of then. */
export function withoutProtocol(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part) => {
    if (key !== 'settings') return part
    const { protocol, ...settings } = part
    if (JSON.stringify(protocol) !== JSON.stringify(firstProtocol)) throw new Error('Another protocol.')
    return settings
  })
}

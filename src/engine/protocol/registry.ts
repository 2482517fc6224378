import { VoxelwiseError } from '../base/errors.ts'
import { medrcube } from './medrcube.ts'
import type { Protocol } from './protocol.ts'
import type { ProtocolReference } from './protocol-reference.ts'

const protocols = new Map<string, Protocol>()

/** Makes a protocol known under its id. @throws Error where another has that id */
export function registerProtocol(protocol: Protocol): void {
  if (protocols.has(protocol.id)) throw new Error(`There are two protocols "${protocol.id}".`)
  protocols.set(protocol.id, protocol)
}

registerProtocol(medrcube)

/** What a run keeps of the protocol that it follows. */
export const referenceTo = ({ id, version }: Protocol): ProtocolReference => ({ id, version })

/** What runs follow that were made before runs named their protocol. */
export const firstProtocol: ProtocolReference = referenceTo(medrcube)

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it */
export function protocolOf({ id, version }: ProtocolReference): Protocol {
  const found = protocols.get(id)
  if (found?.version === version) return found
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `${id} ${version}`,
    message: found
      ? `This page has version ${found.version} of the protocol, which asks or judges otherwise.`
      : 'This page does not have the protocol that the run follows.',
    remedy: 'Open it in the version of Voxelwise that made it.',
  })
}

import type { ProtocolReference } from '../../../engine/protocol/protocol-reference.ts'
import {
  mappedProtocolReference,
  mappedProtocols,
  referenceTo,
} from '../../../engine/protocol/protocols/registry.ts'
import type { MappingDocument } from './document.ts'

/** The protocol that a mapping names; the default where it names none, or one that this version does not have. */
export function protocolFor({ protocol }: MappingDocument): ProtocolReference {
  const named = mappedProtocols.find(({ id }) => id === protocol)
  return named ? referenceTo(named) : mappedProtocolReference
}

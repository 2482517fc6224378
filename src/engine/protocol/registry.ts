import { VoxelwiseError } from '../base/errors.ts'
import { judgeOf } from './judges/registry.ts'
import { medrcube } from './medrcube.ts'
import type { Protocol } from './protocol.ts'
import type { JudgeReference, ProtocolReference } from './protocol-reference.ts'
import { direct } from './protocols/direct.ts'
import { medCmr } from './protocols/med-cmr.ts'
import { medevalkit } from './protocols/medevalkit.ts'
import { mmmu } from './protocols/mmmu.ts'
import { vlmevalkit } from './protocols/vlmevalkit.ts'
import { rubricProtocols } from './rubrics/rubric-protocol.ts'
import { withJudge } from './with-judge.ts'

const protocols = new Map<string, Protocol>()

/** Makes a protocol known under its id. @throws Error where another has that id */
export function registerProtocol(protocol: Protocol): void {
  if (protocols.has(protocol.id)) throw new Error(`There are two protocols "${protocol.id}".`)
  protocols.set(protocol.id, protocol)
}

/** What samples can follow that came through a mapping, the default first. */
export const mappedProtocols: readonly Protocol[] = [direct, medCmr, vlmevalkit, mmmu, medevalkit]

for (const protocol of [medrcube, ...mappedProtocols, ...rubricProtocols]) registerProtocol(protocol)

/** What a run keeps of the protocol that it follows. */
export const referenceTo = ({ id, version }: Protocol, judge?: JudgeReference): ProtocolReference => ({
  id,
  version,
  ...(judge && { judge: { id: judge.id, version: judge.version } }),
})

/** What runs follow that were made before runs named their protocol. */
export const firstProtocol: ProtocolReference = referenceTo(medrcube)

/** What mapped samples follow unless their data set or the user says otherwise. */
export const mappedProtocolReference: ProtocolReference = referenceTo(direct)

/**
 * The protocols that samples can follow whose data set names this one: all for mapped samples, whatever it names; a
 * benchmark with fields of its own has one.
 */
export function protocolsFor({ id, version }: ProtocolReference): readonly Protocol[] {
  if (mappedProtocols.some(protocol => protocol.id === id)) return mappedProtocols
  return [protocolOf({ id, version })]
}

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it, or its judge */
export function protocolOf({ id, version, judge }: ProtocolReference): Protocol {
  const found = protocols.get(id)
  if (found?.version === version) return judge ? withJudge(found, judgeOf(judge)) : found
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `${id} ${version}`,
    message: found
      ? `This page has version ${found.version} of the protocol, which asks or judges otherwise.`
      : 'This page does not have the protocol that the run follows.',
    remedy: 'Open it in the version of Voxelwise that made it.',
  })
}

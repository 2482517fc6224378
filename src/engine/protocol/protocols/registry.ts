import type { Judge } from '../judges/judge.ts'
import { findJudge } from '../judges/registry.ts'
import type { Protocol } from '../protocol.ts'
import { type JudgeReference, type ProtocolReference, Versions } from '../protocol-reference.ts'
import {
  boxesInPixels,
  cxReasonBench,
  medCmr,
  medCmrV1,
  medevalkit,
  mediConfusion,
  medqBench,
  medqBenchV1,
  medsgBench,
  medvision,
  mmmu,
  mRareBench,
  vlmevalkit,
  vqaV2,
} from './benchmarks.ts'
import { direct, directV1 } from './direct.ts'
import { readBy } from './mapped.ts'
import { medrcube } from './medrcube.ts'
import { optionMatchProtocol } from './option-match.ts'
import { rubricProtocols } from './rubric.ts'

/** What samples can follow that came through a mapping: each protocol once, in its newest version; the default first. */
export const mappedProtocols: readonly Protocol[] = [
  ...[direct, medCmr, vlmevalkit, mmmu, medevalkit, medqBench],
  ...[vqaV2, boxesInPixels, medsgBench, medvision, cxReasonBench, mediConfusion, mRareBench],
]

const protocols = new Versions<Protocol>('protocol', 'with other prompts or rules', [
  ...[medrcube, directV1, medCmrV1, medqBenchV1],
  ...[...mappedProtocols, ...rubricProtocols, optionMatchProtocol],
])

/** The part of its protocol that a run stores. */
export const protocolReference = ({ id, version }: Protocol, judge?: JudgeReference): ProtocolReference => ({
  id,
  version,
  ...(judge && { judge: { id: judge.id, version: judge.version } }),
})

/** The protocol of mapped samples, unless their data set or the user names another. */
export const mappedProtocolReference: ProtocolReference = protocolReference(direct)

/** The protocols for samples whose data set names this one: all mapped ones, or that alone. */
export function protocolsFor({ id, version }: ProtocolReference): readonly Protocol[] {
  if (mappedProtocols.some(protocol => protocol.id === id)) return mappedProtocols
  return [findProtocol({ id, version })]
}

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it, or its judge */
export function findProtocol({ judge, ...reference }: ProtocolReference): Protocol {
  const protocol = protocols.of(reference)
  return judge ? withJudge(protocol, findJudge(judge)) : protocol
}

/** A protocol whose answers another judge reads, for the kinds of question which that judge covers. */
export const withJudge = (protocol: Protocol, judge: Judge): Protocol => ({
  ...protocol,
  name: `${protocol.name}; answers read by ${judge.id}`,
  reading: { id: judge.id, version: judge.version },
  ...readBy(judge.readers, protocol, protocol),
})

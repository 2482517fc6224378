import { VoxelwiseError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { get, str } from '../../base/python.ts'
import { type Judge, type JudgedQuestion, judged } from '../judges/judge.ts'
import { judgeOf } from '../judges/registry.ts'
import type { Protocol } from '../protocol.ts'
import { type JudgeReference, newestOf, type ProtocolReference } from '../protocol-reference.ts'
import {
  boxesInPixels,
  cxReasonBench,
  medCmr,
  medCmrV1,
  medevalkit,
  medqBench,
  medqBenchV1,
  medsgBench,
  medvision,
  mmmu,
  vlmevalkit,
  vqaV2,
} from './benchmarks.ts'
import { direct, directV1 } from './direct.ts'
import { furtherFacts } from './mapped.ts'
import { medrcube } from './medrcube.ts'
import { optionMatchProtocol } from './option-match.ts'
import { rubricProtocols } from './rubric.ts'

const protocols: Protocol[] = []

const find = (id: string, version: number): Protocol | undefined =>
  protocols.find(protocol => protocol.id === id && protocol.version === version)

/**
 * Makes a protocol known under its id and version; older versions stay, so that runs that follow them can be continued.
 * @throws Error where another has both
 */
export function registerProtocol(protocol: Protocol): void {
  const { id, version } = protocol
  if (find(id, version)) throw new Error(`There are two protocols "${id}" of version ${version}.`)
  protocols.push(protocol)
}

/** What samples can follow that came through a mapping: each protocol once, in its newest version; the default first. */
export const mappedProtocols: readonly Protocol[] = [
  ...[direct, medCmr, vlmevalkit, mmmu, medevalkit, medqBench],
  ...[vqaV2, boxesInPixels, medsgBench, medvision, cxReasonBench],
]

for (const protocol of [
  ...[medrcube, directV1, medCmrV1, medqBenchV1],
  ...[...mappedProtocols, ...rubricProtocols, optionMatchProtocol],
])
  registerProtocol(protocol)

/** The part of its protocol that a run stores. */
export const referenceTo = ({ id, version }: Protocol, judge?: JudgeReference): ProtocolReference => ({
  id,
  version,
  ...(judge && { judge: { id: judge.id, version: judge.version } }),
})

/** The protocol of mapped samples, unless their data set or the user names another. */
export const mappedProtocolReference: ProtocolReference = referenceTo(direct)

/**
 * The protocols available to samples whose data set names this one: all for mapped samples; a benchmark with fields of
 * its own has one.
 */
export function protocolsFor({ id, version }: ProtocolReference): readonly Protocol[] {
  if (mappedProtocols.some(protocol => protocol.id === id)) return mappedProtocols
  return [protocolOf({ id, version })]
}

/** @throws VoxelwiseError protocol-unknown where this version of the page does not have it, or its judge */
export function protocolOf({ id, version, judge }: ProtocolReference): Protocol {
  const found = find(id, version)
  if (found) return judge ? withJudge(found, judgeOf(judge)) : found
  const newest = newestOf(protocols, id)
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `${id} ${version}`,
    message: newest
      ? `This page has version ${newest.version} of the protocol, with other prompts or rules.`
      : 'This page does not have the protocol of this run.',
    remedy: 'Open the run in the version of Voxelwise that made it.',
  })
}

/** A protocol whose answers another judge reads, for the kinds of question which that judge covers. */
export function withJudge(protocol: Protocol, judge: Judge): Protocol {
  const questionOf = (fields: JsonObject): JudgedQuestion => ({
    kind: protocol.kindOf(fields),
    options: protocol.optionsOf(fields).map(({ letter, value }) => ({ letter, text: str(value) })),
    answer: protocol.rightAnswer(fields),
    ...furtherFacts(fields),
  })
  return {
    ...protocol,
    name: `${protocol.name}; answers read by ${judge.id}`,
    reading: { id: judge.id, version: judge.version },
    judge(response, fields) {
      const reader = judge.readers[protocol.kindOf(fields)]
      if (!reader) return protocol.judge(response, fields)
      return judged(reader, response, questionOf(fields), `sample ${str(get(fields, 'id'))}`)
    },
    measureOf: kind =>
      judge.readers[kind] ? (judge.readers[kind].measure ?? null) : (protocol.measureOf?.(kind) ?? null),
    isSettled(prefix, fields) {
      const reader = judge.readers[protocol.kindOf(fields)]
      return reader
        ? (reader.isSettled?.(prefix, questionOf(fields)) ?? false)
        : protocol.isSettled(prefix, fields)
    },
  }
}

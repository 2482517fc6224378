/** `--protocol` and `--judge`: by which rules samples are asked, and by whose their answers are read. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { protocolsFor, referenceTo } from '../../engine/protocol/protocols/registry.ts'
import { usageError } from './arguments.ts'

/** @throws VoxelwiseError usage where there is no such judge */
export function judgeNamed(name: string | undefined, usage: string): Judge | null {
  if (name === undefined) return null
  const found = newestJudges().find(({ id }) => id === name)
  if (found) return found
  const known = newestJudges()
    .map(({ id }) => id)
    .join(', ')
  throw usageError(`There is no judge "${name}"; there are ${known}.`, `--judge ${name}`, usage)
}

/**
 * What a data set's samples are to follow.
 * @param own what the data set says
 * @throws VoxelwiseError usage, protocol-unknown where its samples cannot follow that protocol
 */
export function chosenProtocol(
  own: ProtocolReference,
  name: string | undefined,
  judge: Judge | null,
): ProtocolReference {
  const possible = protocolsFor(own)
  const found = possible.find(({ id }) => id === (name ?? own.id))
  if (found) return referenceTo(found, judge ?? undefined)
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `--protocol ${name ?? own.id}`,
    message: 'The samples of this data set cannot be asked so.',
    remedy: `Choose one of ${possible.map(({ id }) => id).join(', ')}.`,
  })
}

import type { JsonObject } from '@voxelwise/python'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import { type Turn, writeTurns } from '../../engine/protocol/turns.ts'

/**
 * The prompt before the chat template. A single turn with at most one image is the prompt itself; otherwise every turn has
 * its role, and each image is marked at its place.
 * @param fields of the sample, as shown to the model
 * @param protocol of the record's run
 */
export function promptText(
  { prompt, sample }: Pick<RunRecord, 'prompt' | 'sample'>,
  fields: JsonObject,
  protocol: Protocol,
): string {
  const turns = writeTurns(fields, listImages(sample).length, protocol)
  const isPlain = turns.length === 1 && turns[0]?.parts.slice(1).every(({ type }) => type === 'text')
  if (isPlain && !sample.furtherImages) return prompt
  return turns
    .map(turn => (turns.length === 1 ? written(turn) : `${turn.role}: ${written(turn)}`))
    .join('\n\n')
}

const written = ({ parts }: Turn): string =>
  parts.map(part => (part.type === 'image' ? `[image ${part.image + 1}]` : part.text)).join('')

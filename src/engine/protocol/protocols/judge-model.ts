/** What judge models are asked by: the protocols of rubrics and of withheld options. */
import { get } from '@voxelwise/python'
import type { Protocol } from '../protocol.ts'

/**
 * A reply is neither right nor wrong: `correct` states whether it could be read, `parsed` contains what was read.
 * @param required fields of a sample
 */
export const judgeModelProtocol = (
  own: Pick<Protocol, 'id' | 'version' | 'name' | 'about' | 'prompt' | 'judge'> &
    Required<Pick<Protocol, 'replyForm'>>,
  required: readonly string[],
): Protocol => ({
  ...own,
  reading: { id: own.id, version: own.version },
  letters: [],
  missing: fields => required.find(name => get(fields, name) === undefined) ?? null,
  answerKind: () => 'text',
  listOptions: () => [],
  arranged: fields => fields,
  promptOpening: '',
  rightAnswer: () => '',
  isSettled: () => false,
})

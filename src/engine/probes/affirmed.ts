import { type JsonObject, str } from '@voxelwise/python'
import type { Protocol } from '../protocol/protocol.ts'
import type { AnsweredRecord } from '../protocol/record.ts'

/** Whether a question was rightly answered, and not with no, none, normal or the like. */
export const isAffirmed = (
  { sample, correct }: Pick<AnsweredRecord, 'sample' | 'correct'>,
  protocol: Protocol,
): boolean => correct && !denial.test(rightText(protocol, sample.fields))

const denial = /^(?:no|not|none|nothing|absent|negative|normal|healthy|unremarkable)\b/i

/** In words, where it is a letter. */
function rightText(protocol: Protocol, fields: JsonObject): string {
  const right = protocol.rightAnswer(fields)
  const option = protocol.listOptions(fields).find(({ letter }) => letter === right)
  return option ? str(option.value).trim() : right
}

import type { JsonObject } from '../base/json.ts'
import { get, str } from '../base/python.ts'
import { type Judge, type JudgedQuestion, judged } from './judges/judge.ts'
import type { Protocol } from './protocol.ts'

/** A protocol whose answers another judge reads, as far as that one knows the kind of question. */
export function withJudge(protocol: Protocol, judge: Judge): Protocol {
  const questionOf = (fields: JsonObject): JudgedQuestion => ({
    kind: protocol.kindOf(fields),
    options: protocol.optionsOf(fields).map(({ letter, value }) => ({ letter, text: str(value) })),
    answer: protocol.rightAnswer(fields),
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
    isSettled(prefix, fields) {
      const reader = judge.readers[protocol.kindOf(fields)]
      return reader
        ? (reader.isSettled?.(prefix, questionOf(fields)) ?? false)
        : protocol.isSettled(prefix, fields)
    },
  }
}

/** What is written of a header cube: no path, no name, no text of a header. */
import { type JsonObject, stringifyJson } from '../../engine/base/json.ts'
import type { HeaderCube, HeaderQuestion, LeftOut } from './derive.ts'

const letters = 'ABCDEFGH'

/** A question as `samples` writes it. */
export function questionLine(question: HeaderQuestion, { rules, seed }: HeaderCube): string {
  const { id, image, frame, rule, options, answer, region } = question
  const line: JsonObject = {
    id,
    kind: 'choice',
    question: question.question,
    options: Object.fromEntries(options.map((option, i) => [letters.charAt(i), option])),
    answer: letters.charAt(options.indexOf(answer)),
    images: [image],
    task: question.task,
    modality: question.modality,
    anatomy: region,
    image,
    frame,
    rule,
    region,
    group: question.group,
    trust: question.trust,
    rules,
    seed,
  }
  return stringifyJson(line)
}

export const leftOutLine = (one: LeftOut): string =>
  stringifyJson({
    image: one.image,
    ...(one.rule !== undefined && { frame: one.frame ?? null, rule: one.rule }),
    reason: one.reason,
  })

export function cubeSummary({ rules, seed, files, questions, excluded, blind }: HeaderCube): JsonObject {
  const reasons: Record<string, number> = {}
  for (const { reason } of excluded) reasons[reason] = (reasons[reason] ?? 0) + 1
  return {
    rules,
    seed,
    files,
    questions: questions.length,
    groups: new Set(questions.map(({ group }) => group)).size,
    blind: Object.fromEntries(Object.entries(blind).map(([rule, figures]) => [rule, { ...figures }])),
    excluded: Object.fromEntries(Object.entries(reasons).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** What is written of a header cube: no path, no name, no text of a header. */

import { splitPart } from '@voxelwise/pixels'
import { type JsonObject, stringifyJson } from '@voxelwise/python'
import { byCodeUnit, countBy } from '../../../engine/base/grouping.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
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

/** How many files and questions were left out, by reason. */
export function leftOutCounts(excluded: readonly LeftOut[]): Readonly<Record<string, number>> {
  const counts = countBy(excluded.map(({ reason }) => reason))
  return Object.fromEntries([...counts].sort(([a], [b]) => byCodeUnit(a, b)))
}

export function cubeSummary(cube: HeaderCube): JsonObject {
  const { rules, seed, files, questions, excluded, blind, unusedLabels } = cube
  return {
    rules,
    seed,
    files,
    questions: questions.length,
    groups: new Set(questions.map(({ group }) => group)).size,
    blind: Object.fromEntries(Object.entries(blind).map(([rule, figures]) => [rule, { ...figures }])),
    excluded: leftOutCounts(excluded),
    ...(unusedLabels && { labels_left_out: { ...unusedLabels } }),
  }
}

/** The questions as a MedRCube-style test.json: of an image its SHA-256, of a patient its number. */
export function testJson(samples: readonly Sample[]): string {
  const items = samples.map(({ fields, image }) => {
    const { path } = splitPart(image ?? '')
    return { ...fields, image_path: path.slice(path.lastIndexOf('/') + 1) }
  })
  return `${stringifyJson(items)}\n`
}

/** MedRCube's own rules, equal to its official evaluator to the last field (test/unit/oracle.test.ts). */
import type { JsonObject } from '../../base/json.ts'
import { get, truthy } from '../../base/python.ts'
import { buildPrompt, letters, optionsOf, promptOpening, rightLetter } from '../prompt.ts'
import type { Protocol } from '../protocol.ts'
import { judge, verdictIsFixed } from './medrcube-reading.ts'

const required = ['id', 'question', 'gt_answer'] as const

export const medrcube: Protocol = {
  id: 'medrcube',
  version: 1,
  name: 'MedRCube, as its official evaluator',
  about: 'Prompt and reading equal MedRCube’s official evaluator: the first A to D that is a separate word.',
  reading: { id: 'medrcube', version: 1 },
  letters,
  missing(fields) {
    const lacks = required.find(name => !truthy(get(fields, name)))
    return lacks ?? (optionsOf(fields).length === 0 ? 'option_A' : null)
  },
  kindOf: () => 'choice',
  optionsOf,
  rotated,
  prompt: buildPrompt,
  promptOpening,
  rightAnswer: rightLetter,
  judge: (response, fields) => judge(response, rightLetter(fields)),
  isSettled: verdictIsFixed,
}

function rotated(fields: JsonObject, shift: number): JsonObject {
  const options = optionsOf(fields)
  const moved = options.map(({ letter }, i) => [
    `option_${letter}`,
    options[(i + shift) % options.length]?.value ?? null,
  ])
  return { ...fields, ...Object.fromEntries(moved) }
}

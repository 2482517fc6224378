/** MedRCube's own rules, equal to its official evaluator to the last field (test/unit/oracle.test.ts). */
import { judge, verdictIsFixed } from './judge.ts'
import { buildPrompt, letters, optionsOf, promptOpening, rightLetter } from './prompt.ts'
import type { Protocol } from './protocol.ts'

export const medrcube: Protocol = {
  id: 'medrcube',
  version: 1,
  name: 'MedRCube, as its official evaluator',
  letters,
  optionsOf,
  prompt: buildPrompt,
  promptOpening,
  rightLetter,
  judge,
  isSettled: verdictIsFixed,
}

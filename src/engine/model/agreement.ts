import { fieldError, isFields, numberField, wholeField } from '../base/config-fields.ts'
import type { Dtype } from '../protocol/device.ts'
import type { Agreement } from '../protocol/identity.ts'
import { readDtype } from '../protocol/mixed-precision.ts'

/** The file that `tools/export --verify` writes next to a model. */
export const cardFile = 'voxelwise.json'

/** The only form of the card so far; a later one is not read. */
const cardFormat = 1

/**
 * What each precision answered otherwise than PyTorch, by its card; empty where there is none.
 * @throws VoxelwiseError model-config naming the field
 */
export function readAgreements(card: Readonly<Record<string, unknown>>): ReadonlyMap<Dtype, Agreement> {
  if (card.format !== cardFormat) return new Map()
  const questions = wholeField(card, 'questions', cardFile, 1e9)
  const { reference, precisions } = card
  if (typeof reference !== 'string') throw fieldError(cardFile, 'reference', 'text')
  if (!isFields(precisions)) throw fieldError(cardFile, 'precisions', 'an object')
  return new Map(
    Object.entries(precisions).flatMap(([name, entry]) => {
      const dtype = readDtype(name)
      if (dtype === null || !isFields(entry)) return []
      const at = `${cardFile}: precisions.${dtype}`
      const lettersChanged = numberField(entry, 'lettersChanged', at)
      if (!Number.isInteger(lettersChanged) || lettersChanged < 0 || lettersChanged > questions)
        throw fieldError(at, 'lettersChanged', `a whole number from 0 to ${questions}`)
      const logits = numberField(entry, 'logits', at)
      return [[dtype, { questions, lettersChanged, logits, reference }] as const]
    }),
  )
}

/** `24 of 25 letters as in PyTorch, logits at most 1.1 apart` */
export function agreementWords({ questions, lettersChanged, logits }: Agreement): string {
  return `${questions - lettersChanged} of ${questions} letters as in PyTorch, logits at most ${logits} apart`
}

/** Whether a precision answers as PyTorch does, save for one letter in fifty. */
export const agrees = ({ questions, lettersChanged }: Agreement): boolean => 50 * lettersChanged <= questions

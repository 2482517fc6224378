import type { ErrorInfo } from '../base/errors.ts'
import type { Family } from '../families/family.ts'

/**
 * Why a model cannot be asked the questions of a data set; null where it can.
 * @param images most images of a question
 */
export function refusesImages(
  modelType: string,
  { oneImage, textOnly }: Pick<Family, 'oneImage' | 'textOnly'>,
  images: number,
): ErrorInfo | null {
  if (textOnly && images > 0)
    return {
      code: 'model-unsupported',
      subject: `${modelType}: images`,
      message: `The data set has images, but "${modelType}" is a language model and accepts none.`,
      remedy: 'Choose a model that takes images: docs/models.md lists their families.',
    }
  if (images <= 1 || oneImage === undefined) return null
  return {
    code: 'model-unsupported',
    subject: `${modelType}: several images`,
    message: `A question of the data set has ${images} images, and the family "${modelType}" takes one: ${oneImage}.`,
    remedy: 'Choose a model that takes several images: docs/models.md lists their families.',
  }
}

import type { ErrorInfo } from '../base/errors.ts'
import type { Family } from '../families/family.ts'
import { families } from '../families/registry.ts'

const takers = (): string =>
  families.flatMap(({ modelTypes, oneImage }) => (oneImage === undefined ? modelTypes : [])).join(', ')

/**
 * Why a model cannot be asked the questions of a data set; null where it can.
 * @param images most images of a question
 */
export function refusesImages(
  modelType: string,
  { oneImage }: Pick<Family, 'oneImage'>,
  images: number,
): ErrorInfo | null {
  if (images <= 1 || oneImage === undefined) return null
  return {
    code: 'model-unsupported',
    subject: `${modelType}: several images`,
    message: `A question of the data set has ${images} images, and the family "${modelType}" takes one: ${oneImage}.`,
    remedy: `Choose a model of a family that takes several: ${takers()}.`,
  }
}

import { type ErrorInfo, VoxelwiseError } from '../errors.ts'
import type { Family } from './family.ts'
import { idefics3 } from './idefics3.ts'

export const families: readonly Family[] = [idefics3]

/** @throws VoxelwiseError model-unsupported */
export function familyOf(modelType: string): Family {
  const found = families.find(family => family.modelTypes.includes(modelType))
  if (found) return found
  throw new VoxelwiseError(unsupported(modelType))
}

/** Names the family and those that are supported. */
export function unsupported(modelType: string): ErrorInfo {
  return {
    code: 'model-unsupported',
    subject: modelType || 'config.json: model_type',
    message: modelType
      ? `The model family "${modelType}" is not supported.`
      : 'config.json does not say its model_type.',
    remedy: `Choose a model of one of these families: ${families.flatMap(family => family.modelTypes).join(', ')}.`,
  }
}

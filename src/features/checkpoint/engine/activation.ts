import { type Activation, activationNames, findActivation } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import { unknownSetting } from './refusals.ts'

/** @throws CheckpointError unsupported, naming the field */
export function activationField(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  file: string,
  usual?: string,
): Activation {
  const name = String(ownValue(fields, field) ?? usual)
  const activation = findActivation(name)
  if (activation) return activation
  throw unknownSetting(file, field, name, activationNames)
}

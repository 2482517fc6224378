import type { NameServedModel } from '../../../cli/evaluate/served-model.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { findServer } from '../data/connect.ts'

/** As `NameServedModel`. @throws VoxelwiseError as `findServer`, too */
export const onlyServedModel: NameServedModel = async (origin, wanted, note, option = '--server-model') => {
  if (wanted !== null) return wanted
  note('Connecting: listing the models of the server')
  const { models, unlisted } = await findServer(`${origin}/model-server/`)
  const [first, ...others] = models
  if (first !== undefined && others.length === 0) return first
  throw new VoxelwiseError({
    code: 'usage',
    subject: option,
    message: unlisted
      ? `The server does not list its models: ${unlisted}.`
      : models.length === 0
        ? 'The server lists no model.'
        : `The server has ${models.length} models.`,
    remedy:
      models.length === 0
        ? "Give the server's name of the model; it is used if it answers."
        : `Name one of ${models.join(', ')}.`,
  })
}

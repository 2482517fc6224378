import { VoxelwiseError } from '../base/errors.ts'
import type { Run } from '../protocol/run.ts'
import type { RunEvent } from './run-events.ts'
import type { Vlm } from './vlm.ts'

/**
 * Reports the digest of the loaded weights before the first question. A fingerprint reads pieces of them; this is all of them.
 * @throws VoxelwiseError fingerprint-mismatch where the run's earlier answers are of other weights
 */
export async function reportWeights(
  { weights }: Pick<Vlm, 'weights'>,
  { model }: Pick<Run, 'model'>,
  emit: (event: RunEvent) => void,
): Promise<string> {
  const digest = await weights()
  if (model.weights !== undefined && model.weights !== digest)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: model.name,
      message: 'The weights of this model have changed since the run began.',
      remedy: 'Put the files back as they were, or start a new run.',
    })
  emit({ type: 'weights', digest })
  return digest
}

import { VoxelwiseError } from '../base/errors.ts'
import type { Run } from '../protocol/run.ts'
import type { LoadedWeights } from './load-parts.ts'
import type { RunEvent } from './run-events.ts'
import type { Vlm } from './vlm.ts'

/**
 * Reports the digests of what was loaded before the first question. A fingerprint reads pieces of the weights; this is all of
 * them. A run may go on with other graphs of the same checkpoint, as with another version of ONNX Runtime.
 * @throws VoxelwiseError fingerprint-mismatch where the run's earlier answers are of other weights, or may be
 */
export async function reportWeights(
  { weights }: Pick<Vlm, 'weights'>,
  { model, environment }: Pick<Run, 'model' | 'environment'>,
  emit: (event: RunEvent) => void,
): Promise<LoadedWeights> {
  const loaded = await weights()
  const { files, graphs, all } = loaded
  const isOlder = graphs !== null && environment.graphs === undefined
  if (model.weights !== undefined && model.weights !== (isOlder ? all : files))
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: model.name,
      ...(isOlder ? unclear : changed),
    })
  emit({ type: 'weights', files, graphs })
  return loaded
}

/** The run with what was loaded: itself where it knew. */
export function withWeights(run: Run, { files, graphs }: Pick<LoadedWeights, 'files' | 'graphs'>): Run {
  const { model, environment } = run
  const known = environment.graphs ?? []
  const isNew = graphs !== null && !known.includes(graphs)
  if (model.weights === files && !isNew) return run
  return {
    ...run,
    model: { ...model, weights: files },
    environment: isNew ? { ...environment, graphs: [...known, graphs] } : environment,
  }
}

const changed = {
  message: 'The weights of this model have changed since the run began.',
  remedy: 'Put the files back as they were, or start a new run.',
}

/** Runs of versions before 30 November 2026 have one digest of the weights and of the graphs that the page wrote for them. */
const unclear = {
  message:
    'An older version began this run, with one digest of weights and written graphs. It differs now, so either may have changed.',
  remedy: 'Continue it with that version, or start a new run.',
}

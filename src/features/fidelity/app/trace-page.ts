import type { SourceDescriptor } from '../../../data/sources/source.ts'
import { workerHandle } from '../../../workers/shared/worker-handle.ts'
import { type PlainTrace, plainTrace, type TraceRequest } from '../engine/trace.ts'
import type { TraceOptions, TraceWorker } from '../worker/trace-contract.ts'

declare global {
  /** Every number of some prompts, for `npm run fidelity`. */
  var voxelwiseTrace: typeof tracePrompts
}

/** Traces prompts in a thread of their own. @throws VoxelwiseError as `Vlm.load` */
export async function tracePrompts(
  model: SourceDescriptor,
  options: TraceOptions,
  requests: readonly TraceRequest[],
): Promise<readonly PlainTrace[]> {
  const { remote, crashed, close } = workerHandle<TraceWorker>(
    new Worker(new URL('../worker/trace.worker.ts', import.meta.url), { type: 'module' }),
  )
  try {
    return (await Promise.race([remote.trace(model, options, requests), crashed])).map(plainTrace)
  } finally {
    close()
  }
}

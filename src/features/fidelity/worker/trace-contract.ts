import type { SourceDescriptor } from '../../../data/sources/source.ts'
import type { Buffers } from '../../../engine/runtime/graph-writer.ts'
import type { ModelLoadOptions } from '../../../engine/runtime/vlm.ts'
import type { Trace, TraceRequest } from '../engine/trace.ts'

/** How a model is loaded to be compared with PyTorch. */
export interface TraceOptions extends Omit<ModelLoadOptions, 'onProgress'> {
  /** How a checkpoint keeps what follows from its settings. */
  readonly buffers: Buffers
}

/** Loads a model and returns every number of some prompts. */
export interface TraceWorker {
  trace(
    model: SourceDescriptor,
    options: TraceOptions,
    requests: readonly TraceRequest[],
  ): Promise<readonly Trace[]>
}

/** The graphs of a checkpoint in one precision: as an exporter would have written them. */
import {
  type Adapter,
  type BufferType,
  type BuiltGraph,
  CheckpointError,
  type Draft,
  decoder,
  embedding,
  GraphBuilder,
  type StoredTensor,
  Tensors,
} from '@voxelwise/checkpoint'
import type { Dtype, GraphDtype } from '../../../engine/protocol/device.ts'
import { mixedDtype } from '../../../engine/protocol/mixed-precision.ts'
import {
  type CheckpointFamily,
  commonlyUnused,
  commonNames,
  type UnusedTensors,
} from './checkpoint-family.ts'
import { checkLanguage } from './consistency.ts'

type Fields = Readonly<Record<string, unknown>>

/** Precisions that are made of one checkpoint. */
export const checkpointDtypes = ['fp32', 'fp16', 'q8', 'q4'] as const
type CheckpointDtype = (typeof checkpointDtypes)[number]

/** The precision of an image encoder whose products are of bytes. */
const encoderInBytes = 'int8'

/** What can be mixed: such an encoder with any decoder that computes in 32 bits. */
export const checkpointMixtures: readonly Dtype[] = (['fp32', 'q8', 'q4'] as const).map(dtype =>
  mixedDtype(dtype, { vision_encoder: encoderInBytes }),
)

/** How each precision keeps matrices: the decoder's, its output matrix, and the image encoder's. */
const plans: Readonly<
  Record<
    CheckpointDtype,
    Pick<Draft, 'type'> & Readonly<Record<'decoder' | 'head' | 'vision', Draft['bits']>>
  >
> = {
  fp32: { type: 'float', decoder: 'float', head: 'float', vision: 'float' },
  fp16: { type: 'float16', decoder: 'float', head: 'float', vision: 'float' },
  q8: { type: 'float', decoder: 8, head: 8, vision: 'float' },
  q4: { type: 'float', decoder: 4, head: 8, vision: 'float' },
}

/** What a checkpoint's graphs are made of. */
interface Checkpoint {
  readonly family: CheckpointFamily
  readonly config: Fields
  readonly stored: ReadonlyMap<string, StoredTensor>
  readonly adapter: Adapter | null
  /** As in `Draft`: `float`, unless a reference is compared that was made otherwise. */
  readonly buffers: BufferType
}

export const familyRenaming = ({ names = [] }: CheckpointFamily) => [...names, ...commonNames]

/** A graph by its session, and the precision that its file is named after. */
export interface WrittenGraph {
  readonly session: string
  readonly dtype: GraphDtype
  readonly graph: BuiltGraph
  /** As in `Draft`: for native ONNX Runtime, beside the graph of the same data that does not. */
  readonly roundsInputs: boolean
}

/**
 * Writes the three graphs in every precision, and the encoder in bytes. Only names and shapes are read; no weight is.
 * @param location the name of a graph's data file, as the graph has it
 * @throws CheckpointError for a tensor that is missing, left over, or of another shape; VoxelwiseError model-config
 */
export function checkpointGraphs(
  checkpoint: Checkpoint,
  location: (session: string, dtype: GraphDtype) => string,
): readonly WrittenGraph[] {
  const graphs = checkpointDtypes.flatMap(dtype =>
    graphsIn(checkpoint, dtype, session => location(session, dtype)),
  )
  const session = 'vision_encoder'
  const { family, config, stored, adapter, buffers } = checkpoint
  const tensors = new Tensors(stored, familyRenaming(family), adapter)
  const graph = new GraphBuilder(location(session, encoderInBytes))
  const language = family.language(config, tensors)
  family.vision({ graph, tensors, type: 'float', bits: 'signed', buffers }, config, language)
  return [...graphs, { session, dtype: encoderInBytes, graph: graph.build(), roundsInputs: false }]
}

/**
 * Those of one precision.
 * @throws CheckpointError for a tensor that is missing, left over, or of another shape; VoxelwiseError model-config
 */
function graphsIn(
  { family, config, stored, adapter, buffers }: Checkpoint,
  dtype: CheckpointDtype,
  location: (session: string) => string,
): readonly WrittenGraph[] {
  const tensors = new Tensors(stored, familyRenaming(family), adapter)
  const plan = plans[dtype]
  const language = family.language(config, tensors)
  checkLanguage(language, config, tensors)
  const written = (
    session: string,
    bits: Draft['bits'],
    write: (draft: Draft) => void,
    roundsInputs = false,
  ): WrittenGraph => {
    const graph = new GraphBuilder(location(session))
    write({ graph, tensors, type: plan.type, bits, buffers, roundsInputs })
    return { session, dtype, graph: graph.build(), roundsInputs }
  }
  const ofDecoder = (roundsInputs: boolean): WrittenGraph =>
    written('decoder_model_merged', plan.decoder, draft => decoder(draft, language, plan.head), roundsInputs)
  const graphs = [
    written('vision_encoder', plan.vision, draft => family.vision(draft, config, language)),
    written('embed_tokens', plan.decoder, draft => embedding(draft, language)),
    ofDecoder(false),
    ...(plan.decoder === 'float' ? [] : [ofDecoder(true)]),
  ]
  const unneeded = [...(family.unused?.(config) ?? []), ...commonlyUnused]
  checkLeftOver(tensors, unneeded)
  checkAdapter(adapter, tensors, unneeded)
  return graphs
}

/** A tensor that no graph uses would change PyTorch's answer, unless it is known not to. */
function checkLeftOver(tensors: Tensors, known: readonly UnusedTensors[]): void {
  const left = tensors.unused().filter(name => !known.some(tensors => tensors.has(name)))
  const [first] = left
  if (first === undefined) return
  throw new CheckpointError(
    'unsupported',
    first,
    `The checkpoint has ${left.length === 1 ? 'a tensor' : `${left.length} tensors`} that config.json does not describe.`,
    'Compare config.json with the published one. If it is the same, the model has code of its own: start a server that runs it, and connect to it.',
  )
}

/** What an adapter changes has to be there. In a layer that no graph needs it may change what it wants. */
function checkAdapter(adapter: Adapter | null, tensors: Tensors, known: readonly UnusedTensors[]): void {
  const isUnneeded = (name: string): boolean => {
    const published = tensors.publishedName(name)
    return published !== null && known.some(tensors => tensors.has(published))
  }
  const [first, ...more] = adapter?.unused(isUnneeded) ?? []
  if (first === undefined) return
  throw new CheckpointError(
    'unsupported',
    `adapter_model.safetensors: ${first}`,
    `The adapter was trained on ${adapter?.base}. It changes ${more.length === 0 ? 'a tensor' : `${more.length + 1} tensors`} that this checkpoint does not have, or only as a part of another.`,
    'Pick the model on which the adapter was trained. If this is it, merge the adapter with peft.',
  )
}

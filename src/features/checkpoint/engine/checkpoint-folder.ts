/**
 * A checkpoint's folder as a folder of ONNX sessions: beside its own files it lists the graphs and their data in every
 * precision. Graphs are written at once, data as it is read. What reads a model need not know the difference.
 */
import {
  type BuiltGraph,
  bytesOfParts,
  CheckpointError,
  hasTensorFiles,
  type ReadBytes,
  readTensors,
  type StoredType,
  type TensorFolder,
} from '@voxelwise/checkpoint'
import { type ErrorCode, VoxelwiseError } from '../../../engine/base/errors.ts'
import { MadeBlob } from '../../../engine/base/made-blob.ts'
import { knownFamily } from '../../../engine/families/registry.ts'
import { nativeGraphFile, sessionFile } from '../../../engine/model/layout.ts'
import type { GraphDtype } from '../../../engine/protocol/device.ts'
import type { GraphForm, GraphWriter } from '../../../engine/runtime/graph-writer.ts'
import { type ModelFolder, readFields } from '../../../engine/runtime/model-folder.ts'
import { adapterBase, readAdapter } from './adapter-folder.ts'
import { checkpointGraphs, checkpointMixtures, familyRenaming, type WrittenGraph } from './graphs.ts'
import { readModelLayout } from './layouts/layout.ts'
import { checkUnquantised, checkWeights } from './refusals.ts'
import { findCheckpointFamily } from './registry.ts'

/** Whether a folder holds a checkpoint and no exported graphs. */
const isCheckpoint = ({ files }: Pick<ModelFolder, 'files'>): boolean => {
  const paths = files.map(({ path }) => path)
  return hasTensorFiles(paths) && !paths.some(path => /^onnx\/.*\.onnx$/.test(path))
}

const codes: Readonly<Record<CheckpointError['kind'], ErrorCode>> = {
  missing: 'model-file-missing',
  damaged: 'model-load',
  unsupported: 'model-unsupported',
}

/** The same error as the rest of the page knows it. */
function shownError(folder: string, error: unknown): unknown {
  if (!(error instanceof CheckpointError)) return error
  const { kind, subject, message, remedy } = error
  return new VoxelwiseError({
    code: codes[kind],
    subject: `${folder}/${subject}`,
    message,
    remedy,
    cause: error,
  })
}

/**
 * @returns the folder itself if it holds exported graphs, or a checkpoint that the page does not run at all: the model's overview
 *   names it
 * @throws VoxelwiseError model-file-missing, model-load, model-unsupported, model-config: before a weight is read
 */
async function asModelFolder(published: ModelFolder, { buffers }: GraphForm): Promise<ModelFolder> {
  const graphs: WrittenGraph[] = []
  let adapter: ModelFolder['adapter']
  let folder = published
  try {
    const tensors = tensorFolder(published)
    await checkWeights(tensors.paths, () => adapterBase(published))
    if (!isCheckpoint(published)) return published
    const layout = await readModelLayout(published, tensors)
    folder = layout.folder
    const config = await readFields(folder, 'config.json')
    const family = findCheckpointFamily(config)
    if (!family) {
      await checkWritable(published)
      return folder
    }
    checkUnquantised(config, [])
    const stored = layout.tensors(await readTensors(tensors))
    checkUnquantised(config, stored.values())
    const adapted = await readAdapter(
      folder,
      tensors,
      [layout.names, familyRenaming(family)],
      layout.packedNames,
    )
    adapter = adapted?.facts ?? null
    const checkpoint = { family, config, stored, adapter: adapted?.adapter ?? null, buffers }
    graphs.push(...checkpointGraphs(checkpoint, dataName))
  } catch (error) {
    throw shownError(published.name, error)
  }
  return { ...virtualFolder(folder, graphs), adapter }
}

/** @throws VoxelwiseError model-unsupported for a family that this page runs, and whose graphs only the exporter can make */
async function checkWritable(folder: ModelFolder): Promise<void> {
  const modelType = String((await readFields(folder, 'config.json')).model_type ?? '')
  if (!knownFamily(modelType)) return
  throw new VoxelwiseError({
    code: 'model-unsupported',
    subject: `${folder.name}/config.json: model_type ${modelType}`,
    message: 'The page cannot write the graphs of this family from a checkpoint.',
    remedy: 'Export it with tools/export, and pick the exported folder.',
  })
}

/** Writes the graphs of checkpoints. */
export const checkpointGraphWriter: GraphWriter = {
  withGraphs: asModelFolder,
  storedTypes,
  mixtures: checkpointMixtures,
}

/** The data file of a graph, as the graph has it. */
const dataName = (session: string, dtype: GraphDtype): string =>
  `${sessionFile(session, dtype).split('/').at(-1)}_data`

/** Types in which a checkpoint's tensors are stored; none where the folder has no safetensors. */
async function storedTypes(folder: ModelFolder): Promise<ReadonlySet<StoredType>> {
  const tensors = tensorFolder(folder)
  if (!hasTensorFiles(tensors.paths)) return new Set()
  return new Set([...(await readTensors(tensors)).values()].map(({ type }) => type))
}

function tensorFolder(folder: ModelFolder): TensorFolder {
  const read = folder.read?.bind(folder)
  return {
    paths: folder.files.map(({ path }) => path),
    async open(path) {
      const size = folder.files.find(file => file.path === path)?.size ?? 0
      if (read) return { size, read: (start, end) => read(path, start, end) }
      const blob = await folder.open(path)
      return {
        size: blob.size,
        read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
      }
    },
  }
}

function virtualFolder(folder: ModelFolder, graphs: readonly WrittenGraph[]): ModelFolder {
  const tensors = tensorFolder(folder)
  const sources = new Map<string, ReturnType<TensorFolder['open']>>()
  const readBytes: ReadBytes = async (file, begin, end) => {
    const opened = sources.get(file) ?? tensors.open(file)
    sources.set(file, opened)
    return (await opened).read(begin, end)
  }
  const graphData = ({ data, dataLength }: BuiltGraph): Blob =>
    new MadeBlob(dataLength, (start, end) =>
      bytesOfParts(data, readBytes, start, end).catch(error => {
        throw shownError(folder.name, error)
      }),
    )
  const byPath = new Map<string, Blob>()
  for (const { session, dtype, graph, roundsInputs } of graphs) {
    const path = sessionFile(session, dtype)
    byPath.set(roundsInputs ? nativeGraphFile(path) : path, new Blob([graph.bytes]))
    if (!roundsInputs) byPath.set(`${path}_data`, graphData(graph))
  }
  const { read, locate, ...rest } = folder
  const files = [...byPath].map(([path, { size }]) => ({ path, size }))
  return {
    ...rest,
    files: [...folder.files, ...files],
    written: new Set(byPath.keys()),
    open: async path => byPath.get(path) ?? folder.open(path),
  }
}

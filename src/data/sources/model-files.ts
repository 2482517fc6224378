import { ownValue } from '@voxelwise/python'
import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import { cardFile } from '../../engine/model/agreement.ts'
import { thinkingMarks } from '../../engine/model/chat-template.ts'
import { type LayoutFile, sessionFile } from '../../engine/model/layout.ts'
import type { DeviceLimits } from '../../engine/model/limits.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { OnnxOutline } from '../../engine/model/onnx-outline.ts'
import { familyOfConfig, modelOverview } from '../../engine/model/overview.ts'
import { blobSource, type ProtobufSource } from '../../engine/model/protobuf.ts'
import { dtypes } from '../../engine/protocol/device.ts'
import type { Buffers } from '../../engine/runtime/graph-writer.ts'
import {
  type ModelFolder,
  readChatTemplate,
  readConfigs,
  readFields,
} from '../../engine/runtime/model-folder.ts'
import { readOutline } from '../../engine/runtime/outlines.ts'
import { graphWriter } from '../../engine/seams.ts'
import type { FolderSource } from './source.ts'

interface ModelReading {
  /** Where a file lies on this machine, for a runtime that reads files itself. */
  readonly locate?: (path: string) => string
  /** How a checkpoint keeps what follows from its settings; for a comparison with a reference that was cast as a whole. */
  readonly buffers?: Buffers
}

/**
 * A picked folder as the engine's runtime reads a model from it. A checkpoint's folder has the graphs of its sessions, too.
 * @param how what differs from a folder in a browser
 */
export async function openModelFolder(
  source: FolderSource,
  { locate, buffers = 'float' }: ModelReading = {},
): Promise<ModelFolder> {
  const open = (path: string): Promise<Blob> => source.open(path)
  const listed = await source.list()
  const files = await Promise.all(
    listed.map(async file => (file.size >= 0 ? file : { ...file, size: await fileSize(source, file.path) })),
  )
  const folder = {
    name: source.name,
    files,
    open,
    ...(locate && { locate }),
    ...(source.read && { read: source.read.bind(source) }),
    ...(source.outlines && { outlines: await source.outlines() }),
  }
  return graphWriter ? graphWriter.withGraphs(folder, { buffers }) : folder
}

/** The types in which a checkpoint's own weights are stored; none of a folder with exported graphs only. */
export const weightTypes = async (folder: ModelFolder): Promise<ReadonlySet<string>> =>
  graphWriter ? graphWriter.storedTypes(folder) : new Set()

const fileSize = async (source: FolderSource, path: string): Promise<number> =>
  source.size ? source.size(path) : (await source.open(path)).size

export async function summariseModel(
  folder: ModelFolder,
  source: FolderSource['kind'],
  limits: DeviceLimits,
  images: number,
): Promise<ModelOverview> {
  const { name, files } = folder
  const configs = await readConfigs(folder)
  const family = familyOfConfig(configs)
  const template = await readChatTemplate(folder, configs)
  const hasTemplate = template !== null || family?.template !== undefined
  const written = template?.source ?? family?.template
  const thinking = written === undefined ? null : thinkingMarks(written)
  const outlines = await readOutlines(folder, family?.sessions ?? [])
  const card = await readFields(folder, cardFile)
  const overview = modelOverview(
    {
      name,
      source,
      files,
      configs,
      hasTemplate,
      thinking,
      outlines,
      card,
      mixtures: offeredMixtures(folder),
    },
    limits,
    images,
  )
  return {
    ...overview,
    ...(folder.adapter !== undefined && { adapter: folder.adapter }),
    ...(folder.copied && { copied: folder.copied.dtype }),
  }
}

/** A private copy holds one precision, and a checkpoint's graphs are written in any. */
const offeredMixtures = ({ copied, written }: ModelFolder) =>
  copied ? [copied.dtype] : written && graphWriter ? graphWriter.mixtures : null

/** Every ONNX file of these sessions that exists, or the problem with it. */
async function readOutlines(
  folder: ModelFolder,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, OnnxOutline | ErrorInfo>> {
  const paths = new Set(sessions.flatMap(session => dtypes.map(dtype => sessionFile(session, dtype))))
  const present = folder.files.filter(({ path }) => paths.has(path))
  const read = present.map(async (file): Promise<[string, OnnxOutline | ErrorInfo]> => {
    const known = folder.outlines && ownValue(folder.outlines, file.path)
    if (known) return [file.path, known]
    try {
      return [file.path, await readOutline(`${folder.name}/${file.path}`, await openProtobuf(folder, file))]
    } catch (error) {
      if (error instanceof VoxelwiseError) return [file.path, error.info]
      throw error
    }
  })
  return new Map(await Promise.all(read))
}

async function openProtobuf(folder: ModelFolder, { path, size }: LayoutFile): Promise<ProtobufSource> {
  const read = folder.read?.bind(folder)
  return read ? { size, read: (start, end) => read(path, start, end) } : blobSource(await folder.open(path))
}

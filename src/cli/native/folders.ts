import { join } from 'node:path'
import { nodeCodec } from '@voxelwise/pixels/node'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ReadDataset, TableReading } from '../../data/formats/format.ts'
import { summariseDataset } from '../../data/formats/summarise-dataset.ts'
import { openQuestions } from '../../data/questions/open-questions.ts'
import { summariseModel } from '../../data/sources/model-files.ts'
import { modelFingerprint } from '../../data/sources/model-fingerprint.ts'
import { nodeModelFolder } from '../../data/sources/node.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import type { FolderSource } from '../../data/sources/source.ts'
import { findFamily } from '../../engine/families/registry.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { Dtype, NativeDevice } from '../../engine/protocol/device.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { bundledFolders, demoDataset } from '../base/installed.ts'
import { watchedReading } from '../base/watched-reading.ts'

export interface NativeFolders {
  readonly source: FolderSource
  readonly loaded: ReadDataset
  readonly dataset: DatasetOverview
  readonly folder: ModelFolder
  readonly model: ModelOverview
}

/** @param device the model's @throws VoxelwiseError as `openQuestions` and `summariseModel` */
export async function openFolders(
  paths: { readonly dataset: string; readonly model: string; readonly adapter: string | null },
  reading: TableReading,
  device: NativeDevice,
): Promise<NativeFolders> {
  const isDemo = (path: string): boolean => path === 'demo'
  const picked = isDemo(paths.dataset)
    ? ({ ...pickedPath(demoDataset).source, kind: 'bundled' } as const)
    : pickedPath(paths.dataset).source
  const { source, loaded } = await watchedReading(picked, (watched, onProgress) =>
    openQuestions(watched, { ...reading, onProgress }, nodeCodec),
  )
  const dataset = summariseDataset(loaded, source.kind)
  const path = isDemo(paths.model) ? join(bundledFolders, 'models/phantom-vlm') : paths.model
  const folder = await nodeModelFolder(path, paths.adapter)
  const limits = { webgpu: null, streams: true, native: [device] }
  const kind = isDemo(paths.model) ? 'bundled' : 'directory'
  const model = await summariseModel(folder, kind, limits, Math.max(1, dataset.imagesAtOnce))
  return { source, loaded, dataset, folder, model }
}

/** @param known as in `modelFingerprint` */
export const nativeFingerprint = (
  { folder, model }: NativeFolders,
  dtype: Dtype,
  known: string | null,
): Promise<string> => modelFingerprint(folder, findFamily(model.family).sessions, dtype, known)

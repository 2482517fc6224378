import type { FolderSource } from '../sources/source.ts'
import type { DatasetFormat, LoadOptions, ReadDataset } from './format.ts'
import { loadWith } from './load-with.ts'
import { mappedFormat } from './mapped.ts'
import { medrcubeFormat } from './medrcube.ts'

/** In the order in which they are tried. What any table can be is last, after whatever knows its files better. */
const formats: readonly DatasetFormat[] = [medrcubeFormat, mappedFormat]

/** Finds the format of a picked folder, and reads its samples. @throws VoxelwiseError as `loadWith` */
export const loadDataset = (source: FolderSource, options: LoadOptions): Promise<ReadDataset> =>
  loadWith(formats, source, options)

import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { LoadedDataset } from '../../engine/protocol/sample.ts'
import type { FolderSource } from '../sources/source.ts'
import type { DatasetFormat, LoadOptions } from './format.ts'
import { medrcubeFormat } from './medrcube.ts'

/** In the order in which they are tried: the first that recognises a folder reads it. */
const formats: DatasetFormat[] = []

/** @throws Error where another format has that id */
export function registerFormat(format: DatasetFormat): void {
  if (formats.some(({ id }) => id === format.id)) throw new Error(`There are two formats "${format.id}".`)
  formats.push(format)
}

registerFormat(medrcubeFormat)

/**
 * Finds out what a picked folder is, and reads its samples.
 * @throws VoxelwiseError no-test-json where no format knows it; what its format throws
 */
export async function loadDataset(source: FolderSource, options: LoadOptions = {}): Promise<LoadedDataset> {
  const { onProgress, signal } = options
  signal?.throwIfAborted()
  const listed = (files: number) => onProgress?.({ files, testFiles: 0, samples: 0 })
  const files = await source.list(listed)
  listed(files.length)
  const format = formats.find(candidate => candidate.recognises(files))
  if (!format) throw unknownFormat(source.name)
  const contents = await format.load({ source, files }, options)
  return { protocol: format.protocol, ...contents, name: source.name, format: format.id }
}

function unknownFormat(name: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'no-test-json',
    subject: name,
    message: 'No test.json was found in this folder or below it.',
    remedy: 'Choose the folder that holds the data set folders, each with its test.json.',
  })
}

/** A folder's questions as a run asks them: without names where the data set is private, with its volumes' slices. */

import type { ImageCodec } from '@voxelwise/pixels'
import type { LoadOptions } from '../formats/format.ts'
import { loadDataset } from '../formats/registry.ts'
import { questionDeriver } from '../seams.ts'
import { listedOnce } from '../sources/passed-on.ts'
import type { FolderSource } from '../sources/source.ts'
import { hasDeepPngs, picturesMarks } from './picture-marks.ts'
import { type OpenedQuestions, saltedNames } from './salted-names.ts'
import { withSlices } from './volume-slices.ts'

/**
 * The questions of a folder, without the names of its files where it is private.
 * @throws VoxelwiseError as `loadDataset`
 */
export async function readQuestions(source: FolderSource, options: LoadOptions): Promise<OpenedQuestions> {
  const listed = listedOnce(source)
  const loaded = await withSlices(listed, await loadDataset(listed, options), options.slices)
  return options.keepNames ? { source, loaded } : saltedNames(source, loaded, options)
}

/**
 * Questions about a folder, read or derived by a feature, and what its pictures state about themselves.
 * @throws VoxelwiseError as `readQuestions` and `QuestionDeriver`
 */
export async function openQuestions(
  source: FolderSource,
  options: LoadOptions,
  codec: ImageCodec,
): Promise<OpenedQuestions> {
  if (options.headers && questionDeriver) return questionDeriver.load(source, options.headers, codec, options)
  const opened = await readQuestions(source, options)
  const marks = await picturesMarks(opened.source, opened.loaded.samples)
  const isDeep = await hasDeepPngs(opened.source, opened.loaded.samples)
  return {
    source: opened.source,
    loaded: { ...opened.loaded, ...(marks && { marks }), ...(isDeep && { deepPngs: true }) },
  }
}

import type { ImageCodec } from '@voxelwise/pixels'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { HeaderReading, LoadOptions } from '../formats/format.ts'
import type { FolderSource } from '../sources/source.ts'
import type { OpenedQuestions } from './salted-names.ts'

/** Makes questions about files that come without any. */
export interface QuestionDeriver {
  /** Whether a folder has such files, by some of the first. */
  isFor(source: FolderSource): Promise<boolean>
  /** @throws VoxelwiseError no-mapping where no question can be asked */
  load(
    source: FolderSource,
    reading: HeaderReading,
    codec: ImageCodec,
    options: LoadOptions,
  ): Promise<OpenedQuestions>
  /** The questions as a file that the page can open. */
  file(samples: readonly Sample[]): string
}

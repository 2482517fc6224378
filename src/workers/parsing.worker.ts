import { type PackedItems, packItems } from '../data/formats/packed-items.ts'
import { parseTestFile, type TestFile, type TestFileAround } from '../data/formats/test-file.ts'
import type { JsonAllowance } from '../engine/base/json.ts'
import { Texts } from '../engine/base/texts.ts'
import { expose, transfer } from './shared/comlink.ts'

export type PackedTestFile = Omit<TestFile, 'items'> & { readonly items: PackedItems }

/** Parses some test.json and then no more: what is left of the text and of duplicates goes with the thread. */
class ParsingWorker {
  /** @throws VoxelwiseError as `parseTestFile` */
  async parse(
    bytes: ArrayBuffer,
    place: Omit<TestFileAround, 'images'>,
    allowance: JsonAllowance,
  ): Promise<PackedTestFile> {
    const { items, ...read } = await parseTestFile(bytes, { ...place, images: new Texts() }, allowance)
    const packed = packItems(items)
    return transfer({ ...read, items: packed }, [packed.cells.buffer, packed.images.buffer])
  }
}

export type { ParsingWorker }

expose(new ParsingWorker())

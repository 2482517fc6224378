import { type TextSink, textBlob } from '../../data/export/text-file.ts'
import { privateFile } from '../../data/store/export-file.ts'
import type { Store } from '../../data/store/store.ts'
import { manyRecords } from '../../engine/analysis/derived-rows.ts'

/** Of a large run what is exported goes to a file: it would not fit into memory with ease. */
export const sinkFor = async (store: Store, id: string): Promise<TextSink> =>
  (await store.tallied(id)) >= manyRecords ? privateFile : textBlob

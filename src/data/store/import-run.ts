import { VoxelwiseError } from '../../engine/base/errors.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { blobBytes } from '../containers/bytes.ts'
import { streamRun } from '../export/run-file-stream.ts'
import { expectOneStratum, expectSameAnswers } from '../../features/shards/data/differences.ts'
import { isManifest, parseManifest } from '../../features/shards/data/manifest.ts'
import { mergeShards } from '../../features/shards/data/merge.ts'
import { expectFrozenSamples, mergedRunJson } from '../../features/shards/data/merged-file.ts'
import { isShardFile, parseShard } from '../../features/shards/data/shard-file.ts'
import { checkJsonSize, MAX_EXPORTED_FILE, MAX_STREAMED_RUN } from '../sources/file-limits.ts'
import type { Store } from './store.ts'
import { freshRun, type Portions, StoredTaker } from './stored-taker.ts'

/** The lock of an import: its records exist before its run does. */
export const importing = 'voxelwise/import'

/**
 * Imports a run.json, under the lock `importing`, and returns the new run's id. A thread that is ended meanwhile leaves
 * records without a run (`Store.deleteLeftovers`). @throws VoxelwiseError run-file, file-too-large, storage-full
 */
export async function importRun(
  store: Store,
  file: File,
  onProgress: (stored: number, of: number) => void,
  portions: Portions = {},
): Promise<string> {
  checkJsonSize(file.name, file.size, MAX_STREAMED_RUN)
  const known = new Set((await store.runs()).map(({ run }) => run.id))
  const imported = new Date().toISOString()
  const taker = new StoredTaker(
    store,
    async (run, parent) => ({
      run: freshRun(run, known, imported, parent?.id),
      isNew: true,
      has: new Set(),
    }),
    onProgress,
    portions,
  )
  try {
    await streamRun(blobBytes(file.name, file), taker, portions.slice)
    await taker.finish()
  } catch (error) {
    await taker.undo()
    throw error
  }
  return taker.id
}

/** Enough to recognise the kind of a file. */
const beginning = 64

/** Whether these files are to be merged: a shard, or the list of some, is among them. */
export async function areShards(files: readonly File[]): Promise<boolean> {
  const beginnings = await Promise.all(files.map(beginningOf))
  return beginnings.some(text => isShardFile(text) || isManifest(text))
}

const beginningOf = (file: File): Promise<string> => file.slice(0, beginning).text()

/**
 * Merges shards by their manifest and imports the run, unfinished where some are missing. As `importRun`.
 * @throws VoxelwiseError run-file, fingerprint-mismatch
 */
export async function importShards(
  store: Store,
  files: readonly File[],
  onProgress: (stored: number, of: number) => void,
): Promise<string> {
  for (const { name, size } of files) checkJsonSize(name, size, MAX_EXPORTED_FILE)
  const known = await Promise.all(
    files.map(async file => ({ file, isList: isManifest(await beginningOf(file)) })),
  )
  const lists = known.filter(({ isList }) => isList)
  const [list] = lists
  if (!list)
    throw refused(
      files,
      'The shards’ manifest.json is missing.',
      'Choose manifest.json together with the shards.',
    )
  const manifest = await parseManifest(await list.file.text(), list.file.name)
  const shards = []
  for (const { file, isList } of known)
    if (!isList) shards.push(await parseShard(new Uint8Array(await file.arrayBuffer()), file.name))
  const whole = mergeShards(manifest, shards)
  expectOneStratum(
    whole.merged,
    'Merge them with npm run -s merge -- --allow-mixed, and import its run.json: each kind is then a stratum.',
  )
  expectSameAnswers(
    whole.merged,
    'Merge them with npm run -s merge -- --allow-different, and import its run.json.',
  )
  await expectFrozenSamples(manifest, whole, lines => sha256(new TextEncoder().encode([...lines].join(''))))
  if (!whole.run)
    throw refused(
      files,
      'The files contain no shard with records.',
      'Choose the manifest.json and the shard-…jsonl files together.',
    )
  const run = new File([...mergedRunJson(manifest, whole.run, whole.records)], 'merged shards')
  return importRun(store, run, onProgress)
}

function refused(files: readonly File[], message: string, remedy: string): VoxelwiseError {
  const subject = files.map(({ name }) => name).join(', ')
  return new VoxelwiseError({ code: 'run-file', subject, message, remedy })
}

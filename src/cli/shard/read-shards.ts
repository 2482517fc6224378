import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Manifest, parseManifest } from '../../data/shards/manifest.ts'
import { parseShard, type ShardFile } from '../../data/shards/shard-file.ts'
import { fsError } from '../../data/sources/node.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { readText } from '../base/files.ts'

const manifestName = 'manifest.json'

/**
 * A folder means the shards in it.
 * @throws VoxelwiseError file-missing if there are none
 */
export function shardPaths(named: readonly string[]): readonly string[] {
  const paths = named.flatMap(path =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path)
          .filter(name => /^shard-\d+-of-\d+\.jsonl$/.test(name))
          .map(name => join(path, name))
      : [path],
  )
  if (paths.length > 0) return [...new Set(paths)]
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: named.join(', '),
    message: 'No shard was found.',
    remedy: 'Give the files that evaluate --shard wrote, or their folder.',
  })
}

export async function readShards(paths: readonly string[]): Promise<readonly ShardFile[]> {
  const files: ShardFile[] = []
  for (const path of paths) {
    const bytes = await readFile(path).catch(fsError(path))
    files.push(await parseShard(new Uint8Array(bytes), path))
  }
  return files
}

/**
 * The named one, or the first next to a shard.
 * @throws VoxelwiseError file-missing
 */
export async function manifestOf(named: string | undefined, paths: readonly string[]): Promise<Manifest> {
  const beside = paths.map(path => join(dirname(path), manifestName))
  const found = named ?? beside.find(path => statSync(path, { throwIfNoEntry: false })?.isFile())
  if (found !== undefined) return parseManifest(await readText(found), found)
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: manifestName,
    message: 'No manifest.json was found next to the shards.',
    remedy: 'Copy the manifest.json of their run there, or give it with --manifest.',
  })
}

import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Manifest, parseManifest } from '../../data/shards/manifest.ts'
import { parseShard, type ShardFile } from '../../data/shards/shard-file.ts'
import { fsError } from '../../data/sources/node.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { readText } from '../base/files.ts'

const manifestName = 'manifest.json'

/** Folders stand for the shards in them. @throws VoxelwiseError file-missing where there is none */
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
    message: 'There is no shard.',
    remedy: 'Name the files that evaluate --shard wrote, or their folder.',
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

/** The one that is named, or the first that lies beside a shard. @throws VoxelwiseError file-missing */
export async function manifestOf(named: string | undefined, paths: readonly string[]): Promise<Manifest> {
  const beside = paths.map(path => join(dirname(path), manifestName))
  const found = named ?? beside.find(path => statSync(path, { throwIfNoEntry: false })?.isFile())
  if (found !== undefined) return parseManifest(await readText(found), found)
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: manifestName,
    message: 'Beside none of the shards lies the manifest of their run.',
    remedy: 'Put the manifest.json beside them that was written with them, or name it with --manifest.',
  })
}

import type { NamedBlob } from '../../../data/formats/import-kind.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { expectOneStratum, expectSameAnswers } from './differences.ts'
import { parseManifest } from './manifest.ts'
import { mergeShards } from './merge.ts'
import { expectFrozenSamples, mergedRunJson } from './merged-file.ts'
import { parseShard } from './shard-file.ts'

/** The run.json of these shards; null where none has a record. @throws VoxelwiseError run-file, fingerprint-mismatch */
export async function mergedFile(list: NamedBlob, files: readonly NamedBlob[]): Promise<File | null> {
  const manifest = await parseManifest(await list.blob.text(), list.name)
  const shards = []
  for (const { name, blob } of files)
    shards.push(await parseShard(new Uint8Array(await blob.arrayBuffer()), name))
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
  return whole.run && new File([...mergedRunJson(manifest, whole.run, whole.records)], 'merged shards')
}

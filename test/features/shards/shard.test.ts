/** What a shard is written by: its lock, its file, its command line. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordText } from '../../../src/data/export/record-lines.ts'
import { errorCodes } from '../../../src/engine/base/errors.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { shardExitCode } from '../../../src/features/shards/cli/exit-codes.ts'
import { withLockFile } from '../../../src/features/shards/cli/lock.ts'
import { missingLines } from '../../../src/features/shards/cli/merge.ts'
import { shardPart } from '../../../src/features/shards/cli/shard-part.ts'
import { ShardRecords } from '../../../src/features/shards/cli/shard-records.ts'
import { ShardWriter } from '../../../src/features/shards/cli/shard-writer.ts'
import { countSittings, parseShard } from '../../../src/features/shards/data/shard-file.ts'
import { drawnSamples } from '../../unit/support/drawn-samples.ts'
import { Random } from '../../unit/support/random.ts'
import { madeShard, makeManifest, recordFor, runOn } from './shards.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxelwise-shard-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the lock of a shard', () => {
  test('is taken over from a crashed process on this machine, immediately', async () => {
    const path = join(folder, 'lock')
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(path, JSON.stringify({ host: hostname(), pid }))
    expect(
      await withLockFile(
        path,
        () => {},
        async () => readFileSync(path, 'utf8'),
      ),
    ).toContain(`"pid":${process.pid}`)
    expect(existsSync(path)).toBe(false)
  })

  test('is not taken from one that is alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const path = join(folder, 'lock')
    const lines: string[] = []
    await withLockFile(
      path,
      () => {},
      async () => {
        const second = withLockFile(
          path,
          line => lines.push(line),
          async () => {},
        )
        let isOver = false
        const ended = expect(second.finally(() => (isOver = true))).rejects.toThrow(
          `writes this shard: ${process.pid} on`,
        )
        // Both processes live on, with a sign of life every five seconds.
        while (!isOver) {
          vi.advanceTimersByTime(1000)
          await new Promise(setImmediate)
        }
        await ended
      },
    )
    expect(lines).toEqual([`Another process writes this shard (${hostname()}). Waiting for a sign of life`])
  })
})

describe('the file of a shard', () => {
  const samples = drawnSamples(new Random(1), 20)
  const run = runOn({ samples })
  const recordTexts = (from: number, to: number): string[] =>
    samples.slice(from, to).map(sample => recordText(recordFor(run, sample)))
  const indices = new Set(samples.map(({ index }) => index))

  test('continues after its last complete line, and ends with a valid footer', async () => {
    const path = join(folder, 'shard')
    const manifest = await makeManifest({ samples })
    const shard = { number: 1, of: 1 }
    const first = await ShardWriter.open(path, manifest, shard, samples.length)
    new ShardRecords(first, manifest, indices, []).add(run, recordTexts(0, 7))
    first.close()
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40))
    const second = await ShardWriter.open(path, manifest, shard, samples.length)
    const records = new ShardRecords(second, manifest, indices, ['--shard', '1/1'])
    expect(records.done.size).toBe(6)
    records.add({ ...run, id: 'later' }, recordTexts(6, 13))
    records.add({ ...run, id: 'later' }, recordTexts(13, 20))
    await second.finish(countSittings(records.all, records.sittings))
    second.close()
    const whole = await parseShard(new Uint8Array(readFileSync(path)), 'shard')
    expect(whole.isFinished).toBe(true)
    expect(whole.sittings.map(sitting => [sitting.sitting, sitting.run.id])).toEqual([
      [1, 'run-0'],
      [2, 'later'],
    ])
    expect(whole.records.map(({ summary }) => summary.index)).toEqual([...indices])
  })

  test('is started again if not even its first line is complete', async () => {
    const path = join(folder, 'shard')
    writeFileSync(path, '{"format":"voxel')
    const manifest = await makeManifest({ samples })
    const writer = await ShardWriter.open(path, manifest, { number: 1, of: 1 }, 0)
    writer.close()
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"format":"voxelwise-shard".*\}\n$/)
  })

  test('is refused by another run', async () => {
    const path = join(folder, 'shard')
    const shard = { number: 1, of: 1 }
    const writer = await ShardWriter.open(path, await makeManifest({ samples }), shard, 20)
    writer.close()
    const other = await makeManifest({ samples, settings: { maxNewTokens: 9 } })
    await expect(ShardWriter.open(path, other, shard, 20)).rejects.toThrow('settings.maxNewTokens: 9 and 8')
  })

  test('is not continued with other weights, which merge would refuse', async () => {
    const path = join(folder, 'shard')
    const manifest = await makeManifest({ samples })
    const withWeights = (weights: string) => ({
      ...run,
      ...{ id: weights, model: { ...run.model, weights: weights.repeat(64) } },
    })
    const open = () => ShardWriter.open(path, manifest, { number: 1, of: 1 }, samples.length)
    const first = await open()
    new ShardRecords(first, manifest, indices, []).add(withWeights('a'), recordTexts(0, 7))
    first.close()
    const second = await open()
    const records = new ShardRecords(second, manifest, indices, [])
    expect(() => records.add(withWeights('b'), recordTexts(7, 8))).toThrow('Its model has other weights')
    records.add(withWeights('a'), recordTexts(7, 8))
    second.close()
    const { sittings } = await parseShard(new Uint8Array(readFileSync(path)), 'shard')
    expect(sittings.map(({ sitting, run: { id } }) => [sitting, id])).toEqual([
      [1, 'a'],
      [2, 'a'],
    ])
  })

  test('takes no record about an image that is another one here', async () => {
    const manifest = await makeManifest({ samples })
    const writer = await ShardWriter.open(join(folder, 'shard'), manifest, { number: 1, of: 1 }, 20)
    const records = new ShardRecords(writer, manifest, indices, [])
    const record = recordFor(run, samples[0] ?? recordFail())
    const changed = { ...record, imageFile: { sha256: '0'.repeat(64), size: 1, modified: 0 } }
    expect(() => records.add(run, [recordText(changed)])).toThrow('differs from the one in the manifest')
    const { imageFile: _, ...gone } = record
    const error = { code: 'file-missing', subject: 'a.png', message: 'It is gone.', remedy: 'Look.' } as const
    const failed = { ...gone, status: 'failed', error } as RunRecord
    expect(() => records.add(run, [recordText(failed)])).toThrow('It is gone.')
    expect(records.done.size).toBe(0)
    writer.close()
  })
})

test('--shard takes K/N from 1, and nothing else', () => {
  expect(shardPart.check({ shard: '3/16' })).toEqual({ number: 3, of: 16 })
  for (const text of ['0/4', '5/4', '1', '1/0', '01/4', '1/4/2', 'a/b', '1/100001'])
    expect(() => shardPart.check({ shard: text })).toThrow('K from 1 to N')
})

test('every error is either worth another attempt or not', () => {
  const codes = errorCodes.filter(code => shardExitCode({ code }) === 1)
  expect(codes).toEqual(expect.arrayContaining(['out-of-memory', 'page-outdated']))
  for (const never of [
    'usage',
    'fingerprint-mismatch',
    'file-missing',
    'model-file-missing',
    'run-file',
  ] as const)
    expect(shardExitCode({ code: never })).toBe(42)
})

test('missing shards are listed with their commands', async () => {
  const samples = drawnSamples(new Random(2), 60)
  const manifest = await makeManifest({ samples })
  const file = await madeShard({
    ...{
      manifest,
      samples,
      shard: { number: 1, of: 2 },
      isFinished: false,
      makeRun: () => runOn({ samples }),
    },
  })
  const missing = [
    { number: 1, of: 2 },
    { number: 2, of: 2 },
  ]
  expect(missingLines(30, missing, [file], 'evaluate')).toEqual([
    'Missing: 30 samples, in 2 shards',
    `  shard 1/2 (unfinished: ${file.records.length} of ${file.header.samples})`,
    '  shard 2/2 (missing)',
    'Make or continue them with',
    '  evaluate --dataset demo --shard 1/2',
    '  evaluate --dataset demo --shard 2/2',
  ])
  const sittings = file.sittings.map(one => ({ ...one, command: ['--shard=1/2', '--out', 'a b'] }))
  expect(missingLines(30, missing, [{ ...file, sittings }], 'evaluate').at(-1)).toBe(
    "  evaluate --shard=2/2 --out 'a b'",
  )
})

function recordFail(): never {
  throw new Error('There is no sample.')
}

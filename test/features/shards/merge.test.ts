import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { metricsSummaryJson } from '../../../src/data/export/official-files.ts'
import { resultsJson } from '../../../src/data/export/results.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { listJudged, metricsSummary } from '../../../src/engine/protocol/metrics.ts'
import { askedQuestions } from '../../../src/engine/protocol/order.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { canaryGroups } from '../../../src/engine/protocol/shards.ts'
import { expectOneStratum, expectSameAnswers } from '../../../src/features/shards/data/differences.ts'
import {
  groupsIn,
  type Manifest,
  parseManifest,
  serializeManifest,
} from '../../../src/features/shards/data/manifest.ts'
import { mergeShards } from '../../../src/features/shards/data/merge.ts'
import {
  expectFrozenSamples,
  mergedRunJson,
  recordsIn,
} from '../../../src/features/shards/data/merged-file.ts'
import { parseShard, type ShardFile } from '../../../src/features/shards/data/shard-file.ts'
import { drawnSamples } from '../../unit/support/drawn-samples.ts'
import { Random } from '../../unit/support/random.ts'
import { readRunText } from '../../unit/support/read-run.ts'
import { rounds } from '../../unit/support/rounds.ts'
import { encodeText, madeShard, makeManifest, recordFor, runOn, shardText } from './shards.ts'

const digestLines = async (lines: Iterable<string>): Promise<string> =>
  createHash('sha256')
    .update([...lines].join(''))
    .digest('hex')

/** Everything that is written of a merge, but for what `run.merged` tells of how it came about. */
function written(manifest: Manifest, files: readonly ShardFile[]): string {
  const { run, records } = mergeShards(manifest, files)
  if (!run) return 'nothing'
  const { merged: _, ...plain } = run
  const all = [...recordsIn(records)]
  return [
    ...resultsJson(all, medrcube),
    metricsSummaryJson(metricsSummary([...listJudged(all)]), {}),
    ...mergedRunJson(manifest, plain, records),
  ].join('')
}

/** What one machine that asks all would export, under the id that the merged run has. */
function unsharded(manifest: Manifest, samples: readonly Sample[], run: Run): string {
  const own = { ...run, id: `merged-${manifest.identity}` }
  const asked = askedQuestions(samples, run.settings).samples
  const records = asked.map(sample => recordFor(own, sample))
  const isPart = records.length < samples.length
  const timings = {
    load: run.timings.load,
    asking: records.reduce((sum, record) => sum + (record.status === 'answered' ? 0.125 + 1e-7 + 3 : 0), 0),
  }
  const name = `${run.model.name} ${run.settings.dtype} on ${run.dataset.name}`
  const done = { ...own, name, state: 'done', total: records.length, timings } as const
  return [
    ...resultsJson(records, medrcube),
    metricsSummaryJson(metricsSummary([...listJudged(records)]), {}),
    ...serializeRun({
      run: done,
      records,
      skipped: [],
      findings: [],
      badFiles: [],
      ...(isPart && { frame: manifest.frame }),
    }),
  ].join('')
}

describe('a merge', () => {
  test('of any shards, in any order, with overlaps and repeats, is the unsharded run to the byte', async () => {
    const random = new Random(15)
    for (let round = 0; round < rounds(25); round++) {
      const samples = drawnSamples(random, 1 + random.below(90))
      const limit = random.below(3) === 0 ? 1 + random.below(samples.length) : null
      const setting = { samples, settings: { limit, seed: 1 + random.below(9) } }
      const manifest = await makeManifest(setting)
      // One machine, so that what differs between machines is the same here.
      const run = runOn(setting)
      const sets = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(12))
      const files: ShardFile[] = []
      for (const of of sets)
        for (let number = 1; number <= of; number++) {
          const kills = Array.from({ length: random.below(3) }, () => random.below(20)).sort((a, b) => a - b)
          files.push(await madeShard({ manifest, samples, shard: { number, of }, kills, makeRun: () => run }))
        }
      const drawn = [...files, ...files.filter(() => random.below(4) === 0)]
      for (let at = drawn.length - 1; at > 0; at--) {
        const other = random.below(at + 1)
        ;[drawn[at], drawn[other]] = [drawn[other] as ShardFile, drawn[at] as ShardFile]
      }
      expect(written(manifest, drawn)).toBe(unsharded(manifest, samples, run))
    }
  })

  test('does not depend on the order in which shards of several machines and sittings are named', async () => {
    const samples = drawnSamples(new Random(4), 120)
    const manifest = await makeManifest({ samples })
    const files = await Promise.all(
      [1, 2, 3, 4].map(number =>
        madeShard({
          ...{ manifest, samples, shard: { number, of: 4 }, kills: [9] },
          makeRun: sitting => ({
            ...runOn({ samples }, 10 * number + sitting),
            timings: { load: 1.1 * number, asking: 0 },
          }),
        }),
      ),
    )
    const whole = mergeShards(manifest, files)
    expect(mergeShards(manifest, [...files].reverse())).toEqual(whole)
    expect(mergeShards(manifest, [...files, ...files])).toEqual(whole)
    expect(whole.run?.created).toBe('2026-01-02T03:04:11.000Z')
    const canaries = groupsIn(manifest)
      .slice(0, canaryGroups(groupsIn(manifest)))
      .flatMap(group => group.samples).length
    expect(whole.merged).toMatchObject({
      of: 120,
      samples: 120,
      records: 120 + 3 * canaries,
      sittings: 8,
      conflicts: [],
    })
    await expectFrozenSamples(manifest, whole, digestLines)
    const text = [...mergedRunJson(manifest, whole.run as Run, whole.records)].join('')
    expect((await readRunText(text)).run).toEqual(whole.run)
    // What the page exports of it is the same file.
    expect([...serializeRun(await readRunText(text))].join('').length).toBe(text.length)
  })

  test('names the differences if a shard belongs to another run', async () => {
    const samples = drawnSamples(new Random(5), 60)
    const manifest = await makeManifest({ samples })
    const others: readonly (readonly [string, Parameters<typeof makeManifest>[0]])[] = [
      ['settings.maxNewTokens: 8 and 9', { samples, settings: { maxNewTokens: 9 } }],
      [`model.fingerprint: "${'f'.repeat(64)}" and "${'e'.repeat(64)}"`, { samples, model: 'e' }],
      ['the prompts', { samples, promptSuffix: ' Please.' }],
      [
        'settings.seed: 1 and 2; the order of the samples; the image files',
        { samples, settings: { seed: 2 } },
      ],
      [
        'the samples; the prompts',
        { samples: samples.map(s => ({ ...s, fields: { ...s.fields, question: 'Why?' } })) },
      ],
    ]
    for (const [told, setting] of others) {
      const other = await makeManifest(setting)
      const file = await madeShard({
        ...{ manifest: other, samples: setting.samples, shard: { number: 1, of: 2 } },
        makeRun: () => runOn(setting),
      })
      expect(() => mergeShards(manifest, [file])).toThrow(`Differences: ${told}.`)
    }
  })

  test('keeps two answers to one sample, and counts the earlier sitting’s', async () => {
    const samples = drawnSamples(new Random(6), 40)
    const manifest = await makeManifest({ samples })
    const making = { manifest, samples, shard: { number: 1, of: 1 } }
    const first = await madeShard({
      ...making,
      makeRun: () => runOn({ samples }, 1),
      answer: (run, s) => recordFor(run, s, 'A'),
    })
    const second = await madeShard({
      ...{ ...making, kills: [0], makeRun: (sitting: number) => runOn({ samples }, 1 + sitting) },
      answer: (run, s) => recordFor(run, s, s.index < 3 ? 'B' : 'A'),
    })
    const { merged, records } = mergeShards(manifest, [second, first])
    expect(
      merged.conflicts.map(({ index, answers }) => [index, answers.map(({ response }) => response)]),
    ).toEqual([
      [0, ['A', 'B']],
      [1, ['A', 'B']],
      [2, ['A', 'B']],
    ])
    expect(records.every(({ summary }) => summary.response === 'A')).toBe(true)
    expect(merged.records).toBe(80)
  })

  test('has an answer count before a failure', async () => {
    const samples = drawnSamples(new Random(6), 40)
    const manifest = await makeManifest({ samples })
    const making = { manifest, samples, shard: { number: 1, of: 1 } }
    const failing = await madeShard({ ...making, makeRun: () => runOn({ samples }, 1) })
    const whole = await madeShard({
      ...{ ...making, kills: [0], makeRun: (sitting: number) => runOn({ samples }, 1 + sitting) },
      answer: (run, s) => recordFor(run, s, 'A'),
    })
    expect(failing.records.some(({ summary }) => summary.isFailed)).toBe(true)
    const { records } = mergeShards(manifest, [failing, whole])
    expect(records.filter(({ summary }) => summary.isFailed)).toEqual([])
  })

  test('lists what is missing, and which shards would fill it with the least work', async () => {
    const samples = drawnSamples(new Random(8), 300)
    const manifest = await makeManifest({ samples })
    const make = (number: number, of: number) =>
      madeShard({ manifest, samples, shard: { number, of }, makeRun: () => runOn({ samples }) })
    const files = [await make(1, 2), await make(5, 8), await make(6, 8), await make(8, 8)]
    const { missing, missingShards, merged, run } = mergeShards(manifest, files)
    expect(missingShards).toEqual([{ number: 7, of: 8 }])
    expect(missing.length).toBe(merged.of - merged.samples)
    expect(run).toMatchObject({ state: 'paused', total: 300 })
    expect(mergeShards(manifest, [...files, await make(7, 8)]).missing).toEqual([])
    expect(mergeShards(manifest, []).missing).toHaveLength(300)
  })

  test('distinguishes machines of several kinds, and how they agree on the canaries', async () => {
    const samples = drawnSamples(new Random(9), 200)
    const manifest = await makeManifest({ samples })
    const on = (number: number, adapter: string | null, answer?: typeof recordFor) =>
      madeShard({
        ...{ manifest, samples, shard: { number, of: 2 }, ...(answer && { answer }) },
        makeRun: () => {
          const run = runOn({ samples, settings: { device: adapter ? 'webgpu' : 'wasm' } }, number)
          return { ...run, environment: { ...run.environment, adapter, threads: number } }
        },
      })
    const files = [
      await on(1, null, (run, s) => recordFor(run, s, 'A')),
      await on(2, 'a GPU', (run, s) => recordFor(run, s, s.index % 4 === 0 ? 'B' : 'A')),
    ]
    const { merged } = mergeShards(manifest, files)
    expect(() => expectOneStratum(merged, 'Say so.')).toThrow(
      'Differences: machine.device: "webgpu" and "wasm"; machine.adapter: "a GPU" and "null".',
    )
    const groups = groupsIn(manifest)
    const canaries = groups.slice(0, canaryGroups(groups)).flatMap(group => group.samples)
    expect(merged.canaries).toEqual({
      compared: canaries.length,
      differ: canaries.filter(index => index % 4 === 0).length,
    })
    expect(merged.strata.map(({ answered }) => answered).reduce((a, b) => a + b)).toBe(200)
    const same = mergeShards(manifest, [files[0] as ShardFile])
    expect(() => expectOneStratum(same.merged, '')).not.toThrow()
  })

  test('refuses shards whose machines loaded other weights under one fingerprint', async () => {
    const samples = drawnSamples(new Random(12), 60)
    const manifest = await makeManifest({ samples })
    const made = (number: number, weights?: string) =>
      madeShard({
        ...{ manifest, samples, shard: { number, of: 3 } },
        makeRun: () => {
          const run = runOn({ samples }, number)
          return { ...run, model: { ...run.model, ...(weights && { weights: weights.repeat(64) }) } }
        },
      })
    const [first, same, other, earlier] = [
      await made(1, 'a'),
      await made(2, 'a'),
      await made(2, 'b'),
      await made(3),
    ]
    // A shard of an earlier version names no weights.
    expect(mergeShards(manifest, [first, same, earlier]).missing).toEqual([])
    for (const files of [
      [first, other],
      [other, first],
      [earlier, first, other],
    ])
      expect(() => mergeShards(manifest, files)).toThrow('Its model has other weights')
  })

  test('of a checkpoint, other graphs are another kind of machine; an older session cannot be compared with a newer one', async () => {
    const samples = drawnSamples(new Random(12), 60)
    const manifest = await makeManifest({ samples })
    const made = (number: number, weights: string, graphs?: string) =>
      madeShard({
        ...{ manifest, samples, shard: { number, of: 2 } },
        makeRun: () => {
          const { model, environment, ...run } = runOn({ samples }, number)
          const written = graphs === undefined ? {} : { graphs: [graphs.repeat(64)] }
          return {
            ...run,
            model: { ...model, weights: weights.repeat(64) },
            environment: { ...environment, ...written },
          }
        },
      })
    const newer = await made(1, 'a', 'b')
    expect(mergeShards(manifest, [newer, await made(2, 'a', 'c')]).merged.strata).toHaveLength(2)
    const other = await made(2, 'd', 'b')
    expect(() => mergeShards(manifest, [newer, other])).toThrow('Its model has other weights')
    // It has one digest of weights and graphs.
    const older = await made(2, 'd')
    for (const files of [
      [older, newer],
      [newer, older],
    ])
      expect(() => mergeShards(manifest, files)).toThrow(
        expect.objectContaining({
          info: expect.objectContaining({
            subject: older.file,
            message: expect.stringContaining('cannot be compared'),
            remedy: expect.stringContaining('Make this shard again'),
          }),
        }),
      )
  })

  test('compares answers of machines of one kind, and refuses different ones', async () => {
    const samples = drawnSamples(new Random(9), 200)
    const manifest = await makeManifest({ samples })
    const on = (number: number, said: (index: number) => string, adapter = 'a') =>
      madeShard({
        ...{ manifest, samples, shard: { number, of: 2 } },
        makeRun: () => {
          const run = runOn({ samples }, number)
          return { ...run, environment: { ...run.environment, adapter } }
        },
        // Times differ, as between any two machines.
        answer: (run, s) => {
          const record = recordFor(run, s, said(s.index))
          if (record.status !== 'answered' || !record.score) return record
          const timings = { ...record.score.timings, decode: number }
          return { ...record, score: { ...record.score, timings } }
        },
      })
    const always = await on(1, () => 'A')
    const groups = groupsIn(manifest)
    const canaries = groups.slice(0, canaryGroups(groups)).flatMap(group => group.samples)
    const alike = mergeShards(manifest, [always, await on(2, () => 'A')]).merged
    expect(alike.canaries.within).toEqual({ compared: canaries.length, differ: 0 })
    expect(() => expectSameAnswers(alike, '')).not.toThrow()
    const [odd = 0] = canaries
    const other = mergeShards(manifest, [always, await on(2, index => (index === odd ? 'B' : 'A'))]).merged
    expect(other.canaries.within).toEqual({ compared: canaries.length, differ: 1 })
    expect(() => expectSameAnswers(other, 'Say so.')).toThrow(
      `Machines of one kind answered it differently, although decoding is greedy. (sample ${odd})`,
    )
    // On two kinds of machine that is no contradiction.
    const mixed = mergeShards(manifest, [always, await on(2, () => 'B', 'b')]).merged
    expect(mixed.canaries).toEqual({ compared: canaries.length, differ: canaries.length })
    expect(() => expectSameAnswers(mixed, '')).not.toThrow()
  })

  test('refuses records that are about other samples than were frozen', async () => {
    const samples = drawnSamples(new Random(9), 50)
    const manifest = await makeManifest({ samples })
    const others = samples.map(s => ({ ...s, fields: { ...s.fields, note: 'changed' } }))
    const file = await madeShard({
      ...{ manifest, samples: others, shard: { number: 1, of: 1 } },
      makeRun: () => runOn({ samples }),
    })
    await expect(expectFrozenSamples(manifest, mergeShards(manifest, [file]), digestLines)).rejects.toThrow(
      'The samples of the records are not those of the manifest.',
    )
  })
})

describe('the file of a shard', () => {
  const samples = drawnSamples(new Random(10), 30)
  const making = async (isFinished = true) => ({
    ...{ manifest: await makeManifest({ samples }), samples, shard: { number: 1, of: 1 }, isFinished },
    makeRun: () => runOn({ samples }),
  })

  test('is complete, or continues after its last complete line, wherever it is cut', async () => {
    const bytes = encodeText(shardText(await making()))
    const firstEnd = bytes.indexOf(0x0a) + 1
    for (let end = firstEnd; end < bytes.length; end += 397) {
      const cut = await parseShard(bytes.slice(0, end), 'shard')
      expect(cut.isFinished).toBe(false)
      expect(cut.wholeBytes).toBeLessThanOrEqual(end)
      expect(bytes[cut.wholeBytes - 1]).toBe(0x0a)
    }
    expect((await parseShard(bytes, 'shard')).isFinished).toBe(true)
  })

  test('is refused if a byte of it was changed, a line is missing, or something follows its end', async () => {
    const text = shardText(await making())
    const lines = text.split('\n')
    const changed = text.replace('"decode":3', '"decode":4')
    const shorter = [...lines.slice(0, 5), ...lines.slice(6)].join('\n')
    for (const damaged of [changed, shorter, `${text}${lines[3]}\n`, `${text}{"half`])
      await expect(parseShard(encodeText(damaged), 'shard')).rejects.toThrow('The shard was damaged')
    await expect(parseShard(encodeText('{"format":"other"}\n'), 'shard')).rejects.toThrow(
      'is not a shard of a run',
    )
  })
})

describe('the manifest', () => {
  test('is read back unchanged, and contains no time, no machine and no device', async () => {
    const manifest = await makeManifest({ samples: drawnSamples(new Random(11), 30) })
    const text = [...serializeManifest(manifest)].join('')
    expect(await parseManifest(text, 'manifest.json')).toEqual(manifest)
    expect(text).not.toMatch(/"(created|modified|device|threads|userAgent|source)"/)
  })

  test('is refused if anything in it was changed', async () => {
    const text = [
      ...serializeManifest(await makeManifest({ samples: drawnSamples(new Random(11), 30) })),
    ].join('')
    for (const [from, to] of [
      ['"maxNewTokens":8', '"maxNewTokens":9'],
      ['data/images/1.png', 'data/images/x.png'],
      ['"samples":[', '"samples":[29,'],
    ] as const)
      await expect(parseManifest(text.replace(from, to), 'manifest.json')).rejects.toThrow(
        'is not a manifest',
      )
  })
})

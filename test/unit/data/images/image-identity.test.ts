/** Images are part of what a run was asked: by size and date where a folder tells them, and by their bytes. */

import { expect, test } from 'vitest'
import {
  changedMeanwhile,
  expectSameImages,
  expectSameRuns,
  type SeenImages,
  seeImages,
} from '../../../../src/data/images/image-identity.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import { sha256 } from '../../../../src/engine/base/sha256.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { ImageFile, RunRecord } from '../../../../src/engine/protocol/record.ts'
import type { LoadedDataset, Skipped } from '../../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../support/memory-source.ts'
import { answered, failed, someRun } from '../../support/records.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const findFile = async (text: string, modified: number | null = 1): Promise<ImageFile> => ({
  sha256: await sha256(bytes(text)),
  size: text.length,
  modified,
})

async function makeRecord(index: number, image: string | null, content?: string): Promise<RunRecord> {
  const record = answered(index, { id: String(index), question: 'q' })
  const file = content === undefined ? {} : { imageFile: await findFile(content) }
  return { ...record, ...file, sample: { ...record.sample, image } }
}

const seenIn = (...records: RunRecord[]): SeenImages => {
  const seen: SeenImages = new Map()
  seeImages(seen, records)
  return seen
}

const contents = { 'a.png': bytes('A'), 'b.png': bytes('B'), 'c.png': bytes('C') }

/** A folder that counts what is read of it, and tells dates where it is given one. */
function folder(files: Readonly<Record<string, Uint8Array>>, modified?: number) {
  const source = memorySource('data', files)
  const read: string[] = []
  const watched: FolderSource = {
    ...source,
    open: path => {
      read.push(path)
      return source.open(path)
    },
    ...(modified !== undefined && {
      stamp: async path => ({ size: (await source.open(path)).size, modified }),
    }),
  }
  return { source: watched, read }
}

const asked = async () =>
  seenIn(
    await makeRecord(0, 'data/a.png', 'A'),
    await makeRecord(1, 'data/a.png', 'A'),
    await makeRecord(2, 'data/b.png', 'B'),
    await makeRecord(3, null),
  )

test('an image with the same size and date is not read again', async () => {
  const { source, read } = folder(contents, 1)
  await expectSameImages(await asked(), source)
  expect(read).toEqual([])
})

test('progress is reported', async () => {
  const many = seenIn(
    ...(await Promise.all(Array.from({ length: 40 }, (_, i) => makeRecord(i, `data/${i}.png`, 'A')))),
  )
  const told: (readonly number[])[] = []
  await expectSameImages(many, folder({}).source, (...far) => told.push(far))
  expect(told).toEqual([
    [0, 40],
    [16, 40],
    [32, 40],
  ])
})

test.each([
  ['another date', 2],
  ['no date', undefined],
])('with %s each image is read once, and equal bytes continue silently', async (_, modified) => {
  const { source, read } = folder(contents, modified)
  await expectSameImages(await asked(), source)
  expect(read).toEqual(['a.png', 'b.png'])
})

test('other bytes are reported by number and name', async () => {
  const { source } = folder({ ...contents, 'b.png': bytes('x') }, 2)
  await expect(expectSameImages(await asked(), source)).rejects.toMatchObject({
    info: {
      code: 'fingerprint-mismatch',
      subject: 'data/b.png',
      message: '1 of the 2 images used so far have changed since.',
    },
  })
})

test('of many the first few are named', async () => {
  const records = await Promise.all(
    Array.from({ length: 40 }, (_, i) => makeRecord(i, `data/${i}.png`, String(i))),
  )
  const files = Object.fromEntries(records.map((_, i) => [`${i}.png`, bytes('other')]))
  await expect(expectSameImages(seenIn(...records), folder(files).source)).rejects.toMatchObject({
    info: { subject: 'data/0.png, data/1.png, data/2.png and 37 more' },
  })
})

test('a missing image is no mismatch, and records of older versions have no digest', async () => {
  await expectSameImages(await asked(), folder({ 'a.png': bytes('A') }).source)
  const { source, read } = folder({})
  await expectSameImages(seenIn(await makeRecord(0, 'data/a.png')), source)
  expect(read).toEqual([])
})

test('an image that a pass showed instead of another is the one that counts', async () => {
  const record = { ...(await makeRecord(0, 'data/a.png', 'B')), shownImage: 'data/b.png' }
  await expectSameImages(seenIn(record), folder(contents).source)
})

test('each of several images counts, those that a pass showed, too', async () => {
  const own = await makeRecord(0, 'data/a.png', 'A')
  const several: RunRecord = {
    ...own,
    sample: { ...own.sample, furtherImages: ['data/b.png'] },
    furtherImageFiles: [await findFile('B')],
  }
  await expectSameImages(seenIn(several), folder(contents).source)
  const changed = folder({ ...contents, 'b.png': bytes('X') })
  await expect(expectSameImages(seenIn(several), changed.source)).rejects.toMatchObject({
    info: { code: 'fingerprint-mismatch', subject: 'data/b.png' },
  })
  const swapped = { ...several, shownImage: 'data/a.png', furtherShownImages: ['data/c.png'] }
  await expect(expectSameImages(seenIn(swapped), folder(contents).source)).rejects.toMatchObject({
    info: { subject: 'data/c.png' },
  })
})

test('a run that read two versions of an image reports it', async () => {
  const touched = { ...(await makeRecord(2, 'data/b.png')), imageFile: await findFile('B', 99) }
  const records = [
    await makeRecord(0, 'data/a.png', 'A'),
    await makeRecord(1, 'data/b.png', 'B'),
    touched,
    failed(3),
    await makeRecord(4, 'data/a.png', 'A2'),
  ]
  expect(changedMeanwhile(seenIn(...records))).toEqual(['data/a.png'])
  expect(changedMeanwhile(seenIn(...records.slice(0, 4)))).toEqual([])
})

const skip = (position: number) =>
  ({ reason: 'missing_image', file: 'data/test.json', position, subject: 'data/x.png', fields: {} }) as const

test('a new or missing sample shifts all later ones, and is refused', async () => {
  const records = await Promise.all([0, 1, 2].map(i => makeRecord(i, `data/${i}.png`, 'x')))
  const samples = records.map(({ sample }) => sample)
  const loaded: LoadedDataset = {
    name: 'data',
    samples,
    skipped: [],
    findings: [],
    badFiles: [],
    format: 'medrcube',
    protocol: firstProtocol,
    fingerprint: '',
  }
  const moved = { ...loaded, samples: samples.slice(1), skipped: [skip(0)] }
  const refused = expect.objectContaining({
    info: expect.objectContaining({ code: 'fingerprint-mismatch', subject: 'data/x.png' }),
  })
  const none = { missing_image: 0, missing_required_fields: 0, missing_options: 0 }
  const counts = { total: 3, loaded: 3, skipped: none }
  const stored = (
    own: typeof counts,
    skipped: readonly Skipped[] | undefined,
    kept: readonly RunRecord[] = [],
  ) => ({
    run: async () => ({ dataset: { ...someRun.dataset, counts: own } }),
    load: async () => skipped && { skipped },
    records: async function* () {
      yield kept
    },
  })
  const { source } = folder({})
  const check = (store: ReturnType<typeof stored>, loaded: LoadedDataset) =>
    expectSameRuns(store, ['r'], { loaded, source })
  await check(stored(counts, [], records), loaded)
  await expect(check(stored(counts, undefined), moved)).rejects.toEqual(refused)
  // As many as before, and others.
  const others = { ...loaded, samples: [...samples.slice(1), ...samples.slice(0, 1)], skipped: [skip(0)] }
  await expect(check(stored(counts, undefined, records), others)).rejects.toEqual(refused)
  // One went while another came.
  const one = { total: 4, loaded: 3, skipped: { ...none, missing_image: 1 } }
  const now = { ...loaded, skipped: [skip(1)] }
  await expect(check(stored(one, [skip(2)]), now)).rejects.toEqual(refused)
  await check(stored(one, [skip(1)]), now)
  // What was skipped then may not have been kept.
  await check(stored(one, []), now)
})

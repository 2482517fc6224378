import { expect, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { makeFrame, type SamplingFrame } from '../../../../src/engine/protocol/frame.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { readBack, readRunText } from '../../support/read-run.ts'
import { someRun } from '../../support/records.ts'
import {
  badFiles,
  error,
  fields,
  findings,
  passes,
  records,
  skipped,
  sound,
  wholeRun,
} from '../../support/sound-run.ts'

const text = (run = wholeRun) => [...serializeRun({ run, records, skipped, findings, badFiles })].join('')

test('a run is read back unchanged', async () => {
  expect(await readRunText(text())).toEqual({
    run: wholeRun,
    records,
    skipped,
    findings,
    badFiles,
    passes: [],
  })
  const failedRun = { ...wholeRun, state: 'failed', error } as const
  expect((await readRunText(text(failedRun))).run).toEqual(failedRun)
  const paused = { ...someRun, state: 'paused' } as const
  const bare = [...serializeRun({ run: paused, records: [] })].join('')
  expect(await readRunText(bare)).toEqual({
    run: paused,
    records: [],
    skipped: [],
    findings: [],
    badFiles: [],
    passes: [],
  })
})

test('a run of the largest models is read back, too', async () => {
  const large = { parameters: 1_000_000_000_000, size: 4_000_000_000_000, memory: 4_500_000_000_000 }
  const run = { ...wholeRun, model: { ...wholeRun.model, ...large } }
  expect((await readRunText(text(run))).run.model).toEqual(run.model)
})

test('an unfinished run contains its estimate and counts; a complete one does not', async () => {
  const written = (records: readonly RunRecord[], frame?: SamplingFrame): string =>
    [...serializeRun({ run: { ...wholeRun, state: 'paused' }, records, ...(frame && { frame }) })].join('')
  const frame = makeFrame(records.map(({ sample }) => sample))
  const part = written(records.slice(0, 2), frame)
  expect(JSON.parse(part).estimate).toEqual({
    ...{ asked: 2, of: 3, answered: 1, correct: 0, accuracy: 0, basis: 'dataset' },
    // One is wrong; the one that failed and the one that is open could be right.
    ...{ low: 0, high: 0.666667 },
  })
  // Worked out of the records whenever it is written.
  expect([...serializeRun(await readRunText(part))].join('')).toBe(part)
  const told = JSON.parse(written(records.slice(0, 2))).estimate
  expect(told).toMatchObject({ asked: 2, of: 3, basis: 'unknown' })
  expect(told).not.toHaveProperty('low')
  expect(JSON.parse(written(records))).not.toHaveProperty('estimate')
  expect(JSON.parse(written([]))).not.toHaveProperty('estimate')
})

test.each<Probe>([
  { kind: 'option-order', shift: 2 },
  { kind: 'blank-image' },
  { kind: 'swapped-image', seed: 1 },
  { kind: 'corruption', corruption: 'low-resolution', strength: 5, seed: 1 },
])('a pass is read back with its change: %j', async probe => {
  const run = { ...someRun, probe, parent: 'other', total: 1 }
  const image = { sample: { index: 0, fields, image: 'data/1.png', file: 'data/test.json' } }
  const swapped = probe.kind === 'swapped-image' ? { shownImage: 'data/2.png' } : {}
  const shown = [sound(0, 'A', { ...image, ...swapped }, probe)]
  const parsed = await readBack(serializeRun({ run, records: shown }))
  expect(parsed.run).toEqual(run)
  expect(parsed.records).toEqual(shown)
})

test('its passes are included, and repeat no sample', async () => {
  const partial = records.slice(0, 1)
  const whole = { ...wholeRun, state: 'paused' as const }
  const json = [...serializeRun({ run: whole, records: partial, passes })].join('')
  expect((await readRunText(json)).passes).toEqual(passes)
  expect(json.match(/"sample":\{"index":0/g)).toHaveLength(1)
  expect(json).toContain('"sample":0')
  const lost = json.replace('"sample":0', '"sample":5')
  await expect(readRunText(lost)).rejects.toThrow(
    expect.objectContaining({
      info: expect.objectContaining({ subject: 'run.json: passes[0].records[0].sample' }),
    }),
  )
  const unknown = json.replace(
    '{"kind":"blank-image"}',
    '{"kind":"corruption","corruption":"fog","strength":3,"seed":1}',
  )
  await expect(readRunText(unknown)).rejects.toThrow(
    /passes\[1\]\.run\.probe\.corruption should be one of "noise", "blur".*"mri-spike"/,
  )
  const unchanged = json.replace(',"probe":{"kind":"blank-image"}', '')
  await expect(readRunText(unchanged)).rejects.toThrow(/passes\[1\]\.run\.probe/)
})

test('a file without passes, as older versions wrote it, is read', async () => {
  const older = text().replace(/,\n"passes":\[\]/, '')
  expect(older).not.toContain('passes')
  expect((await readRunText(older)).passes).toEqual([])
})

test('it is read back from a program that spells numbers differently', async () => {
  const respelt = text().replace('"total":3', '"total":3.0').replace('1e-7', '1e-07')
  expect((await readRunText(respelt)).run).toEqual(wholeRun)
})

test('one record a line', () => {
  expect(
    text()
      .split('\n')
      .filter(line => line.includes('"status"')),
  ).toHaveLength(3)
  expect(() => JSON.parse(text())).not.toThrow()
})

test.each([
  ['"format":"voxelwise-run"', '"format":"other"', 'format'],
  ['"version":2', '"version":3', 'version'],
  ['"name":"A run"', '"name":null', 'run.name'],
  ['"state":"done"', '"state":"over"', 'run.state'],
  ['"dtype":"q4",', '', 'run.settings.dtype'],
  ['"missing_image":1', '"missing_image":NaN', 'run.dataset.counts.skipped.missing_image'],
  ['"index":1,', '"index":"1",', 'records[1].sample.index'],
  ['"status":"failed"', '"status":"lost"', 'records[1].status'],
  ['"correct":false', '"correct":0', 'records[0].correct'],
  ['"stop":"end-token"', '"stop":""', 'records[0].score.stop'],
])('with %s for %s the field %s is named', async (from, to, field) => {
  const broken = text().replace(from, to)
  expect(broken).not.toBe(text())
  const info = { code: 'run-file', subject: `run.json: ${field}` }
  await expect(readRunText(broken)).rejects.toThrow(
    expect.objectContaining({ info: expect.objectContaining(info) }),
  )
})

test.each(['', '[]', 'null', text().slice(0, -5), text().replace('"records":[', '"records":{},"x":[')])(
  'what is no run file is refused: %j',
  async broken => {
    const info = expect.objectContaining({ code: 'run-file' })
    await expect(readRunText(broken)).rejects.toThrow(expect.objectContaining({ info }))
  },
)

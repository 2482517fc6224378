import { expect, test } from 'vitest'
import { parseRun, serializeRun } from '../../src/data/export/run-file.ts'
import type { Probe } from '../../src/engine/probes/probe.ts'
import type { Finding, Skipped } from '../../src/engine/sample.ts'
import { answered, failed, someRun } from './records.ts'

const score = {
  text: ' A.',
  tokens: { prompt: 10, image: 64, reused: 70, generated: 3 },
  stop: 'end-token',
  timings: { encode: 12.25, prefix: 0, prefill: 3, decode: 1e-9 },
} as const
const records = [
  answered(
    0,
    { id: { $number: '1.0' }, $$number: 'x', 'é\n': [null, true, { a: 'b' }] },
    { score, response: null },
  ),
  failed(1, { id: 'x' }),
]
const skipped: Skipped[] = [
  { reason: 'missing_image', file: 'f', position: 3, subject: 's', fields: { id: 1 } },
]
const findings: Finding[] = [{ kind: 'duplicate-id', index: null, file: 'f', position: 0, subject: 's' }]
const error = { code: 'bad-json', subject: 's', message: 'm', remedy: 'r' } as const
const badFiles = [{ file: 'f', error }]

const passes = [
  {
    run: { ...someRun, id: 'p1', parent: 'r', probe: { kind: 'blank-image' } as const },
    records: [
      answered(0, records[0]?.sample.fields ?? {}, { run: 'p1', correct: true }),
      answered(7, { id: 'only here' }, { run: 'p1' }),
    ],
  },
  {
    run: { ...someRun, id: 'p2', parent: 'r', probe: { kind: 'option-order', shift: 1 } as const },
    records: [],
  },
]

const text = (run = someRun) => [...serializeRun({ run, records, skipped, findings, badFiles })].join('')

test('a run comes back as it was', () => {
  expect(parseRun(text(), 'run.json')).toEqual({
    run: someRun,
    records,
    skipped,
    findings,
    badFiles,
    passes: [],
  })
  const failedRun = { ...someRun, error }
  expect(parseRun(text(failedRun), 'run.json').run).toEqual(failedRun)
  const bare = [...serializeRun({ run: someRun, records: [] })].join('')
  expect(parseRun(bare, 'run.json')).toEqual({
    run: someRun,
    records: [],
    skipped: [],
    findings: [],
    badFiles: [],
    passes: [],
  })
})

test.each<Probe>([
  { kind: 'option-order', shift: 2 },
  { kind: 'blank-image' },
  { kind: 'swapped-image', seed: 1 },
  { kind: 'corruption', corruption: 'low-resolution', strength: 5, seed: 1 },
])('a pass of another run comes back with what it changed: %j', probe => {
  const run = { ...someRun, probe, parent: 'other' }
  const shown = [answered(0, { id: 'x' }, { shownImage: 'data/2.png' })]
  const parsed = parseRun([...serializeRun({ run, records: shown })].join(''), 'run.json')
  expect(parsed.run).toEqual(run)
  expect(parsed.records).toEqual(shown)
})

test('its passes come with it, and do not tell of a sample twice', () => {
  const json = [...serializeRun({ run: someRun, records, passes })].join('')
  expect(parseRun(json, 'run.json').passes).toEqual(passes)
  expect(json.match(/"sample":\{"index":0/g)).toHaveLength(1)
  expect(json).toContain('"sample":0')
  const lost = json.replace('"sample":0', '"sample":5')
  expect(() => parseRun(lost, 'run.json')).toThrow(
    expect.objectContaining({
      info: expect.objectContaining({ subject: 'run.json: passes[0].records[0].sample' }),
    }),
  )
  const unchanged = json.replace(',"probe":{"kind":"blank-image"}', '')
  expect(() => parseRun(unchanged, 'run.json')).toThrow(/passes\[0\]\.run\.probe/)
})

test('a file without passes, as older versions wrote it, is read', () => {
  const older = text().replace(/,\n"passes":\[\]/, '')
  expect(older).not.toContain('passes')
  expect(parseRun(older, 'run.json').passes).toEqual([])
})

test('it comes back from a program that spells numbers otherwise', () => {
  const respelt = text().replace('"total":3', '"total":3.0').replace('1e-7', '1e-07')
  expect(parseRun(respelt, 'run.json').run).toEqual(someRun)
})

test('one record a line', () => {
  expect(
    text()
      .split('\n')
      .filter(line => line.includes('"status"')),
  ).toHaveLength(2)
  expect(() => JSON.parse(text())).not.toThrow()
})

test.each([
  ['"format":"voxelwise-run"', '"format":"other"', 'format'],
  ['"version":1', '"version":2', 'version'],
  ['"name":"A run"', '"name":null', 'run.name'],
  ['"state":"done"', '"state":"over"', 'run.state'],
  ['"dtype":"q4",', '', 'run.settings.dtype'],
  ['"missing_image":0', '"missing_image":NaN', 'run.dataset.counts.skipped.missing_image'],
  ['"index":1,', '"index":"1",', 'records[1].sample.index'],
  ['"status":"failed"', '"status":"lost"', 'records[1].status'],
  ['"correct":false', '"correct":0', 'records[0].correct'],
  ['"stop":"end-token"', '"stop":""', 'records[0].score.stop'],
  ['"records":[', '"records":{},"x":[', 'records'],
])('with %s for %s the field %s is named', (from, to, field) => {
  const broken = text().replace(from, to)
  expect(broken).not.toBe(text())
  const info = { code: 'run-file', subject: `run.json: ${field}` }
  expect(() => parseRun(broken, 'run.json')).toThrow(
    expect.objectContaining({ info: expect.objectContaining(info) }),
  )
})

test.each(['', '[]', 'null', text().slice(0, -5)])('what is no run file is refused: %j', broken => {
  const info = expect.objectContaining({ code: 'run-file' })
  expect(() => parseRun(broken, 'run.json')).toThrow(expect.objectContaining({ info }))
})

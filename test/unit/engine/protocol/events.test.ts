/** The log of a run keeps its latest events, and travels with it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { type LoggedEvent, logged, logText } from '../../../../src/engine/protocol/events.ts'
import { readBack, readRunText } from '../../support/read-run.ts'

const event = (text: string, copy: number | null = 0): LoggedEvent => ({
  time: '2026-11-22T06:00:00.000Z',
  copy,
  kind: 'restart',
  text,
})

const full = Array.from({ length: 700 }, (_, i) => event(`event ${i}`)).reduce<readonly LoggedEvent[]>(
  logged,
  [],
)
const file = readFileSync('test/golden/run-v1/run.json', 'utf8')

/** The run of an older file, with these events. */
function withEvents(events: readonly unknown[]) {
  const parsed = JSON.parse(file)
  return readRunText(JSON.stringify({ ...parsed, run: { ...parsed.run, events } }))
}

async function refusedField(events: readonly unknown[]): Promise<string> {
  try {
    await withEvents(events)
  } catch (error) {
    if (error instanceof VoxelwiseError) return `${error.info.subject} ${error.info.message}`
  }
  throw new Error('It was taken.')
}

test('the last 500 are stored, newest last, and long texts are cut to the limit of the reader', () => {
  expect(full).toHaveLength(500)
  expect([full[0]?.text, full.at(-1)?.text]).toEqual(['event 200', 'event 699'])
  expect(logged([], event('x'.repeat(5000)))[0]?.text).toHaveLength(1000)
})

test('it is copied one event a line', () => {
  expect(logText([event('two\nlines'), event('Done.', null)])).toBe(
    '2026-11-22T06:00:00.000Z\tcopy 1\trestart\ttwo lines\n2026-11-22T06:00:00.000Z\trun\trestart\tDone.',
  )
})

test('run.json keeps it, and a file without one is as good', async () => {
  expect((await readRunText(file)).run.events).toBeUndefined()
  const read = await withEvents(full)
  expect(read.run.events).toEqual(full)
  expect((await readBack(serializeRun(read))).run.events).toEqual(full)
})

test('a log that no page writes is refused by the field at fault', async () => {
  expect(await refusedField([...full, event('one more')])).toContain('run.events')
  expect(await refusedField([event('x'.repeat(1001))])).toContain('run.events[0].text')
  expect(await refusedField([{ ...event(''), kind: 'party' }])).toContain('run.events[0].kind')
  expect(await refusedField([{ ...event(''), time: 'yesterday' }])).toContain('run.events[0].time')
})

import { expect, test } from 'vitest'
import { mostOfProcessor, traceEvents } from '../../../bench/command/main-thread.ts'

const page = { pid: 7, tid: 1 }
const event = (name: string, ts: number, tdur = 0, of = page) => ({ ...of, name, ts, tdur })
const begin = event('voxelwise-begin', 1000)
const end = event('voxelwise-end', 900_000)

test('of the tasks between the marks counts the one that was longest on the processor, of no other thread', () => {
  const events = [
    event('RunTask', 10, 95_000),
    event('RunTask', 2000, 4000),
    begin,
    event('RunTask', 100_000, 30_000),
    event('RunTask', 200_000, 80_000, { pid: 7, tid: 2 }),
    event('RunTask', 300_000, 80_000, { pid: 8, tid: 1 }),
    end,
    event('RunTask', 910_000, 60_000),
  ]
  expect(mostOfProcessor(events)).toBe(30)
  expect(mostOfProcessor([begin, end])).toBe(0)
})

test('a trace that has lost its beginning tells nothing', () => {
  expect(mostOfProcessor([event('RunTask', 100_000, 30_000), end])).toBeNull()
  expect(mostOfProcessor([])).toBeNull()
})

test('of a trace are read the marks and the tasks, an event a line', () => {
  const events = [begin, event('RunTask', 5, 6), event('other', 6, 90_000), event('RunTask', 7, 8), end]
  const lines = events.map(line => JSON.stringify(line)).join(',\n')
  const trace = Buffer.from(`{"traceEvents":[\n${lines}],\n"metadata": {"name": "RunTask"}}`)
  expect([...traceEvents(trace)]).toEqual(events.filter(({ name }) => name !== 'other'))
})

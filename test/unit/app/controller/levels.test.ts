import { expect, test } from 'vitest'
import { levelsFromQuery, moveTask, unplaced } from '../../../../src/app/controller/levels.ts'
import type { TaskLevel } from '../../../../src/engine/protocol/shortcut.ts'

const levels: TaskLevel[] = [
  { task: 'Disease Diagnosis', level: 'high', records: 4 },
  { task: 'Organ Recognition', level: 'low', records: 4 },
  { task: 'View Identification', level: 'ignored', records: 2 },
]

test('moving a task up adds it to the defaults, those not in the data included', () => {
  const { high, ignore } = moveTask(levels, 'Organ Recognition', 'high', [])
  expect(new Set(high)).toEqual(
    new Set(['Abnormity Diagnosis', 'Severity Grading', 'Disease Diagnosis', 'Organ Recognition']),
  )
  expect(ignore).toBeNull()
})

test('a task that is no longer excluded keeps the list from being empty, which would mean the default', () => {
  expect(moveTask(levels, 'View Identification', 'low', []).ignore).toEqual(['Report Generation'])
})

test('moving a task back gives the default again', () => {
  const moved = levels.map(one =>
    one.task === 'Organ Recognition' ? { ...one, level: 'high' as const } : one,
  )
  expect(moveTask(moved, 'Organ Recognition', 'low', [])).toEqual({ high: null, ignore: null, low: null })
})

test('an address without levels means the defaults', () => {
  expect(levelsFromQuery(new URLSearchParams('high=a&high=b'))).toEqual({
    high: ['a', 'b'],
    ignore: null,
    low: null,
  })
})

test('an unknown task is listed until the user classifies it', () => {
  const all: TaskLevel[] = [...levels, { task: 'Texture', level: 'low', records: 3 }]
  const asked = (choice: Parameters<typeof unplaced>[1]) => unplaced(all, choice).map(({ task }) => task)
  const none = levelsFromQuery(new URLSearchParams())
  expect(asked(none)).toEqual(['Texture'])
  const said = moveTask(all, 'Texture', 'low', [])
  expect(said).toEqual({ high: null, ignore: null, low: ['Texture'] })
  expect(asked(said)).toEqual([])
  const moved = moveTask(all, 'Texture', 'high', said.low ?? [])
  expect(moved.low).toBeNull()
  expect(asked(moved)).toEqual([])
})

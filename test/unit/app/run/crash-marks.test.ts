/** Samples that a page had in preparation when it died. */
import { beforeEach, expect, test, vi } from 'vitest'
import { pageCrashMarks } from '../../../../src/app/run/crash-marks.ts'

const indices = (run: string) => pageCrashMarks.refused(run).map(({ index }) => index)

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('a sample that two pages died of is not prepared again', () => {
  pageCrashMarks.mark('run', 5, true)
  expect(indices('run')).toEqual([])
  pageCrashMarks.mark('run', 5, true)
  expect(indices('run')).toEqual([5])
  expect(indices('run')).toEqual([5])
  expect(indices('other')).toEqual([])
})

test('a preparation that ended, or a page left in good order, is no crash', () => {
  pageCrashMarks.mark('run', 1, true)
  pageCrashMarks.mark('run', 1, false)
  pageCrashMarks.mark('run', 2, true)
  pageCrashMarks.clear('run')
  expect(kept.size).toBe(0)
  expect(indices('run')).toEqual([])
})

test('one crash is remembered while the sample is prepared again', () => {
  pageCrashMarks.mark('run', 1, true)
  pageCrashMarks.refused('run')
  pageCrashMarks.mark('run', 1, true)
  pageCrashMarks.mark('run', 1, false)
  pageCrashMarks.clear('run')
  pageCrashMarks.mark('run', 1, true)
  expect(indices('run')).toEqual([1])
  pageCrashMarks.forget('run')
  expect(kept.size).toBe(0)
})

test('corrupted or refused storage counts as empty', () => {
  for (const text of ['no JSON', 'null', '[]', '"text"']) {
    kept.set('voxelwise:prepared:run', text)
    expect(indices('run')).toEqual([])
  }
  vi.stubGlobal('localStorage', undefined)
  pageCrashMarks.mark('run', 1, true)
  expect(indices('run')).toEqual([])
})

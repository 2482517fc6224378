/** Samples that a page had in preparation when it died. */
import { beforeEach, expect, test, vi } from 'vitest'
import { absolve, forgetSuspects, refusedOf, suspect } from '../../../../src/app/run/suspects.ts'

const indices = (run: string) => refusedOf(run).map(({ index }) => index)

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
  suspect('run', 5, true)
  expect(indices('run')).toEqual([])
  suspect('run', 5, true)
  expect(indices('run')).toEqual([5])
  expect(indices('run')).toEqual([5])
  expect(indices('other')).toEqual([])
})

test('what ended after all, or was left in good order, is no death', () => {
  suspect('run', 1, true)
  suspect('run', 1, false)
  suspect('run', 2, true)
  absolve('run')
  expect(kept.size).toBe(0)
  expect(indices('run')).toEqual([])
})

test('one death is remembered while the sample is prepared anew', () => {
  suspect('run', 1, true)
  refusedOf('run')
  suspect('run', 1, true)
  suspect('run', 1, false)
  absolve('run')
  suspect('run', 1, true)
  expect(indices('run')).toEqual([1])
  forgetSuspects('run')
  expect(kept.size).toBe(0)
})

test('storage that is spoilt or refused is as none', () => {
  for (const text of ['no JSON', 'null', '[]', '"text"']) {
    kept.set('voxelwise:prepared:run', text)
    expect(indices('run')).toEqual([])
  }
  vi.stubGlobal('localStorage', undefined)
  suspect('run', 1, true)
  expect(indices('run')).toEqual([])
})

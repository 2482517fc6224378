import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSameRun, RunJournal } from '../../../../src/cli/base/journal.ts'
import { isFinal } from '../../../../src/engine/base/errors.ts'
import { answered, someRun } from '../../support/records.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxelwise-journal-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string): string => join(folder, name)
const pass = { ...someRun, id: 'p', parent: 'r', probe: { kind: 'blank-image' } } as const
const record = (index: number, run = 'r') => ({ record: { ...answered(index, { id: `${index}` }), run } })

test('a run and its passes are read back, an incomplete entry is skipped, and writing continues after it', async () => {
  const journal = await RunJournal.open(path('a'))
  journal.append([{ run: someRun }, record(2), record(0), { run: pass }, record(2, 'p')])
  journal.append([{ run: { ...someRun, state: 'paused' } }])
  journal.close()
  // The last entry, half of it.
  appendFileSync(path('a'), readFileSync(path('a')).subarray(0, 40))
  const again = await RunJournal.open(path('a'))
  expect(again.wholes).toEqual([{ ...someRun, state: 'paused' }])
  expect([again.done('r'), again.done('p')]).toEqual([[2, 0], [2]])
  again.append([record(1), record(0)])
  again.close()
  const last = await RunJournal.open(path('a'))
  const indices: number[] = []
  for await (const records of last.records('r')) indices.push(...records.map(({ sample }) => sample.index))
  expect(indices).toEqual([0, 1, 2])
  last.remove()
  expect((await RunJournal.open(path('a'))).wholes).toEqual([])
})

test('an unfinished run of an earlier version of its protocol can continue, one of another protocol or judge cannot', () => {
  const following = (id: string, version: number, judge?: string) => ({
    ...someRun,
    settings: {
      ...someRun.settings,
      protocol: { id, version, ...(judge !== undefined && { judge: { id: judge, version } }) },
    },
  })
  expect(() => expectSameRun(following('direct', 1), following('direct', 2))).not.toThrow()
  expect(() => expectSameRun(following('mmmu', 1, 'direct'), following('mmmu', 2, 'direct'))).not.toThrow()
  expect(() => expectSameRun(following('direct', 2), following('mmmu', 1))).toThrow('different protocol')
  expect(() => expectSameRun(following('mmmu', 1), following('mmmu', 1, 'direct'))).toThrow('protocol')
})

test.skipIf(process.platform !== 'linux')('a full disk ends the run under its own name', async () => {
  const journal = await RunJournal.open(path('full'))
  symlinkSync('/dev/full', path('full'))
  const write = () => journal.append([{ run: someRun }])
  expect(write).toThrowError(
    expect.objectContaining({
      info: expect.objectContaining({ code: 'storage-full', subject: path('full') }),
    }),
  )
  expect(isFinal('storage-full')).toBe(true)
})

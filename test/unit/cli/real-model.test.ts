/** The table and the folders of `npm run real-model`; what it measures takes a real model. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from '../../../src/cli/base/options.ts'
import { FiguresFile, realModelTable } from '../../commands/real-model/figures.ts'
import { readOptions as read, spec } from '../../commands/real-model/options.ts'
import { cacheFolder } from '../../commands/real-model/prepare.ts'

const when = '2026-11-24 03:00, load 1'
const spread = (median: number) => ({ median, min: median - 1, max: median + 1 })
const letters = {
  questions: 40,
  page: { lettersChanged: 1, largest: 0.5 },
  node: { lettersChanged: 2, largest: 0.25 },
  agreed: 39,
  when,
}

test('a row contains the measurements, their place and date; other steps stay empty', () => {
  const lines = realModelTable({ letters: { q4: letters }, kills: { kills: 6, records: 31, when } }).split(
    '\n',
  )
  expect(lines).toHaveLength(2 + 3)
  expect(lines[2]).toMatch(/^\| q4: letters as PyTorch’s .* 39 of 40 \(0\.5\) \| 38 of 40 \(0\.25\) \|/)
  expect(lines[2]).toContain(when)
  expect(lines[3]).toContain('39 of 40')
  expect(lines[4]).toMatch(/^\| 6 kills: .* 0 of 31 /)
})

test('times are medians with their extremes, and PyTorch’s time by ours', () => {
  const speed = {
    rounds: 3,
    page: spread(1000),
    node: spread(500),
    pytorch: spread(4000),
    overPage: spread(4),
    overNode: spread(8),
    same: 6,
    pictures: 6,
    when,
  }
  const table = realModelTable({ speed: { '5': speed } })
  expect(table).toContain('1000 (999 to 1001)')
  expect(table).toContain('4.00 (3.00 to 5.00)')
  expect(table).toContain('8.00 (7.00 to 9.00)')
})

test('figures of one precision leave those of another', () => {
  const file = new FiguresFile(join(mkdtempSync(join(tmpdir(), 'voxelwise-figures-')), 'figures.json'))
  expect(file.read()).toEqual({})
  file.add('letters', 'q4', letters)
  file.add('letters', 'q8', { ...letters, agreed: 12 })
  file.set({ kills: { kills: 6, records: 31, when } })
  file.add('letters', 'q4', { ...letters, agreed: 40 })
  const { letters: found, kills } = file.read()
  expect([found?.q4?.agreed, found?.q8?.agreed, kills?.kills]).toEqual([40, 12, 6])
})

test('stored files are in the system’s cache folder', () => {
  const here = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv) => cacheFolder({ platform, env })
  expect(here('linux', { XDG_CACHE_HOME: '/caches' })).toBe(join('/caches', 'voxelwise'))
  expect(here('darwin', {})).toMatch(/Library.Caches.voxelwise$/)
  expect(here('linux', {})).toMatch(/\.cache.voxelwise$/)
})

const readOptions = (argv: readonly string[]) => read(readArguments(spec.options, argv).values)

test('an unknown step, precision or number is refused by name', () => {
  expect(readOptions(['--only', 'speed,letters']).only).toEqual(['letters', 'speed'])
  expect(readOptions(['--each', '1,5,8']).each).toEqual([1, 5, 8])
  for (const wrong of [
    ['--only', 'sleep'],
    ['--dtypes', 'int8'],
    ['--kills', '0'],
    ['--rounds', '1,2'],
  ])
    expect(() => readOptions(wrong)).toThrow(
      expect.objectContaining({ info: expect.objectContaining({ subject: wrong.join(' ') }) }),
    )
})

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const command = ['run', '-s', 'statistics', '--', '--readers']

test('the command prints nothing but the list, with the same fields in the same order', () => {
  const file = 'test/features/readers/golden/spread.json'
  const printed: unknown = JSON.parse(execFileSync('npm', [...command, file], { encoding: 'utf8' }))
  const given: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const rounded = (list: unknown) =>
    JSON.stringify(list, (_, x) => (typeof x === 'number' ? Number(x.toFixed(9)) : x))
  expect(rounded(printed)).toBe(rounded(given))
})

test('a file that is no list of cases ends the command with 1, naming the file', () => {
  const { status, stderr, stdout } = spawnSync('npm', [...command, 'package.json'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('package.json: The file should be a list of cases.')
})

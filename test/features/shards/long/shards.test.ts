/** Shards made by the command itself, killed and continued, against the run that one machine makes; and what the page does with them. */

import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { launchPage, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { shownTexts } from '../../../browser/harness/shown.ts'
import { script } from '../../../unit/support/command.ts'
import { readRunText } from '../../../unit/support/read-run.ts'

let parent: string
let shards: string
beforeAll(() => {
  parent = temporaryFolder('shards')
  shards = join(parent, 'shards')
})
afterAll(() => removeFolder(parent))

const merge = script('merge')
const evaluate = script('evaluate')

const limit = 180
const common = [
  '--dataset',
  'demo',
  '--model',
  'demo',
  '--device',
  'wasm',
  '--limit',
  `${limit}`,
  '--full-text',
]

/** Begins a shard, and sends a signal when its file has a record. @returns its exit code, null where the signal killed it */
function shardEndedBy(signal: NodeJS.Signals, shard: string, file: string): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/cli/commands/evaluate.ts', ...common, '--shard', shard, '--out', shards],
    { stdio: 'ignore' },
  )
  const watch = setInterval(() => {
    if (existsSync(file) && readFileSync(file, 'utf8').includes('"record":')) {
      clearInterval(watch)
      child.kill(signal)
    }
  }, 20)
  return new Promise(resolve => {
    child.on('exit', code => {
      clearInterval(watch)
      resolve(code)
    })
  })
}

/** What must be the same wherever it was made. */
const settled = (records: readonly RunRecord[]) =>
  records.map(({ run: _, ...record }) =>
    record.status === 'answered' ? { ...record, score: { ...record.score, timings: null } } : record,
  )

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

const shardFile = (number: number): string => join(shards, `shard-00${number}-of-002.jsonl`)

test('a killed shard continues', async () => {
  const first = shardFile(1)
  expect(await shardEndedBy('SIGKILL', '1/2', first)).toBe(null)
  const killed = readFileSync(first, 'utf8')
  expect(killed).toContain('"record":')
  expect(killed).not.toContain('"end":')
  const goneOn = await evaluate(...common, '--shard', '1/2', '--out', shards)
  expect(goneOn.code).toBe(0)
  expect(goneOn.stderr).toMatch(/Shard 1 of 2 is finished: \d+ records\n$/)
  const whole = readFileSync(first, 'utf8')
  expect(whole.startsWith(killed.slice(0, killed.lastIndexOf('\n') + 1))).toBe(true)
  expect(whole).toMatch(/"end":\{"records":\d+,"answered":\d+,"failed":0,"sittings":2,/)
})

test('an interrupted shard reports it; the merge lists what is missing, with the commands', async () => {
  expect(await shardEndedBy('SIGTERM', '2/2', shardFile(2))).toBe(75)
  const out = join(parent, 'merged')
  const missing = await merge('--out', out, shards)
  expect(missing.code).toBe(3)
  expect(missing.stderr).toMatch(
    /Missing: \d+ samples, in 1 shard\n {2}shard 2\/2 \(unfinished: \d+ of \d+\)\n/,
  )
  expect(existsSync(out)).toBe(false)
  const partial = join(parent, 'partial')
  expect((await merge('--allow-partial', '--out', partial, shards)).code).toBe(0)
  const { partial: told } = JSON.parse(read(partial, 'metrics_summary.json'))
  expect(told).toMatchObject({ of: limit })
  expect((await readRunText(read(partial, 'run.json'))).run).toMatchObject({ state: 'paused', total: limit })
  expect(read(partial, 'shortcut_report.csv')).toContain(`(${told.n} of ${limit} samples)`)

  // The command that it says is the one that fills the gap.
  const said = /^ {2}npm run -s evaluate -- (.*)$/m.exec(missing.stderr)?.[1] ?? ''
  expect((await evaluate(...said.split(' '))).code).toBe(0)
  expect(readdirSync(shards).sort()).toEqual([
    'manifest.json',
    'shard-001-of-002.jsonl',
    'shard-002-of-002.jsonl',
  ])
})

test('the merge is the run of one machine, to the byte', async () => {
  const out = join(parent, 'merged')
  const merged = await merge('--out', out, shardFile(2), shardFile(1), shards)
  expect(merged.stderr).toContain(`Merged 2 shards: ${limit} of ${limit} samples`)
  expect(merged.code).toBe(0)
  const one = join(parent, 'one')
  expect((await evaluate(...common, '--out', one)).code).toBe(0)
  for (const name of [
    'load.json',
    'results.json',
    'metrics_summary.json',
    'shortcut.json',
    'shortcut_report.csv',
  ])
    expect(read(out, name), name).toBe(read(one, name))
  const [mine, theirs] = await Promise.all([out, one].map(folder => readRunText(read(folder, 'run.json'))))
  expect(settled(mine?.records ?? [])).toEqual(settled(theirs?.records ?? []))
  expect(mine?.frame).toEqual(theirs?.frame)
  for (const part of ['settings', 'dataset', 'model', 'total', 'state'] as const)
    expect(mine?.run[part]).toEqual(theirs?.run[part])
})

test('a finished shard stays as it is, and a hopeless one has its own exit code', async () => {
  const again = await evaluate(...common, '--shard', '1/2', '--out', shards)
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('is finished already')])
  const never: readonly (readonly [readonly string[], string])[] = [
    [['--shard', '3/2', '--out', shards], '--shard takes K/N'],
    [['--shard', '1/2', '--probes', 'all', '--out', shards], '--shard cannot be combined with --probes'],
    [['--shard', '2/2', '--seed', '2', '--out', shards], 'Differences: settings.seed: 1 and 2; '],
  ]
  for (const [options, told] of never) {
    const { code, stderr } = await evaluate(...common, ...options)
    expect(stderr).toContain(told)
    expect(code).toBe(42)
  }
  // The other list is in a folder of its own.
  const other = join(parent, 'other')
  mkdirSync(other)
  copyFileSync(join(shards, 'manifest.json'), join(other, 'manifest.json'))
  expect((await merge('--out', join(parent, 'none'), other)).code).toBe(42)
})

test('the page merges picked shards, and marks an incomplete run', async () => {
  const opened = await launchPage({ path: '#/runs' })
  const { page } = opened
  try {
    const names = ['manifest.json', 'shard-001-of-002.jsonl', 'shard-002-of-002.jsonl']
    const paths = names.map(name => join(shards, name))
    const input = page.getByTestId('import-input')
    await input.setInputFiles(paths.slice(1))
    await page.locator('main .error-box').getByText('The shards’ manifest.json is missing.').waitFor()
    await input.setInputFiles(paths)
    await page.getByRole('navigation', { name: 'Results' }).waitFor()
    await page.getByText(`for ${limit} of ${limit} samples.`).waitFor()
    const rows = page.getByRole('table', { name: 'Shards that the run was merged from' }).locator('tbody tr')
    await expect
      .poll(() => shownTexts(rows))
      .toEqual([expect.stringMatching(/^1\/2finished/), expect.stringMatching(/^2\/2finished/)])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
    await input.setInputFiles(paths.slice(0, 2))
    await page.getByText(/Estimate from \d+ of 1,560 questions/).waitFor()
    await page.getByText(/for \d+ of 180 samples\./).waitFor()
    expect(opened.errors).toEqual([])
  } finally {
    await opened.close()
  }
})

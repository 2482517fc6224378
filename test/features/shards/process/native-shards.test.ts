/** Shards made without a browser, merged, against the run that one machine makes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main as evaluateMain } from '../../../../src/cli/commands/evaluate.ts'
import { main as mergeMain } from '../../../../src/features/shards/cli/merge.ts'
import { inProcess } from '../../../unit/support/command.ts'
import { describeNative } from '../../../unit/support/native.ts'
import { readRunText } from '../../../unit/support/read-run.ts'

const evaluate = inProcess(evaluateMain)
const merge = inProcess(mergeMain)
let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'voxelwise-native-shards-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

const limit = 48
const common = [
  ...['--runtime', 'node', '--dataset', 'demo', '--model', 'demo', '--dtype', 'fp32'],
  ...['--limit', `${limit}`, '--full-text'],
]

describeNative(() => {
  test('two shards are merged to the run of one machine, to the byte', async () => {
    const shards = join(parent, 'shards')
    for (const number of [2, 1]) {
      const { code, stderr } = await evaluate(...common, '--shard', `${number}/2`, '--out', shards)
      expect(stderr).toMatch(new RegExp(`Shard ${number} of 2 is finished: \\d+ records\\n$`))
      expect(code).toBe(0)
    }
    const out = join(parent, 'merged')
    const merged = await merge('--out', out, shards)
    expect(merged.stderr).toContain(`Merged 2 shards: ${limit} of ${limit} samples`)
    expect(merged.code).toBe(0)
    const one = join(parent, 'one')
    expect((await evaluate(...common, '--out', one)).code).toBe(0)
    const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
    for (const name of [
      ...['load.json', 'results.json', 'metrics_summary.json'],
      ...['shortcut.json', 'shortcut_report.csv'],
    ])
      expect(read(out, name), name).toBe(read(one, name))
    const { run, records } = await readRunText(read(out, 'run.json'))
    expect(run).toMatchObject({ state: 'done', total: limit, environment: { runtime: 'node' } })
    expect(records).toHaveLength(limit)
  })
})

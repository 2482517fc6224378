/** The command with a judge, and on a software adapter. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { sharedFolder } from '../browser/harness/folders.ts'
import { removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { script } from '../unit/support/command.ts'
import { readRunText } from '../unit/support/read-run.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('evaluate')
})
afterAll(() => removeFolder(parent))

const evaluate = script('evaluate')

const written = (out: string): Promise<RunFile> => readRunText(readFileSync(join(out, 'run.json'), 'utf8'))

test('has answers in words judged after the run, as the page does', async () => {
  const out = join(parent, 'judged')
  const { code, stderr } = await evaluate(
    ...['--dataset', join(sharedFolder('benchmarks'), 'json-med-cmr'), '--model', 'demo', '--out', out],
    ...['--device', 'wasm', '--dtype', 'q8', '--max-new-tokens', '4'],
    ...['--judge-model', 'test/golden/language-model', '--judge-held', '--judge-repeats', '2x1'],
  )
  expect(stderr).toContain('Judging the free-text answers\n')
  expect(stderr).toMatch(/Med-CMR’s rubric, judged by language-model: \d+\.\d; unparsed replies: 0 of 9\n$/)
  expect(code).toBe(0)
  const { run, passes } = await written(out)
  expect(run.judging).toBeUndefined()
  expect(passes.map(pass => [pass.run.judging?.isHeld, pass.run.state, pass.records.length])).toEqual([
    [true, 'done', 9],
  ])
  const summary = JSON.parse(readFileSync(join(out, 'metrics_summary.json'), 'utf8'))
  expect(summary.judged).toMatchObject([
    { name: 'Med-CMR’s rubric, judged by language-model', items: 7, replies: 9, held_to_form: true },
  ])
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('judged by language-model')
  const refused = await evaluate(
    ...['--dataset', 'demo', '--model', 'demo', '--out', out, '--judge-model', 'demo', '--device', 'wasm'],
  )
  expect(refused.stderr).toContain('This data set has no free-text questions')
  expect(refused.code).toBe(2)
})

test('uses the software adapter if WebGPU is requested without a GPU', async () => {
  const out = join(parent, 'webgpu')
  const { code, stderr } = await evaluate(
    ...[
      '--dataset',
      'demo',
      '--model',
      'test/golden/families/smolvlm',
      '--dtype',
      'fp32',
      '--order',
      'dataset',
      '--limit',
      '1',
      '--max-new-tokens',
      '2',
    ],
    ...['--device', 'webgpu', '--out', out],
  )
  expect(stderr).toMatch(/Done on webgpu/)
  expect(code).toBe(0)
  const { run, records } = await written(out)
  if (/swiftshader/i.test(run.environment.adapter ?? ''))
    expect(stderr).toContain('No GPU found: using the slow software adapter\n')
  expect(records).toMatchObject([{ status: 'answered' }])
})

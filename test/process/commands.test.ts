/** Each command once as a user starts it. What it does is tested in-process (test/unit/cli). */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { npmScript, script } from '../unit/support/command.ts'
import { oracleFolder } from '../unit/support/golden.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxelwise-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of the test's own. */
function made(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

test('npm run -s score computes the figures of the official evaluator', async () => {
  const out = join(folder, 'score')
  const oracle = (name: string) => join(oracleFolder(), name)
  const given = ['--dataset', oracle('data'), '--responses', oracle('responses.json'), '--out', out]
  const { code, stdout } = await npmScript('score')(...given)
  expect([code, stdout]).toEqual([0, ''])
  expect(json(join(out, 'metrics_summary.json'))).toEqual(json(oracle('upstream/metrics_summary.json')))
})

test('samples lists a table', async () => {
  const row = { id: 7, question: 'Which?', A: 'x', B: 'y', answer: 'B' }
  const table = made('rows.jsonl', `${JSON.stringify(row)}\n`)
  const out = join(folder, 'samples.jsonl')
  const { code, stderr } = await script('samples')('--dataset', table, '--out', out)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Samples loaded: 1 of 1')])
  expect(json(out)).toMatchObject({ id: '7', answer: 'B' })
})

test('a failure is the exit code of the process', async () => {
  expect((await script('evaluate')('--dataset', 'demo', '--out', folder)).code).toBe(2)
})

test('the command of the package prints help, and runs the others', async () => {
  const help = await script('main')('--help')
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('npx voxelwise COMMAND --help')])
  const evaluate = await script('main')('evaluate', '--help')
  expect([evaluate.code, evaluate.stdout]).toEqual([0, expect.stringContaining('--until-decided')])
})

test('start serves the page until it is interrupted', async () => {
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/cli/commands/start.ts', '--port', '0'])
  const ended = new Promise(resolve => server.once('exit', (_, signal) => resolve(signal)))
  const address = await new Promise<string>(resolve => {
    let printed = ''
    server.stdout.on('data', part => {
      printed += part
      const [found] = /http:\S+/.exec(printed) ?? []
      if (found) resolve(found)
    })
  })
  expect((await fetch(address)).headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  server.kill('SIGINT')
  expect(await ended).toBe('SIGINT')
})

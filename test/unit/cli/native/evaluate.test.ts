/** `evaluate --runtime node`, the command itself, with the demo's model and pictures. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { script } from '../../support/command.ts'
import { noNativeRuntime } from '../../support/native.ts'
import { parseRun } from '../../support/parse-run.ts'

const evaluate = script('evaluate')
let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'voxelwise-native-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

const written = (out: string) => parseRun(readFileSync(join(out, 'run.json'), 'utf8'), 'run.json')
const demo = (out: string, ...more: string[]) => [
  ...['--runtime', 'node', '--dataset', 'demo', '--model', 'demo', '--out', out, '--dtype', 'fp32'],
  ...more,
]
const golden = new Map<string, string>(
  JSON.parse(readFileSync('test/golden/phantom-vlm/answers-fp32.json', 'utf8')).map(
    ({ id, question, text }: Readonly<Record<'id' | 'question' | 'text', string>>) => [
      `${id}|${question}`,
      text,
    ],
  ),
)

test('a device of the browser, and a time-out that nobody would heed, are refused', async () => {
  const wasm = await evaluate(...demo(join(parent, 'none'), '--device', 'wasm'))
  expect([wasm.code, wasm.stderr]).toEqual([
    2,
    expect.stringContaining('This option takes cpu, cuda, webgpu'),
  ])
  const timeout = await evaluate(...demo(join(parent, 'none'), '--timeout', '9'))
  expect([timeout.code, timeout.stderr]).toEqual([2, expect.stringContaining('--timeout')])
})

describe.skipIf(noNativeRuntime !== null)(noNativeRuntime ?? 'with ONNX Runtime for Node', () => {
  test('answers what PyTorch answers, makes passes, and leaves files that the page opens', async () => {
    const out = join(parent, 'whole')
    const { code, stderr } = await evaluate(
      ...demo(out, '--limit', '40', '--full-text', '--probes', 'blank-image'),
    )
    expect(stderr).toMatch(/Done on cpu \(\d+ threads?\), fp32: accuracy .*\(n = 40,/)
    expect(code).toBe(0)
    const { run, records, passes, frame } = written(out)
    expect(run).toMatchObject({
      state: 'done',
      settings: { device: 'cpu', keepFeatures: false },
      environment: { runtime: 'node', adapter: null, onnxruntime: '1.30.0' },
    })
    expect(frame?.groups.length).toBe(1560)
    for (const { sample, ...record } of records)
      expect(record).toMatchObject({
        status: 'answered',
        response: golden.get(`${sample.fields.id}|${sample.fields.question}`),
      })
    expect(passes.map(({ run, records }) => [run.probe?.kind, run.state, records.length])).toEqual([
      ['blank-image', 'done', 40],
    ])
    for (const name of ['load.json', 'results.json', 'metrics_summary.json', 'shortcut.json'])
      JSON.parse(readFileSync(join(out, name), 'utf8'))
    // All of it is in run.json.
    expect(existsSync(join(out, 'run.journal'))).toBe(false)
  })

  test('a killed run is gone on with by the same command, and no answer is asked again', async () => {
    const out = join(parent, 'killed')
    const journal = join(out, 'run.journal')
    const args = demo(out, '--limit', '200')
    const command = spawn(process.execPath, ['--import', 'tsx', 'src/cli/commands/evaluate.ts', ...args])
    const ended = new Promise(resolve => command.once('exit', (_, signal) => resolve(signal)))
    // The run itself and what it draws from are some 200 kB; the rest are answers.
    let first = 0
    const watch = setInterval(() => {
      const size = existsSync(journal) ? statSync(journal).size : 0
      first ||= size
      if (first > 0 && size > first + 10_000) command.kill('SIGKILL')
    }, 5)
    expect(await ended).toBe('SIGKILL')
    clearInterval(watch)
    // As if the last write had been cut, too.
    writeFileSync(journal, readFileSync(journal).subarray(0, -3))

    const other = await evaluate(...demo(out, '--limit', '100'))
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('(limit)')])

    const { code, stderr } = await evaluate(...args)
    expect(stderr).toMatch(/Continuing the run of .*: [1-9]\d* are answered/)
    expect(code).toBe(0)
    const { run, records } = written(out)
    expect([run.state, records.length]).toEqual(['done', 200])
    for (const { sample, ...record } of records)
      expect(golden.get(`${sample.fields.id}|${sample.fields.question}`)).toMatch(
        new RegExp(`^${record.status === 'answered' ? record.response : 'failed'}`),
      )
  })

  test('a picture that is broken fails its own questions by its own name', async () => {
    const set = join(parent, 'PhantomBrainCT')
    cpSync('public/datasets/phantom-cube/PhantomBrainCT', set, { recursive: true })
    writeFileSync(join(set, 'pictures/case_01.png'), 'no picture')
    const out = join(parent, 'broken')
    const { stderr } = await evaluate(...demo(out, '--dataset', set, '--order', 'dataset', '--limit', '9'))
    expect(stderr).toContain('6 failed and are in no figure (see run.json)')
    const failed = written(out).records.flatMap(record => (record.status === 'failed' ? [record.error] : []))
    expect(failed).toHaveLength(6)
    expect(failed[0]).toMatchObject({
      code: 'image-unsupported',
      subject: 'PhantomBrainCT/pictures/case_01.png',
    })
  })
})

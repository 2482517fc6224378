/** `evaluate --runtime node` with the demo's model and pictures. */
import { EventEmitter } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../../../../src/cli/commands/evaluate.ts'
import { slowModel } from '../../../browser/harness/slow-model.ts'
import { inProcess, testIo } from '../../support/command.ts'
import { demoMoments } from '../../support/demo-moments.ts'
import { describeNative } from '../../support/native.ts'
import { readRunText } from '../../support/read-run.ts'

const evaluate = inProcess(main)
let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'voxelwise-native-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

const written = (out: string) => readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
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

test('a device of the browser is refused', async () => {
  const wasm = await evaluate(...demo(join(parent, 'none'), '--device', 'wasm'))
  expect([wasm.code, wasm.stderr]).toEqual([2, expect.stringContaining('--device takes cpu, cuda, webgpu')])
})

describeNative(() => {
  test('gives PyTorch’s answers, makes passes, and writes files that the page opens', async () => {
    const out = join(parent, 'whole')
    const { code, stderr } = await evaluate(
      ...demo(out, '--limit', '40', '--full-text', '--probes', 'blank-image,noise-image'),
    )
    expect(stderr).toMatch(/Done on cpu \(\d+ threads?\), fp32: accuracy .*\(n = 40,/)
    expect(code).toBe(0)
    const { run, records, passes, frame } = await written(out)
    expect(run).toMatchObject({
      state: 'done',
      settings: { device: 'cpu', keepFeatures: false },
      environment: { runtime: 'node', adapter: null, onnxruntime: '1.30.0' },
    })
    expect(run.model.weights).toMatch(/^[0-9a-f]{64}$/)
    expect(frame?.groups.length).toBe(1560)
    for (const { sample, ...record } of records)
      expect(record).toMatchObject({
        status: 'answered',
        response: golden.get(`${sample.fields.id}|${sample.fields.question}`),
      })
    expect(passes.map(({ run, records }) => [run.probe?.kind, run.state, records.length])).toEqual([
      ['blank-image', 'done', 40],
      ['noise-image', 'done', 40],
    ])
    // The page takes the same images.
    expect(passes[1]?.run.probe).toMatchObject({ moments: demoMoments })
    for (const name of ['load.json', 'results.json', 'metrics_summary.json', 'shortcut.json'])
      JSON.parse(readFileSync(join(out, name), 'utf8'))
    // All of it is in run.json.
    expect(existsSync(join(out, 'run.journal'))).toBe(false)
  })

  test('an interrupted run is continued by the same command', async () => {
    const out = join(parent, 'interrupted')
    const journal = join(out, 'run.journal')
    const args = demo(out, '--limit', '100')
    const signals = new EventEmitter()
    const exits: number[] = []
    const { io } = testIo({ signals: Object.assign(signals, { exit: (code: number) => exits.push(code) }) })
    // The run itself and what it draws from come first; the rest are answers.
    let first = 0
    const watch = setInterval(() => {
      const size = existsSync(journal) ? statSync(journal).size : 0
      first ||= size
      if (first === 0 || size < first + 10_000) return
      clearInterval(watch)
      signals.emit('SIGINT')
    }, 5)
    expect(await main(args, io)).toBe(130)
    expect(exits).toEqual([])
    expect(signals.listenerCount('SIGINT')).toBe(0)
    const { run, records } = await written(out)
    expect(run.state).toBe('paused')
    expect(records.length).toBeGreaterThan(0)
    expect(records.length).toBeLessThan(100)
    const { code, stderr } = await evaluate(...args)
    expect(stderr).toContain(`: ${records.length} answered`)
    expect(code).toBe(0)
    expect((await written(out)).records).toHaveLength(100)
  })

  test('a question that takes too long twice is given up, and three of them end the run', {
    timeout: 300_000,
  }, async () => {
    const out = join(parent, 'slow')
    const model = slowModel(parent, 'slow-model', { decoder: 300 })
    const { code, stderr } = await evaluate(
      ...demo(out, '--model', model, '--limit', '20', '--timeout', '1', '--max-new-tokens', '32'),
    )
    expect(stderr).toContain('There was no answer within 1 seconds.')
    expect(code).toBe(1)
    const { run, records } = await written(out)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'inference-timeout' } })
    expect(records.map(record => record.status === 'failed' && record.error.code)).toEqual([
      ...['inference-timeout', 'inference-timeout'],
    ])
    const kinds = run.events?.map(({ kind }) => kind) ?? []
    expect(kinds.filter(kind => kind === 'timeout')).toHaveLength(6)
    expect(kinds.filter(kind => kind === 'given-up')).toHaveLength(2)
  })

  test('a picture that is broken fails its own questions by its own name', async () => {
    const set = join(parent, 'PhantomBrainCT')
    cpSync('public/datasets/phantom-cube/PhantomBrainCT', set, { recursive: true })
    writeFileSync(join(set, 'pictures/case_01.png'), 'no picture')
    const out = join(parent, 'broken')
    const { stderr } = await evaluate(...demo(out, '--dataset', set, '--order', 'dataset', '--limit', '9'))
    expect(stderr).toContain('6 failed and are not counted (see run.json)')
    const failed = (await written(out)).records.flatMap(record =>
      record.status === 'failed' ? [record.error] : [],
    )
    expect(failed).toHaveLength(6)
    expect(failed[0]).toMatchObject({
      code: 'image-unsupported',
      subject: 'PhantomBrainCT/pictures/case_01.png',
    })
  })
})

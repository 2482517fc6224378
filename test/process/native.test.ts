/** `evaluate --runtime node` as a process that is killed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import { script } from '../unit/support/command.ts'
import { describeNative } from '../unit/support/native.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { expectThoughts, thinkingModel, thoughts } from '../unit/support/thoughts.ts'

const evaluate = script('evaluate')
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

describeNative(() => {
  test('a checkpoint that thinks says what PyTorch says, thought and answer apart', {
    timeout: 120_000,
  }, async () => {
    const out = join(parent, 'thinking')
    const { limits, asked } = thoughts
    const { code, stderr } = await evaluate(
      ...[
        '--runtime',
        'node',
        '--dataset',
        'demo',
        '--model',
        thinkingModel,
        '--out',
        out,
        '--dtype',
        'fp32',
      ],
      ...['--order', 'dataset', '--limit', String(asked.length), '--full-text'],
      ...['--thought-tokens', String(limits.thought), '--max-new-tokens', String(limits.answer)],
    )
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')])
    expectThoughts((await written(out)).records)
  })

  test('a pass that shows images of the run encodes none again, and the same question gets the same answer', {
    timeout: 120_000,
  }, async () => {
    const out = join(parent, 'shared')
    const probes = 'unchanged,no-options,stated-confidence,wrong-image'
    const { code, stderr } = await evaluate(
      ...demo(out, '--limit', '12', '--order', 'dataset', '--probes', probes),
    )
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')])
    const { records, passes } = await written(out)
    const encoding = (of: readonly RunRecord[]) =>
      of.reduce(
        (sum, record) => sum + (record.status === 'answered' ? (record.score?.timings.encode ?? 0) : 0),
        0,
      )
    expect(encoding(records)).toBeGreaterThan(0)
    expect(passes.map(({ run, records: own }) => [run.probe?.kind, encoding(own)])).toEqual(
      expect.arrayContaining([
        ['unchanged', 0],
        ['no-options', 0],
        ['stated-confidence', 0],
        ['swapped-image', 0],
      ]),
    )
    const listAnswers = (of: readonly RunRecord[]) =>
      of.map(record => (record.status === 'answered' ? record.response : null))
    const again = passes.find(({ run }) => run.probe?.kind === 'unchanged')
    expect(listAnswers(again?.records ?? [])).toEqual(listAnswers(records))
  })

  test('a killed run is continued by the same command, and no answer is asked again', {
    timeout: 240_000,
  }, async () => {
    const out = join(parent, 'killed')
    const journal = join(out, 'run.journal')
    const args = demo(out, '--limit', '80')
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

    const other = await evaluate(...demo(out, '--limit', '40'))
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('(limit)')])

    const { code, stderr } = await evaluate(...args)
    expect(stderr).toMatch(/Continuing the run of .*: [1-9]\d* answered/)
    expect(code).toBe(0)
    const { run, records } = await written(out)
    expect([run.state, records.length]).toEqual(['done', 80])
    for (const { sample, ...record } of records)
      expect(golden.get(`${sample.fields.id}|${sample.fields.question}`)).toMatch(
        new RegExp(`^${record.status === 'answered' ? record.response : 'failed'}`),
      )
  })
})

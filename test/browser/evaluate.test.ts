/** The command itself, as a user runs it. */

import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../src/cli/commands/evaluate.ts'
import { main as score } from '../../src/cli/commands/score.ts'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { inProcess, npmScript, script } from '../unit/support/command.ts'
import { demoMoments } from '../unit/support/demo-moments.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { copyModel, demoModel, sharedFolder, writeFolder } from './harness/folders.ts'
import { goldenImage } from './harness/images.ts'
import { removeFolder, temporaryFolder } from './harness/page.ts'
import { slowModel } from './harness/slow-model.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('evaluate')
})
afterAll(() => removeFolder(parent))

const npmEvaluate = npmScript('evaluate')
const evaluate = script('evaluate')

const files = [
  'answers-columns.csv',
  'answers.csv',
  'findings.csv',
  'figures.json',
  'load.json',
  'metrics_summary.json',
  'report.html',
  'results.json',
  'run.json',
  'shortcut.json',
  'shortcut_report.csv',
]

/** @param more files that are there besides */
function written(out: string, ...more: readonly string[]): Promise<RunFile> {
  expect(readdirSync(out).sort()).toEqual([...files, ...more].sort())
  return readRunText(readFileSync(join(out, 'run.json'), 'utf8'))
}

describe('npm run -s evaluate', () => {
  test('runs the demo on the demo and writes every file', async () => {
    const out = join(parent, 'new/demo')
    const { code, stdout, stderr } = await npmEvaluate(
      ...[
        '--dataset',
        'demo',
        '--model',
        'demo',
        '--order',
        'dataset',
        '--limit',
        '12',
        '--max-new-tokens',
        '4',
      ],
      ...['--device', 'wasm', '--probes', 'blank-image,noise-image,noise:4', '--out', out],
    )
    expect(stderr).toContain('Samples loaded: 1560 of 1560')
    expect(stderr.match(/^Extra pass: .*$/gm)).toEqual([
      'Extra pass: blank image; 2 more to follow',
      'Extra pass: noise; 1 more to follow',
      'Extra pass: noise, strength 4',
    ])
    expect(stderr).toMatch(
      /Done on wasm \((\d+ copies of the model, )?\d+ threads?( each)?\), fp32: accuracy .* \(n = 12\); an estimate from a part of 1560 questions\n$/,
    )
    expect(stdout).toBe('')
    expect(code).toBe(0)
    const { run, records, passes } = await written(out)
    expect(passes.map(pass => [pass.run.probe?.kind, pass.run.state, pass.records.length])).toEqual([
      ['blank-image', 'done', 12],
      ['noise-image', 'done', 12],
      ['corruption', 'done', 12],
    ])
    expect(passes[1]?.run.probe).toMatchObject({ moments: demoMoments })
    const report = readFileSync(join(out, 'report.html'), 'utf8')
    for (const part of ['<h2 id="probes">', '12 answers right', '--probes blank-image,noise-image,noise:4'])
      expect(report).toContain(part)
    expect(run).toMatchObject({
      state: 'done',
      total: 12,
      settings: { device: 'wasm', dtype: 'fp32', maxNewTokens: 4, limit: 12 },
      dataset: { name: 'phantom-cube', source: 'bundled' },
    })
    expect(records.map(({ sample }) => sample.index)).toEqual(Array.from({ length: 12 }, (_, i) => i))
    const metrics = readFileSync(join(out, 'metrics_summary.json'), 'utf8')
    expect(JSON.parse(metrics).global.n).toBe(12)

    const again = join(parent, 'again')
    const scored = await inProcess(score)('--results', join(out, 'results.json'), '--out', again)
    expect(scored.code).toBe(0)
    expect(readFileSync(join(again, 'metrics_summary.json'), 'utf8')).toBe(metrics)
  })

  test('asks only what --where and --ids name; another selection is another run', {
    tags: ['long'],
  }, async () => {
    const out = join(parent, 'part')
    const ids = join(parent, 'ids.txt')
    const listed = Array.from({ length: 40 }, (_, i) => `PhantomHeartUS_${i + 1}`)
    writeFileSync(ids, listed.join('\n'))
    const part = (...where: readonly string[]) =>
      evaluate(
        ...['--dataset', 'demo', '--model', 'demo', '--dtype', 'q8', '--device', 'wasm', '--out', out],
        ...['--max-new-tokens', '2', '--ids', ids, ...where],
      )
    const where = 'dataset=PhantomHeartUS,task=View Recognition,task=Organ Recognition'
    const { code } = await part('--where', where)
    expect(code).toBe(0)
    const { run, records } = await written(out)
    expect(records.length).toBeGreaterThan(3)
    expect(run.total).toBe(records.length)
    for (const { sample } of records) {
      expect(listed).toContain(sample.fields.id)
      expect(['View Recognition', 'Organ Recognition']).toContain(sample.fields.task)
    }
    const [overall] = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'))
    expect(overall).toMatchObject({ n: records.length, method: 'korn-graubard' })
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('dataset=PhantomHeartUS')
    await part('--where', 'dataset=PhantomHeartUS,task=Severity Grading')
    const other = await written(out)
    expect(other.run.id).not.toBe(run.id)
    expect(other.run.settings.only).not.toEqual(run.settings.only)
    for (const { sample } of other.records) expect(sample.fields.task).toBe('Severity Grading')
  })

  test('a limit in per cent is of the selection, and nothing is called exact', {
    tags: ['long'],
  }, async () => {
    const out = join(parent, 'limited')
    const { code, stderr } = await evaluate(
      ...['--dataset', 'demo', '--model', 'demo', '--dtype', 'q8', '--device', 'wasm', '--out', out],
      ...['--scoring', 'choices', '--where', 'modality=CT', '--limit', '2%'],
    )
    expect(code, stderr).toBe(0)
    const { run, records } = await written(out)
    // 2 % of the 480 CT questions.
    expect(run).toMatchObject({ total: 10, selected: 480 })
    expect(records.map(({ sample }) => sample.fields.modality)).toEqual(new Array(10).fill('CT'))
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toContain('is exact')
    const [overall] = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'))
    expect(overall).toMatchObject({ n: 10, method: expect.stringMatching(/^(sequence|stratified)$/) })
  })

  test('covers the regions that were drawn in the page, as an exported run.json has them', {
    tags: ['long'],
  }, async () => {
    const drawn = join(parent, 'drawn.json')
    const asked = (out: string, ...more: readonly string[]) =>
      evaluate(
        ...['--dataset', 'demo', '--model', 'demo', '--dtype', 'q8', '--device', 'wasm', '--out', out],
        ...['--scoring', 'choices', '--order', 'dataset', '--limit', '2', ...more],
      )
    const before = join(parent, 'before')
    expect((await asked(before)).code).toBe(0)
    const regions = [[1, 20, 30, 40, 50]]
    const exported = JSON.parse(readFileSync(join(before, 'run.json'), 'utf8'))
    writeFileSync(drawn, JSON.stringify({ ...exported, regions }))
    const out = join(parent, 'regions')
    const { code, stderr } = await asked(out, '--probes', 'region', '--regions', drawn)
    expect(code, stderr).toBe(0)
    const { passes, regions: kept } = await written(out)
    expect(kept).toEqual(regions)
    expect(passes.map(({ run, records }) => [run.probe, records.length])).toEqual([
      [{ kind: 'region', drawn: regions }, 1],
      [{ kind: 'elsewhere', drawn: regions }, 1],
    ])
    const none = await asked(join(parent, 'none'), '--regions', join(before, 'run.json'))
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('The run has no drawn regions.')])
  })

  test('runs folders of this machine; the model’s consists of links as in Hugging Face’s cache', {
    tags: ['long'],
  }, async () => {
    const out = join(parent, 'local')
    const blobs = copyModel(parent, 'blobs', 'q8')
    const model = join(parent, 'local-model')
    for (const file of readdirSync(blobs, { recursive: true, withFileTypes: true })) {
      const below = join(model, relative(blobs, file.parentPath))
      mkdirSync(below, { recursive: true })
      if (file.isFile()) symlinkSync(join(file.parentPath, file.name), join(below, file.name))
    }
    const { code, stderr } = await evaluate(
      ...['--dataset', sharedFolder('real-slices'), '--model', model],
      ...[
        '--order',
        'dataset',
        '--limit',
        '5',
        '--max-new-tokens',
        '2',
        '--device',
        'wasm',
        '--dtype',
        'q8',
        '--out',
        out,
      ],
    )
    expect(stderr).toContain('Samples loaded: 108 of 108')
    expect(code).toBe(0)
    const { run, records } = await written(out)
    expect(run.dataset).toMatchObject({ name: 'real-slices', source: 'served' })
    expect(run.model).toMatchObject({ name: 'local-model', source: 'files' })
    for (const record of records) {
      expect(record).toMatchObject({ status: 'answered' })
      expect(record.sample.fields.image_path).toMatch(/^real-slices\//)
    }
  })

  // A file that Linux opens and then fails to read, as a broken disk would.
  const failing = '/sys/class/net/lo/speed'
  test.runIf(existsSync(failing))('names an unreadable file, and continues', { tags: ['long'] }, async () => {
    const names = ['fine.png', 'failing.png', 'fifo.png', 'folder.png', 'broken.png', 'fine.png']
    const samples = names.map((name, at) => ({
      ...{ id: `${at}`, image_path: `pictures/${name}`, question: 'What is shown?' },
      ...{ option_A: 'A slice', option_B: 'A plan', gt_answer: 'A slice' },
    }))
    const dataset = writeFolder(join(parent, 'unreadable'), {
      'Some/test.json': JSON.stringify(samples),
      'Some/pictures/fine.png': goldenImage('rgb8.png'),
      'Some/pictures/folder.png/note.txt': 'a folder, whatever its name',
    })
    const pictures = join(dataset, 'Some/pictures')
    symlinkSync(failing, join(pictures, 'failing.png'))
    symlinkSync('nowhere.png', join(pictures, 'broken.png'))
    execFileSync('mkfifo', [join(pictures, 'fifo.png')])
    const out = join(parent, 'unreadable-out')
    const { code, stderr } = await evaluate(
      ...['--dataset', dataset, '--model', 'demo', '--device', 'wasm', '--max-new-tokens', '2', '--out', out],
    )
    expect(stderr).toContain(`Broken link skipped: ${join(pictures, 'broken.png')}\n`)
    // As the official loader sees it, the folder is an image that is there.
    expect(stderr).toContain('Samples loaded: 4 of 6; skipped: missing_image=2')
    expect(stderr).toContain('2 failed and are not counted')
    expect(code).toBe(0)
    expect((await written(out)).records).toMatchObject([
      { status: 'answered', sample: { fields: { id: '0' } } },
      { error: { code: 'file-unreadable', subject: 'unreadable/Some/pictures/failing.png' } },
      { error: { code: 'file-missing', subject: 'unreadable/Some/pictures/folder.png' } },
      { status: 'answered', sample: { fields: { id: '5' } } },
    ])
  })

  test('runs a model from Hugging Face’s cache, in which every file is a link', {
    tags: ['long'],
  }, async () => {
    const cache = join(parent, 'models--someone--some-model')
    mkdirSync(join(cache, 'snapshots'), { recursive: true })
    mkdirSync(join(cache, 'blobs'))
    const model = copyModel(join(cache, 'snapshots'), '0123abcd', 'q8')
    const files = readdirSync(model, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    for (const [at, { parentPath, name }] of files.entries()) {
      renameSync(join(parentPath, name), join(cache, 'blobs', `${at}`))
      symlinkSync(join(relative(parentPath, join(cache, 'blobs')), `${at}`), join(parentPath, name))
    }
    const out = join(parent, 'cached-out')
    const { code, stderr } = await evaluate(
      ...[
        '--dataset',
        'demo',
        '--model',
        model,
        '--device',
        'wasm',
        '--order',
        'dataset',
        '--limit',
        '2',
        '--max-new-tokens',
        '2',
      ],
      ...['--out', out],
    )
    expect(stderr).not.toContain('Broken link')
    expect(code).toBe(0)
    expect((await written(out)).records).toMatchObject([{ status: 'answered' }, { status: 'answered' }])
  })
})

describe('with a model that takes a second and more a question', () => {
  test('progress is printed as it is made, and Ctrl-C writes the answers', { tags: ['long'] }, async () => {
    const out = join(parent, 'slow')
    const model = slowModel(parent, 'slow-model', { decoder: 60 })
    const command = spawn(process.execPath, [
      ...[
        '--import',
        'tsx',
        'src/cli/commands/evaluate.ts',
        '--dataset',
        'demo',
        '--model',
        model,
        '--out',
        out,
      ],
      ...[
        '--order',
        'dataset',
        '--limit',
        '60',
        '--max-new-tokens',
        '2',
        '--device',
        'wasm',
        '--dtype',
        'fp32',
      ],
    ])
    const ended = new Promise<number | null>(resolve => command.once('exit', resolve))
    let told = ''
    let isInterrupted = false
    command.stderr.on('data', (part: Buffer) => {
      told += part
      // Once: a second Ctrl-C ends it without a word.
      if (isInterrupted || !/^[1-9]\d* \/ 60.*accuracy/m.test(told)) return
      isInterrupted = true
      command.kill('SIGINT')
    })
    expect(await ended).toBe(130)
    expect(told).toContain('Stopping and writing the answers so far\n')
    const { run, records } = await written(out, 'run.journal')
    expect(run.state).toBe('paused')
    expect(records.length).toBeGreaterThan(0)
    expect(records.length).toBeLessThan(60)
    expect(told).toContain(
      `Stopped. The same command continues. An estimate, ${records.length} of 60: accuracy`,
    )
  })
})

describe('one clear line and an exit code', () => {
  const out = () => join(parent, 'nowhere')
  const demo = () => ['--dataset', 'demo', '--model', 'demo', '--device', 'wasm', '--out', out()]

  const inThisProcess = inProcess(main, { env: process.env })

  /** The last line, which states the fault. */
  async function refused(args: readonly string[]): Promise<{ code: number; line: string }> {
    const { code, stdout, stderr } = await inThisProcess(...args)
    expect(stdout).toBe('')
    return { code, line: stderr.trimEnd().split('\n').at(-1) ?? '' }
  }

  test('for a folder that is not there', async () => {
    const ended = await refused(['--dataset', '/no/such/folder', '--model', 'demo', '--out', out()])
    expect(ended).toEqual({
      code: 1,
      line: expect.stringContaining('There is no such folder or file. (/no/such/folder)'),
    })
  })

  test('for an unknown precision, with the usage', async () => {
    const { code, stderr } = await inThisProcess(...demo(), '--dtype', 'q3')
    expect(code).toBe(2)
    expect(stderr).toContain('--dtype q3')
    expect(stderr).toContain('npm run -s evaluate -- --dataset PATH --model DIR --out DIR')
  })

  test('for an unknown pass, with the known ones', async () => {
    const { code, stderr } = await inThisProcess(...demo(), '--probes', 'blank-image,fog:2')
    expect(code).toBe(2)
    expect(stderr).toContain('There is no pass "fog:2". Choose from option-order, blank-image, wrong-image, ')
  })

  test('for a precision that the model lacks', async () => {
    const model = copyModel(parent, 'only-q8', 'q8')
    const ended = await refused([
      ...['--dataset', 'demo', '--model', model, '--device', 'wasm', '--out', out(), '--dtype', 'q4'],
    ])
    expect(ended).toEqual({
      code: 1,
      line: expect.stringContaining('This folder has no onnx/decoder_model_merged in q4; it has q8.'),
    })
  })

  test('for a folder without test.json', { tags: ['long'] }, async () => {
    const ended = await refused([
      '--dataset',
      demoModel,
      '--model',
      'demo',
      '--device',
      'wasm',
      '--out',
      out(),
    ])
    expect(ended).toEqual({ code: 1, line: expect.stringContaining('No test.json and no table') })
  })

  test('for a folder that is no model', { tags: ['long'] }, async () => {
    const model = writeFolder(join(parent, 'no-model'), { 'readme.txt': 'hello' })
    const ended = await refused(['--dataset', 'demo', '--model', model, '--device', 'wasm', '--out', out()])
    expect(ended).toEqual({ code: 1, line: expect.stringContaining('This folder has no config.json.') })
  })

  test('for an option that is missing', async () => {
    const { code, stderr } = await inThisProcess('--dataset', 'demo', '--model', 'demo')
    expect(code).toBe(2)
    expect(stderr).toContain('--out')
  })
})

/** `score` in this process; test/process runs it as a user does. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { main } from '../../../../src/cli/commands/score.ts'
import { mappingJson } from '../../../../src/data/formats/mapping/write.ts'
import { inProcess } from '../../support/command.ts'
import { oracleFolder } from '../../support/golden.ts'
import { letteredOptions, mappingWith } from '../../support/mapping-with.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxelwise-score-'))
afterAll(() => rmSync(folder, { recursive: true }))

const oracle = (name: string) => join(oracleFolder(), name)
const text = (path: string) => readFileSync(path, 'utf8')
const json = (path: string) => JSON.parse(text(path))

const score = inProcess(main)

/** A file of the test's own. */
function made(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('score', () => {
  test('scores a data set and its answers as the official evaluator did', async () => {
    const out = join(folder, 'new/dataset')
    const { code, stderr } = await score(
      '--dataset',
      oracle('data'),
      '--responses',
      oracle('responses.json'),
      '--out',
      out,
    )
    expect(code).toBe(0)
    const [, skips = '', total = ''] = text(oracle('upstream/log.txt')).split('\n')
    expect(stderr.split('\n')).toEqual(expect.arrayContaining([skips, total]))
    expect(readdirSync(out).sort()).toEqual([
      'figures.json',
      'load.json',
      'metrics_summary.json',
      'results.json',
      'shortcut.json',
      'shortcut_report.csv',
    ])
    expect(json(join(out, 'metrics_summary.json'))).toEqual(json(oracle('upstream/metrics_summary.json')))
    expect(json(join(out, 'shortcut.json'))).toEqual(json(oracle('upstream/shortcut.json')).default.report)
    expect(json(join(out, 'results.json'))).toHaveLength(138)
    expect(json(join(out, 'load.json'))).toEqual({
      total: 157,
      loaded: 138,
      skipped: { missing_image: 12, missing_required_fields: 4, missing_options: 3 },
    })
  })

  test('writes figures.json with slices by any field', async () => {
    const records = Array.from({ length: 120 }, (_, i) => ({
      id: String(i),
      image_path: i % 10 === 0 ? [`${i >> 1}.png`, 'shared.png'] : `${i >> 1}.png`,
      task: i % 2 ? 'View Recognition' : 'Organ Recognition',
      modality: 'CT',
      parts: 'Brain',
      dataset: 'Set',
      question: `Question ${i}?`,
      age: i % 3,
      ...(i % 4 > 0 && { sex: i % 4 === 1 ? '' : 'F' }),
      correct: i % 5 > 0,
    }))
    const results = made('by.json', JSON.stringify(records))
    const out = join(folder, 'by')
    const { code } = await score('--results', results, '--out', out, '--by', 'sex', '--by', 'age,sex')
    expect(code).toBe(0)
    const figures: { figure: string; slice: object; n: number }[] = json(join(out, 'figures.json'))
    expect(figures[0]).toEqual({
      ...{ figure: 'accuracy', slice: {}, n: 120, correct: 96, clusters: 49, unit: 'image', share: 0.8 },
      ...{ low: expect.any(Number), high: expect.any(Number), designEffect: expect.any(Number) },
      ...{ effectiveN: expect.any(Number), method: 'korn-graubard', icc: expect.any(Number) },
      ...{ guessing: null, majority: null, mostFrequent: null, oneAnswer: null },
      ...{ constantLetter: null, constantLetterShare: null },
    })
    expect(
      figures
        .filter(({ figure }) => figure === 'accuracy')
        .slice(1)
        .map(({ slice, n }) => [slice, n]),
    ).toEqual([
      [{ task: 'View Recognition' }, 60],
      [{ task: 'Organ Recognition' }, 60],
      [{ modality: 'CT' }, 120],
      [{ region: 'Brain' }, 120],
      [{ dataset: 'Set' }, 120],
      [{ task: 'Organ Recognition', modality: 'CT', region: 'Brain' }, 60],
      [{ task: 'View Recognition', modality: 'CT', region: 'Brain' }, 60],
      [{ sex: null }, 60],
      [{ sex: 'F' }, 60],
      [{ age: 0, sex: null }, 20],
      [{ age: 1, sex: null }, 20],
      [{ age: 2, sex: 'F' }, 20],
      [{ age: 0, sex: 'F' }, 20],
      [{ age: 2, sex: null }, 20],
      [{ age: 1, sex: 'F' }, 20],
    ])
  })

  test('scores a results.json, with sets as JSON and as lines', async () => {
    const out = join(folder, 'results')
    const { args, report } = json(oracle('upstream/shortcut.json')).custom_levels
    const high = made('high.json', JSON.stringify(args.high_level_tasks))
    const ignore = made('ignore.txt', `${args.ignore_tasks.join('\r\n')}\n\n`)
    const results = oracle('upstream/results.json')
    const sets = ['--high-level', high, '--ignore', ignore, '--model-name', 'My, model']
    expect(await score('--results', results, '--out', out, ...sets)).toMatchObject({ code: 0 })
    expect(text(join(out, 'metrics_summary.json'))).toBe(text(oracle('upstream/metrics_summary.json')))
    expect(json(join(out, 'shortcut.json'))).toEqual(report)
    expect(text(join(out, 'shortcut_report.csv')).split('\r\n')[1]).toBe(
      '"My, model",23,13,8,5,49,0.17857142857142858,0.38461538461538464,0.8214285714285714',
    )
  })

  test('restricts the chains to valid ids', async () => {
    const out = join(folder, 'ids')
    const { args, report } = json(oracle('upstream/shortcut.json')).valid_ids
    const ids = made('ids.json', JSON.stringify(args.valid_ids))
    await score('--results', oracle('upstream/results.json'), '--out', out, '--valid-ids', ids)
    expect(json(join(out, 'shortcut.json'))).toEqual(report)
    expect(text(join(out, 'shortcut_report.csv'))).toContain('\r\nupstream,5,2,4,9,20,')
  })

  test('warns of answers that are missing', async () => {
    const responses = made('none.json', '{}')
    const { code, stderr } = await score(
      '--dataset',
      oracle('data'),
      '--responses',
      responses,
      '--out',
      join(folder, 'none'),
    )
    expect(code).toBe(0)
    expect(stderr).toContain('Warning: 138 samples have no answer')
  })

  test('warns of answers that belong to no sample', async () => {
    const responses = made('other.json', '{"no such id|no such question": "A", "__proto__": "B"}')
    const out = join(folder, 'other')
    const given = ['--dataset', oracle('data'), '--responses', responses, '--out', out]
    const { code, stderr } = await score(...given)
    expect(code).toBe(0)
    expect(stderr).toContain('Warning: 2 answers in ')
  })

  test('answers as lines, read by a named judge; unreadable ones are reported', async () => {
    const item = (id: string) => ({
      id,
      question: 'Which?',
      option_A: 'left',
      option_B: 'right',
      gt_answer: 'right',
    })
    mkdirSync(join(folder, 'two'), { recursive: true })
    made('two/test.json', JSON.stringify([item('a'), item('b')]))
    const responses = made(
      'two/answers.jsonl',
      '{"id": "a", "response": "right"}\n{"id": "b", "response": "?"}',
    )
    const out = join(folder, 'lines')
    const dataset = ['--dataset', join(folder, 'two'), '--responses', responses, '--out', out]
    const { code, stderr } = await score(...dataset, '--judge', 'vlmevalkit')
    expect(code).toBe(0)
    expect(stderr).toContain('Unparsed answers, counted wrong: 1\n  1: VLMEvalKit')
    const judged = json(join(out, 'results.json'))
    expect(judged).toMatchObject([
      { id: 'a', parsed: 'B', correct: true, judge: 'vlmevalkit', rule: 'option text' },
      { id: 'b', parsed: null, correct: false, _gt_letter: 'B' },
    ])
    const anew = join(folder, 'anew')
    await score('--results', join(out, 'results.json'), '--out', anew, '--judge', 'medevalkit')
    expect(json(join(anew, 'metrics_summary.json')).readings).toMatchObject({ unparsed: 0 })
  })

  test('reads answers by the protocol that their questions were asked by', async () => {
    const row = { id: 'a', question: 'Which?', A: 'left', B: 'right', answer: 'B' }
    mkdirSync(join(folder, 'table'), { recursive: true })
    made('table/test.jsonl', `${JSON.stringify(row)}\n`)
    const names = mappingWith({ ...letteredOptions, id: 'id' })
    const mapping = made('names.json', JSON.stringify(mappingJson(names)))
    const responses = made('table-answers.jsonl', '{"id": "a", "response": "It may be right, or not"}')
    const scored = async (...more: string[]) => {
      const out = join(folder, `by-${more[1] ?? 'default'}`)
      const given = ['--dataset', join(folder, 'table'), '--mapping', mapping, '--responses', responses]
      expect(await score(...given, '--out', out, ...more)).toMatchObject({ code: 0 })
      return json(join(out, 'results.json'))
    }
    expect(await scored()).toMatchObject([{ judge: 'direct', parsed: null, correct: false }])
    expect(await scored('--protocol', 'medevalkit')).toMatchObject([
      { judge: 'medevalkit', rule: 'nearest option' },
    ])
  })

  test.each([
    [[]],
    [['--results', 'x.json', '--out', 'o', '--protocol', 'direct']],
    [['--results', 'x.json', '--dataset', 'd', '--out', 'o']],
    [['--results', 'x.json', '--out', 'o', '--nonsense']],
    [['--results', 'x.json', '--out', 'o', '--judge', 'nobody']],
  ])('%j is a usage error', async args => {
    const { code, stderr } = await score(...args)
    expect(code).toBe(2)
    expect(stderr).toContain('Usage:\n  npm run -s score')
    expect(stderr).not.toContain('    at ')
  })

  test.each([
    [
      'a missing file',
      () => ['--results', '/nowhere/results.json'],
      'It does not exist. (/nowhere/results.json)',
    ],
    ['broken JSON', () => ['--results', made('broken.json', '[\n{]')], 'line 2, column 2'],
    [
      'a skip in strict mode',
      () => ['--dataset', oracle('data'), '--responses', made('t.json', '{}'), '--strict'],
      'test.json[',
    ],
  ])('%s is reported in one line', async (_, args, message) => {
    const { code, stderr } = await score(...args(), '--out', join(folder, 'failed'))
    expect(code).toBe(1)
    const told = stderr
      .split('\n')
      .filter(line => line !== '' && !/^(Loading|Skipped|Total|Data-quality)/.test(line))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(message)
  })
})

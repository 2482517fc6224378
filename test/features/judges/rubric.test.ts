/** `rubric` in this process: prompts for a judge model, a sheet for people, and both read back. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { judgedAnswers, judgedJson } from '../../../src/engine/analysis/judged-answers.ts'
import { main } from '../../../src/features/judges/cli/rubric.ts'
import { inProcess } from '../../unit/support/command.ts'
import { judgePass, reply } from '../../unit/support/judged.ts'
import { answersOfEachKind, mappedRun } from '../../unit/support/mapped.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxelwise-rubric-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rubric = inProcess(main)
const inFolder = (name: string) => join(folder, name)
const text = (name: string) => readFileSync(inFolder(name), 'utf8')

test('prompts and a sheet are written, replies and the sheet are read back', async () => {
  const record = {
    id: '=1',
    kind: 'text',
    question: 'Why?',
    answer: 'A cyst',
    visual_description: 'Round, dark.',
  }
  writeFileSync(
    inFolder('results.json'),
    JSON.stringify([
      { ...record, image_path: 'set/a.png', model_response: 'Because, so' },
      { ...record, id: '2', model_response: 'A mass' },
      { ...record, id: '3', kind: 'choice', answer: 'A', model_response: 'A' },
    ]),
  )
  const always = ['--results', inFolder('results.json'), '--rubric', 'med-cmr', '--out', folder]
  expect(await rubric(...always)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Free-text answers: 2'),
  })
  const prompts = text('judge-prompts.jsonl')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(prompts.map(({ id }) => id)).toEqual(['=1', '2'])
  expect(prompts[0].prompt).toContain('Description of the image: Round, dark.')
  const sheet = text('rating-sheet.csv')
  expect(sheet).toContain('\'=1,set/a.png,Why?,A cyst,"Because, so",,,,')
  const rated = sheet.replace('so",,,,', 'so",9,9,9,9').replace('A mass,,,,', 'A mass,1,1,1,1')
  writeFileSync(inFolder('filled.csv'), rated)
  writeFileSync(
    inFolder('replies.jsonl'),
    [
      ['=1', reply(9)],
      ['2', reply(2)],
      ['2', 'Fine.'],
    ]
      .map(([id, response]) => JSON.stringify({ id, response }))
      .join('\n'),
  )
  const back = [
    '--replies',
    inFolder('replies.jsonl'),
    '--judge-model',
    'tiny',
    '--sheet',
    inFolder('filled.csv'),
  ]
  const { code, stderr } = await rubric(...always, ...back)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('Med-CMR’s rubric, judged by tiny: 55.0; unparsed replies: 1 of 3'),
  })
  const ratings = JSON.parse(text('ratings.json'))
  expect(ratings.figures).toMatchObject({ items: 2, unparsed: 1, overall: 55 })
  expect(ratings.agreement[0]).toMatchObject({ dimension: 'consistency', n: 2, spearman: 1 })
  expect(ratings.replies[2]).toEqual({ id: '2', reply: 'Fine.', unparsed: 'the reply holds no JSON object' })
  writeFileSync(inFolder('filled.csv'), rated.replace('9,9,9,9', '9,9,9,11'))
  const refused = await rubric(...always, ...back)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('row 2, ground_truth')
})

test('of a run.json that a judge has rated, the figures are those of its metrics_summary.json', async () => {
  const whole = mappedRun(answersOfEachKind)
  const judging = { showsImages: false, isHeld: true, repeated: [9], times: 1 }
  const pass = judgePass(whole, judging, at => reply(at))
  writeFileSync(inFolder('run.json'), [...serializeRun({ ...whole, passes: [pass] })].join(''))
  const out = inFolder('of-run')
  const always = ['--run', inFolder('run.json'), '--rubric', 'med-cmr', '--out', out]
  const { code, stderr } = await rubric(...always)
  expect(stderr).toMatch(/judged by tiny: [\d.]+; unparsed replies: 0 of \d+/)
  expect(code).toBe(0)
  const { figures, replies } = JSON.parse(text('of-run/ratings.json'))
  const [summary] = judgedJson(judgedAnswers(whole.run, whole.records, [pass])) as [object]
  expect(summary).toMatchObject(figures)
  expect(replies.filter(({ repeat }: { repeat?: boolean }) => repeat)).toHaveLength(1)
  expect(text('of-run/rating-sheet.csv').trim().split('\n')).toHaveLength(1 + figures.items)
  const other = await rubric(...always, '--judge-model', 'large')
  expect(other.stderr).toContain('there are tiny')
  expect(other.code).toBe(2)
})

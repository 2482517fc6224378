/** `score --gates`: gates decide the exit code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { main } from '../../../src/cli/commands/score.ts'
import { inProcess } from '../../unit/support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxelwise-gates-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of the test's own. */
function made(name: string, content: object): string {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

const score = inProcess(main)

test('gates on slices and against another run decide the exit code', async () => {
  const records = Array.from({ length: 120 }, (_, i) => ({
    ...{ id: String(i), image_path: `${i >> 1}.png`, question: `Question ${i}?` },
    ...{ task: i % 2 ? 'View Recognition' : 'Organ Recognition', modality: 'CT', parts: 'Brain' },
    ...{ dataset: 'Set', correct: i % 5 > 0 },
    ...(i % 4 > 0 && { sex: i % 4 === 1 ? '' : 'F' }),
  }))
  const results = made('results.json', records)
  const other = made(
    'other.json',
    records.map((one, i) => ({ ...one, correct: i % 5 > 1 })),
  )
  const run = (gates: object) =>
    score('--results', results, '--out', join(folder, 'out'), '--gates', made('gates.json', { gates }))
  const passed = await run([
    { where: { task: 'View Recognition' }, atLeast: 0.5 },
    { against: other, margin: 0.01 },
  ])
  expect(passed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^pass: lower limit of accuracy, task/),
  })
  expect(await run([{ atLeast: 0.95 }])).toMatchObject({ code: 1 })
  expect(await run([{ where: { sex: 'X' }, atLeast: 0.5 }])).toMatchObject({ code: 2 })
  expect(await run([{ where: { sex: 'X' }, atLeast: 0.5 }, { atLeast: 0.95 }])).toMatchObject({ code: 1 })
  expect(await run([{ above: 1 }])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no field "above"'),
  })
})

/** `rubric` as a user starts it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { script } from '../../../unit/support/command.ts'
import { answersOfEachKind, mappedRun } from '../../../unit/support/mapped.ts'

test('it reads a run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxelwise-rubric-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = join(folder, 'run.json')
  writeFileSync(run, [...serializeRun({ ...mappedRun(answersOfEachKind), passes: [] })].join(''))
  const { code, stderr } = await script('rubric')('--run', run, '--rubric', 'med-cmr', '--out', folder)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Free-text answers: \d+\n$/)])
})

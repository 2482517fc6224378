/** `samples` says that a mapping was guessed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { main } from '../../../src/cli/commands/samples.ts'
import { inProcess } from '../../unit/support/command.ts'

test('a guess is called one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const table = join(folder, 'rows.jsonl')
  writeFileSync(table, `${JSON.stringify({ question: 'Which?', A: 'x', B: 'y', answer: 'B' })}\n`)
  const { code, stderr } = await inProcess(main)('--dataset', table, '--out', join(folder, 'out.jsonl'))
  expect([code, stderr]).toEqual([0, expect.stringContaining('guessed')])
})

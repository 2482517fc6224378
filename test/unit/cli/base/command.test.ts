import { expect, test } from 'vitest'
import { defineCommand, printable } from '../../../../src/cli/base/command.ts'
import { textOption, usageError } from '../../../../src/cli/base/options.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { inProcess } from '../../support/command.ts'

test('terminal control characters are escaped; everything else stays, including tabs and line breaks', () => {
  expect(printable('\u001b]0;title\u0007\u001b[2Jgnp.\u202egpj\u009b\r')).toBe(
    '\\u{1b}]0;title\\u{7}\\u{1b}[2Jgnp.\\u{202e}gpj\\u{9b}\\u{d}',
  )
  expect(printable('é 漢 العربية\t😀\n')).toBe('é 漢 العربية\t😀\n')
})

const spec = {
  name: 'copy',
  about: 'Copies a file.',
  synopsis: ['copy --out FILE'],
  options: [textOption('out', 'FILE', 'Where it is written.', { required: true })],
  notes: ['Nothing is overwritten.'],
} as const

const failing = (error: Error) => defineCommand(spec, async (): Promise<void> => Promise.reject(error))

test('a command returns its exit code, or 0', async () => {
  expect((await inProcess(defineCommand(spec, async () => {}))('--out', 'a')).code).toBe(0)
  expect((await inProcess(defineCommand(spec, async () => 7))('--out', 'a')).code).toBe(7)
})

test('--help prints the usage on standard output, whatever other options are given', async () => {
  const { code, stdout, stderr } = await inProcess(defineCommand(spec, async () => 1))('--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    'Copies a file.\n\nUsage:\n  copy --out FILE\n\nOptions:\n  --out FILE  Where it is written. (required)\n  --help\n\nNothing is overwritten.\n',
  )
})

test('a wrong command line ends with 2 and the short usage', async () => {
  const { code, stderr } = await inProcess(defineCommand(spec, async () => {}))('--in', 'a')
  expect(code).toBe(2)
  expect(stderr).toContain("'--in'")
  expect(stderr).toContain('Usage:\n  copy --out FILE\nAdd --help to see all options.\n')
  const own = failing(usageError('--out is odd.', '--out a'))
  expect((await inProcess(own)('--out', 'a')).stderr).toMatch(/^--out is odd\. \(--out a\) Usage:/)
})

test('an error is one line, and an unexpected one has its stack', async () => {
  const error = new VoxelwiseError({ code: 'file-missing', subject: 'a', message: 'Gone.', remedy: 'Look.' })
  const known = await inProcess(failing(error))('--out', 'a')
  expect(known).toEqual({ code: 1, stdout: '', stderr: 'Gone. (a) Look.\n' })
  const bug = await inProcess(failing(new Error('Oh.')))('--out', 'a')
  expect([bug.code, bug.stderr]).toEqual([1, expect.stringMatching(/Oh\.[\s\S]*\n {4}at /)])
})

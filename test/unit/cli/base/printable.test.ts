import { expect, test } from 'vitest'
import { printable } from '../../../../src/cli/base/printable.ts'

test('what would act on a terminal is spelt out; everything else stays, tabs and line breaks too', () => {
  expect(printable('\u001b]0;title\u0007\u001b[2Jgnp.\u202egpj\u009b\r')).toBe(
    '\\u{1b}]0;title\\u{7}\\u{1b}[2Jgnp.\\u{202e}gpj\\u{9b}\\u{d}',
  )
  expect(printable('é 漢 العربية\t😀\n')).toBe('é 漢 العربية\t😀\n')
})

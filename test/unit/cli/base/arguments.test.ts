import { expect, test } from 'vitest'
import { readArguments } from '../../../../src/cli/base/arguments.ts'

const spec = { out: 'text', 'valid-ids': 'text', strict: 'flag' } as const
const read = (...argv: string[]) => readArguments(argv, spec, '  the usage')

test('options are read', () => {
  expect(read()).toEqual({ out: undefined, 'valid-ids': undefined, strict: false })
  expect(read('--out', 'a b', '--strict', '--valid-ids=x')).toEqual({
    out: 'a b',
    'valid-ids': 'x',
    strict: true,
  })
})

test.each([
  [['--nonsense']],
  [['more']],
  [['--out']],
  [['--out=']],
  [['--out', '--strict']],
  [['--strict=1']],
])('%j is a usage error', argv => {
  const info = expect.objectContaining({ code: 'usage', remedy: 'Usage:\n  the usage' })
  expect(() => read(...argv)).toThrow(expect.objectContaining({ info }))
})

import { expect, test } from 'vitest'
import { layoutProblems } from '../../../../src/engine/model/layout.ts'
import { asLinks } from '../../../../src/engine/model/overview.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'
const told = (name: string, paths: readonly string[], source: 'directory' | 'served' = 'directory') => {
  const files = paths.map(path => ({ path, size: 1 }))
  return asLinks(name, source, files, layoutProblems(name, files))
}

test.each([
  ['a snapshot', commit, [], /hf download ORG\/NAME --local-dir/],
  [
    'the cache of a model',
    'models--org--some--model',
    ['blobs/x'],
    /hf download org\/some--model --local-dir/,
  ],
])('%s of Hugging Face is reported once, with a remedy', (_, name, paths, remedy) => {
  expect(told(name, paths)).toMatchObject([
    {
      subject: name,
      message: expect.stringMatching(/contains links/),
      remedy: expect.stringMatching(remedy),
    },
  ])
})

test('a file that is missing in a browser may be a link', () => {
  const rest = ['config.json', 'tokenizer_config.json', 'preprocessor_config.json']
  expect(told('m', rest)).toMatchObject([
    { subject: 'm/tokenizer.json', remedy: expect.stringMatching(/is a link/) },
  ])
  // The command line follows links.
  expect(told('m', rest, 'served')[0]?.remedy).not.toMatch(/link/)
})

test('a snapshot with its files is a folder like any other', () => {
  const whole = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'preprocessor_config.json']
  expect(told(commit, whole)).toEqual([])
})

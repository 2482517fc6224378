/** A command whose only thread stands still is ended from outside, with the name of the file. */
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const home = pathToFileURL('src/cli/base/watched-reading.ts').href

const reading = (then: string): string => `
  import { watchedReading } from '${home}'
  const source = { kind: 'files', name: 'set', list: async () => [], open: async () => new Blob() }
  const read = async watched => { await watched.open('a\\u001b.xlsx'); ${then} }
  console.log(await watchedReading(source, read, 1))`

const run = (then: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', reading(then)], {
    encoding: 'utf8',
  })

test('a reading that never ends is ended, and its file is named in one line', () => {
  const { signal, stderr } = run('for (;;);')
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(
    /^Reading made no progress for 1 seconds and was stopped\. \(set\/a\\u001b\.xlsx\) .*\n$/,
  )
})

test('one that ends gives its result, and keeps no process alive', () => {
  const { status, stdout, stderr } = run("return 'read'")
  expect([status, stdout, stderr]).toEqual([0, 'read\n', ''])
})

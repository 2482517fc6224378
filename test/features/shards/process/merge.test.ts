/** `merge` as a user starts it. */
import { expect, test } from 'vitest'
import { script } from '../../../unit/support/command.ts'

test('a file that is not there is no reason to try again', async () => {
  expect((await script('merge')('--out', 'no-folder', 'none.jsonl')).code).toBe(42)
})

import { expect, test } from 'vitest'
import { OpenedRole } from '../../../../src/workers/shared/opened-role.ts'

test('a run gets exactly what the opening that it names opened, or nothing', () => {
  const role = new OpenedRole<string>()
  role.finish(role.begin(), 1, 'first')
  expect(role.of({ name: 'first', number: 1 })).toBe('first')
  role.finish(role.begin(), 2, 'second')
  expect(role.latest).toBe('second')
  expect(() => role.of({ name: 'first', number: 1 })).toThrow(
    'Another folder was chosen while this run was being prepared. Nothing was asked.',
  )
})

test('only the folder that was asked for last is opened, however slowly an earlier one is read', () => {
  const role = new OpenedRole<string>()
  const slow = role.begin()
  const quick = role.begin()
  expect(slow.aborted).toBe(true)
  role.finish(quick, 2, 'quick')
  expect(() => role.finish(slow, 1, 'slow')).toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(role.latest).toBe('quick')
})

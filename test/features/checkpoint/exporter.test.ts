/** The exporter in Python sends users to the page for every family that the page reads itself. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkpointFamilies } from '../../../src/features/checkpoint/engine/registry.ts'

test('tools/export lists the families of checkpoints that need no export', () => {
  const [, listed = ''] =
    /READ_BY_PAGE = \(([^)]*)\)/.exec(readFileSync('tools/export/names.py', 'utf8')) ?? []
  const named = [...listed.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  expect(named).toEqual(checkpointFamilies.flatMap(({ modelTypes }) => modelTypes).sort())
})

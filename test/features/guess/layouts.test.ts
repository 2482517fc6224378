/** Benchmarks with a preset are read alike without it. */
import { expect, test } from 'vitest'
import { layouts, readAs, revealing, revealingColumns } from '../../unit/support/layouts.ts'

test.each(layouts)('$about', async layout => {
  const { skipped, read } = await readAs(layout, { presets: false })
  expect(skipped).toEqual([])
  expect(read).toMatchObject(layout.expected)
  expect(read).toHaveLength(layout.expected.length)
})

test('columns that reveal the answer are stored separately with a sample, and never as a label', async () => {
  const { withheld, others } = await revealingColumns({ presets: false })
  expect(withheld).toEqual(revealing)
  expect(others).not.toMatch(/Since there|An effusion\./)
})

/** Workbooks that XML allows and no program writes: each is refused by name. Large ones: test/soak. */
import { describe, expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { letteredOptions, mappingWith } from '../../support/mapping-with.ts'
import { memorySource } from '../../support/memory-source.ts'
import { questionRows, type WorkbookParts, workbookBytes } from '../../support/workbook-bytes.ts'

const load = (parts: WorkbookParts) =>
  loadDataset(memorySource('set', { 'test.xlsx': workbookBytes(parts) }), {
    mapping: mappingWith(letteredOptions),
  })

test('a workbook within all limits is read', async () => {
  const { samples } = await load({ strings: '<si><t>R&amp;D &#233; &lt;</t></si>' })
  expect(samples).toHaveLength(1)
})

const attributes = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')

describe.each<readonly [string, WorkbookParts, string]>([
  [
    'two sheets of one member',
    { sheets: '<sheet name="S" r:id="r1"/><sheet name="T" r:id="r1"/>' },
    'two of its sheets are one member',
  ],
  [
    'attributes of a row',
    { rows: `<row ${attributes(20_000)}/>${questionRows}` },
    'more than 65536 characters',
  ],
  [
    'attributes after a >',
    { rows: `<row b=">" ${attributes(20_000)}/>${questionRows}` },
    'more than 65536 characters',
  ],
  [
    'an entity that XML does not have',
    { rows: questionRows.replace('lung', 'lung&bogus;') },
    'an unknown entity: &bogus;',
  ],
  ['an ampersand of its own', { rows: questionRows.replace('lung', 'R & D') }, 'an unknown entity: & D'],
])('%s', (_, parts, words) => {
  test('is refused by name', async () => {
    await expect(load(parts)).rejects.toThrow(words)
  })
})

test('an ampersand in a CDATA section or a comment is text', async () => {
  const rows = questionRows.replace('a lung', '<![CDATA[R & D]]>').replace('<row>', '<!-- R & D --><row>')
  const { samples } = await load({ rows })
  expect(JSON.stringify(samples[0]?.fields)).toContain('"R & D"')
})

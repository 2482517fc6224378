/** Counts in a workbook that a few bytes make as large as they like: each has a limit, and is refused by name. */
import { describe, expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { memorySource } from '../../support/memory-source.ts'
import { zipBytes } from '../../support/zip-bytes.ts'

interface Parts {
  readonly sheets?: string
  readonly relations?: string
  readonly strings?: string
  readonly styles?: string
  readonly rows?: string
}

const cells = (...texts: readonly string[]): string =>
  `<row>${texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

const question = cells('question', 'A', 'B', 'answer') + cells('What is it?', 'a lung', 'a heart', 'A')

function workbook({
  sheets = '<sheet name="S" r:id="r1"/>',
  relations = '<Relationship Id="r1" Target="worksheets/s.xml"/>',
  strings = '',
  styles = '',
  rows = question,
}: Parts): Uint8Array {
  const members = {
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<R>${relations}</R>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><cellXfs>${styles}</cellXfs></styleSheet>`,
    'xl/worksheets/s.xml': `<w><sheetData>${rows}</sheetData></w>`,
  }
  return zipBytes(Object.entries(members).map(([name, content]) => ({ name, content, isPacked: true })))
}

const load = (parts: Parts) => loadDataset(memorySource('set', { 'test.xlsx': workbook(parts) }))

test('a workbook within all limits is read', async () => {
  const { samples } = await load({ strings: '<si><t>R&amp;D &#233; &lt;</t></si>' })
  expect(samples).toHaveLength(1)
})

const attributes = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')

describe.each<readonly [string, Parts, string]>([
  ['200,000 sheets', { sheets: '<sheet name="S" r:id="r1"/>'.repeat(200_000) }, 'more than 1000 sheets'],
  [
    'two sheets of one member',
    { sheets: '<sheet name="S" r:id="r1"/><sheet name="T" r:id="r1"/>' },
    'two of its sheets are one member',
  ],
  [
    'relations',
    { relations: '<Relationship Id="r1" Target="worksheets/s.xml"/>'.repeat(100_001) },
    'relations',
  ],
  ['shared texts', { strings: '<si/>'.repeat(4_000_001) }, 'more than 4000000 shared texts'],
  ['styles', { styles: '<xf/>'.repeat(100_001) }, 'more than 100000 styles'],
  ['attributes of a row', { rows: `<row ${attributes(20_000)}/>${question}` }, 'more than 65536 characters'],
  [
    'attributes after a >',
    { rows: `<row b=">" ${attributes(20_000)}/>${question}` },
    'more than 65536 characters',
  ],
  [
    'an entity that XML does not have',
    { rows: question.replace('lung', 'lung&bogus;') },
    'an unknown entity: &bogus;',
  ],
  ['an ampersand of its own', { rows: question.replace('lung', 'R & D') }, 'an unknown entity: & D'],
])('%s', (_, parts, words) => {
  test('is refused by name', async () => {
    await expect(load(parts)).rejects.toThrow(words)
  })
})

test('an ampersand in a CDATA section or a comment is text', async () => {
  const rows = question.replace('a lung', '<![CDATA[R & D]]>').replace('<row>', '<!-- R & D --><row>')
  const { samples } = await load({ rows })
  expect(JSON.stringify(samples[0]?.fields)).toContain('"R & D"')
})

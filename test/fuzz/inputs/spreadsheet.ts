import type { Random } from '../../unit/support/random.ts'
import { zipBytes } from '../../unit/support/zip-bytes.ts'
import { anySize, type Bytes, howMany, joinBytes, mutated, repeated } from '../bytes.ts'

const place = (random: Random): string =>
  `${random.pick(['A', 'B', 'Z', 'AA', 'ZZZ', ''])}${random.below(3) === 0 ? anySize(random) : random.below(20)}`

const cell = (random: Random): string =>
  random.pick([
    `<c r="${place(random)}"><v>${anySize(random)}</v></c>`,
    `<c t="s"><v>${random.pick(['0', '1', '99999', '-1', 'x'])}</v></c>`,
    '<c t="inlineStr"><is><t>Which is it?</t></is></c>',
    `<c s="1"><v>${anySize(random)}</v></c>`,
    '<c t="str"><v>_x0000_&#0;&bogus;</v></c>',
    '<c><f>1/0</f></c>',
    '</c></row>',
    '<!--',
    '<![CDATA[x]]>',
  ])

/** Attributes that no row has. */
const attributes = (random: Random): string =>
  random.below(10) === 0
    ? ` ${Array.from({ length: howMany(random, 30_000) }, (_, i) => `a${i}=">"`).join(' ')}`
    : ''

const row = (random: Random): string =>
  `<row${random.below(2) === 0 ? ` r="${anySize(random)}"` : ''}${attributes(random)}>${Array.from({ length: random.below(5) }, () => cell(random)).join('')}</row>`

/** A workbook whose XML is mostly whole. */
export function anyWorkbook(random: Random): Bytes {
  const rows = Array.from({ length: random.below(8) }, () => row(random)).join('')
  const many = random.below(8) === 0 ? repeated(row(random), howMany(random, 200_000)) : new Uint8Array()
  const sheet = joinBytes('<worksheet><sheetData>', rows, many, '</sheetData></worksheet>')
  const sheets = random.below(6) === 0 ? howMany(random, 200_000) : 1
  const texts = random.below(6) === 0 ? howMany(random, 2_000_000) : 1
  const members = {
    'xl/workbook.xml': `<workbook><sheets>${'<sheet name="S" r:id="r1"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<R><Relationship Id="r1" Target="${random.pick(['worksheets/a.xml', '/xl/worksheets/a.xml', '../../x'])}"/></R>`,
    'xl/sharedStrings.xml': `<sst>${'<si><t>question</t></si>'.repeat(texts)}<si><r><t>answer</t></r></si></sst>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/a.xml': random.below(3) === 0 ? mutated(random, sheet) : sheet,
  }
  const kept = Object.entries(members).filter(() => random.below(12) > 0)
  const whole = zipBytes(kept.map(([name, content]) => ({ name, content, isPacked: true })))
  return random.below(6) === 0 ? mutated(random, whole) : whole
}

const openCell = (random: Random): string =>
  `<table:table-cell office:value-type="${random.pick(['string', 'float', 'date', 'x'])}" office:value="1" table:number-columns-repeated="${anySize(random)}"><text:p>a<text:s text:c="${anySize(random)}"/></text:p></table:table-cell>`

const openRow = (random: Random): string =>
  `<table:table-row table:number-rows-repeated="${anySize(random)}">${Array.from({ length: random.below(4) }, () => openCell(random)).join('')}</table:table-row>`

/** An OpenDocument sheet that repeats cells and rows as often as it likes. */
export function anyOpenDocument(random: Random): Bytes {
  const rows = Array.from({ length: random.below(8) }, () => openRow(random)).join('')
  const content = joinBytes('<d><table:table table:name="S">', rows, '</table:table></d>')
  return zipBytes([
    {
      name: 'content.xml',
      content: random.below(3) === 0 ? mutated(random, content) : content,
      isPacked: true,
    },
  ])
}

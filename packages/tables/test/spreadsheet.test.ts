/** Spreadsheets, from the XML that programs write into them. */
import { expect, test } from 'vitest'
import { workbook } from '../../../test/unit/support/sheet-bytes.ts'
import { zipBytes } from '../../../test/unit/support/zip-bytes.ts'
import { memoryBytes } from '../src/bytes.ts'
import { spreadsheetTables } from '../src/sheets/spreadsheet.ts'

const read = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const tables = []
  for (const table of await spreadsheetTables(memoryBytes(name, bytes))) {
    const rows = []
    for await (const { cells } of table.rows()) rows.push(cells)
    tables.push({ name: table.name, rows })
  }
  return tables
}

test('values of every kind, by the place of their cells; a formula by its value', async () => {
  const strings =
    '<sst><si><t>question</t></si><si><r><t>one </t></r><r><t>&amp; two</t></r><rPh><t>aid</t></rPh></si></sst>'
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'
  const bytes = workbook(
    {
      Questions: [
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>n</t></is></c><c r="D2" t="str"><v>when</v></c><c r="E2" t="str"><v>ok</v></c></row>',
        '<row r="4"><c r="B4" t="s"><v>1</v></c><c r="C4"><f>1+1.5</f><v>2.5</v></c><c r="D4" s="1"><v>43832</v></c><c r="E4" t="b"><v>1</v></c></row>',
        '<row r="5"><c r="B5" t="str"><v>line_x000A_break</v></c><c r="C5" t="e"><v>#N/A</v></c></row>',
      ].join(''),
    },
    { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles },
  )
  expect(await read('set/a.xlsx', bytes)).toEqual([
    {
      name: 'Questions',
      rows: [
        { 'Unnamed: 0': null, question: 'one & two', n: 2.5, when: '2020-01-02', ok: true },
        { 'Unnamed: 0': null, question: 'line\nbreak', n: null, when: null, ok: null },
      ],
    },
  ])
})

/** Cells as text, in the first row after the names. */
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is>${text}</is></c>`
const named = (names: readonly string[]) =>
  `<row r="1">${names.map((name, i) => inline(`${'ABC'[i]}1`, `<t>${name}</t>`)).join('')}</row>`
const rowsIn = async (rows: string, more: Readonly<Record<string, string>> = {}) =>
  (await read('set/a.xlsx', workbook({ S: rows }, more)))[0]?.rows

test('reading aids are no text, neither in a cell nor among the shared texts', async () => {
  const aided =
    '<r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t>都</t></r><phoneticPr fontId="1"/>'
  const strings = `<sst><si>${aided}</si></sst>`
  const rows = `${named(['a', 'b'])}<row r="2">${inline('A2', aided)}<c r="B2" t="s"><v>0</v></c></row>`
  expect(await rowsIn(rows, { 'xl/sharedStrings.xml': strings })).toEqual([{ a: '東京都', b: '東京都' }])
})

test('rows and cells stand where their places say, whatever their order', async () => {
  const rows = [
    `<row r="3">${inline('B3', '<t>b3</t>')}${inline('A3', '<t>a3</t>')}</row>`,
    `<row r="2">${inline('A2', '<t>a2</t>')}</row>`,
    named(['a', 'b']),
    `<row>${inline('B2', '<t>b2</t>')}</row>`,
    `<row r="5">${inline('A5', '<t>a5</t>')}</row><row><c t="str"><v>a6</v></c></row>`,
  ].join('')
  expect(await rowsIn(rows)).toEqual([
    { a: 'a2', b: 'b2' },
    { a: 'a3', b: 'b3' },
    { a: 'a5', b: null },
    { a: 'a6', b: null },
  ])
})

const styles = {
  'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>',
}
const relations = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
const bookWith = (properties: string) => ({
  'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations,
})

// As openpyxl 3.1.5 reads them (utils.datetime.from_excel), but for day 0 of 1904, a date by ECMA-376.
test.each([
  ['', '42369.5', '2015-12-31 12:00:00'],
  ['', '1', '1900-01-01'],
  ['', '59', '1900-02-28'],
  ['', '61', '1900-03-01'],
  ['', '0.75', '18:00:00'],
  ['<workbookPr date1904="0"/>', '42369', '2015-12-31'],
  ['<workbookPr date1904="1"/>', '40907', '2015-12-31'],
  ['<workbookPr date1904="true"/>', '1', '1904-01-02'],
  ['<workbookPr date1904="1"/>', '0', '1904-01-01'],
  ['<workbookPr date1904="1"/>', '-1', '1903-12-31'],
])('of a workbook with "%s" %s is %s', async (properties, written, date) => {
  const rows = `${named(['a'])}<row r="2"><c r="A2" s="1"><v>${written}</v></c></row>`
  expect(await rowsIn(rows, { ...styles, ...bookWith(properties) })).toEqual([{ a: date }])
})

test('merged cells have the value of the first, in both formats; what lies under them is hidden', async () => {
  const rows = `${named(['a', 'b', 'c'])}<row r="2">${inline('A2', '<t>x</t>')}${inline('B2', '<t>under</t>')}${inline('C2', '<t>c</t>')}</row>
    <row r="3">${inline('A3', '<t>under</t>')}${inline('C3', '<t>d</t>')}</row>`
  const merged = `${rows}</sheetData><mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="A9:XFD1048576"/></mergeCells><sheetData>`
  const expected = [
    { a: 'x', b: null, c: 'c' },
    { a: null, b: null, c: 'd' },
  ]
  // In a workbook each row of a merged cell has its value.
  expect(await rowsIn(merged)).toEqual(expected.map(row => ({ ...row, a: 'x' })))
  const cell = (text: string, kind = 'table-cell') =>
    `<table:${kind} office:value-type="string"><text:p>${text}</text:p></table:${kind}>`
  const covered = cell('under', 'covered-table-cell')
  const content = `<office:document-content><table:table table:name="S">
    <table:table-row>${cell('a')}${cell('b')}${cell('c')}</table:table-row>
    <table:table-row>${cell('x')}${covered}${cell('c')}</table:table-row>
    <table:table-row>${covered}${covered}${cell('d')}</table:table-row>
    </table:table></office:document-content>`
  expect(await read('set/a.ods', zipBytes([{ name: 'content.xml', content }]))).toEqual([
    { name: 'S', rows: expected },
  ])
})

test('hidden sheets are left out in both formats, hidden rows are read, reading aids are not', async () => {
  const hiddenRow = `${named(['a'])}<row r="2" hidden="1">${inline('A2', '<t>x</t>')}</row>`
  const book = (state: string) => ({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Shown" r:id="rId1"/><sheet name="Other" state="${state}" r:id="rId2"/></sheets></workbook>`,
  })
  for (const state of ['hidden', 'veryHidden'])
    expect(await read('set/a.xlsx', workbook({ Shown: hiddenRow, Other: hiddenRow }, book(state)))).toEqual([
      { name: 'Shown', rows: [{ a: 'x' }] },
    ])
  const table = (
    name: string,
    style: string,
  ) => `<table:table table:name="${name}" table:style-name="${style}">
    <table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>
    <table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>トウキョウ</text:ruby-text></text:ruby></text:p></table:table-cell></table:table-row>
    </table:table>`
  const style = (name: string, display: string) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
  const content = `<office:document-content><office:automatic-styles>${style('ta1', 'true')}${style('ta2', 'false')}</office:automatic-styles><office:body><office:spreadsheet>${table('Shown', 'ta1')}${table('Other', 'ta2')}</office:spreadsheet></office:body></office:document-content>`
  expect(await read('set/a.ods', zipBytes([{ name: 'content.xml', content }]))).toEqual([
    { name: 'Shown', rows: [{ a: '東京' }] },
  ])
})

test('one row that an OpenDocument sheet repeats two million times is refused', async () => {
  const content = `<office:document-content><table:table table:name="Fälle">
    <table:table-row><table:table-cell office:value-type="string"><text:p>question</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="1999999"><table:table-cell office:value-type="float" office:value="7"/></table:table-row>
    </table:table></office:document-content>`
  await expect(read('set/a.ods', zipBytes([{ name: 'content.xml', content }]))).rejects.toThrow(
    'Its equal rows after each other have more than 100000 cells.',
  )
})

const sheetXml = (inner: string) =>
  `<office:document-content><table:table table:name="S">${inner}</table:table></office:document-content>`
const words = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
const pictured = (count: number) =>
  `${'<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'.repeat(count)}`

test('pictures in the cells of an OpenDocument sheet have a limit of count', async () => {
  const cell = `<table:table-cell>${pictured(100_001)}</table:table-cell>`
  const content = sheetXml(
    `<table:table-row>${words('question')}</table:table-row><table:table-row>${cell}</table:table-row>`,
  )
  await expect(
    read('set/a.ods', zipBytes([{ name: 'content.xml', content, isPacked: true }])),
  ).rejects.toThrow('more than 100000 pictures')
})

const asking = `<row r="1"><c r="A1" t="str"><v>question</v></c></row>`

test.each([
  [
    '“<” in an attribute',
    workbook({ S: `${asking}<row r="2" x="${'a<'.repeat(50_000)}"/>` }),
    'a tag with “<” in it',
  ],
  [
    '“><” in an attribute',
    workbook({ S: `${asking}<row r="2" x='${'a="><"'.repeat(50_000)}'/>` }),
    'a tag with “<” in it',
  ],
  ['“<” in a tag', workbook({ S: `${asking}<row ${'<a '.repeat(50_000)}/>` }), 'a tag with “<” in it'],
  [
    'a tag of many attributes',
    workbook({ S: `${asking}<row ${Array.from({ length: 9000 }, (_, i) => `a${i}=">"`).join(' ')}/>` }),
    'a tag of more than 65536 characters',
  ],
])('a workbook with %s is refused', async (_, bytes, reason) => {
  await expect(read('set/a.xlsx', bytes)).rejects.toThrow(reason)
})

test('what stands in comments, in CDATA and in instructions of XML is no tag', async () => {
  const comment = `<!-- ${'<a x="'.repeat(20_000)} --><?a ${'<'.repeat(70_000)}?>`
  const content = `${asking}${comment}<row r="2"><c r="A2" t="str"><v><![CDATA[a < b > "c"]]></v></c></row>`
  expect(await read('set/a.xlsx', workbook({ S: content }))).toMatchObject([
    { rows: [{ question: 'a < b > "c"' }] },
  ])
})

test('empty cells of an OpenDocument sheet cost nothing, however often they are repeated', async () => {
  const empty = '<table:table-cell table:number-columns-repeated="4294967295"/>'.repeat(1000)
  const row = `<table:table-row>${words('x')}${empty}</table:table-row>`
  const content = sheetXml(`<table:table-row>${words('question')}${empty}</table:table-row>${row.repeat(20)}`)
  const [sheet] = await read('set/a.ods', zipBytes([{ name: 'content.xml', content, isPacked: true }]))
  expect(sheet?.rows).toEqual(Array.from({ length: 20 }, () => ({ question: 'x' })))
})

test('an OpenDocument sheet with repeated cells and rows, spaces, notes and empty ends', async () => {
  const text = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">
    <table:table-row>${text('question')}${text('a')}${text('b')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>
    <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>x<text:s text:c="2"/>y</text:p><text:p>z</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="7" table:number-columns-repeated="2"/></table:table-row>
    <table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table></office:spreadsheet></office:body></office:document-content>`
  const row = { question: 'x  y\nz', a: 7, b: 7 }
  expect(await read('set/a.ods', zipBytes([{ name: 'content.xml', content }]))).toEqual([
    { name: 'S', rows: [row, row] },
  ])
})

test.each([
  ['no archive', new Uint8Array([1, 2, 3]), 'bad-archive'],
  ['another archive', zipBytes([{ name: 'a.txt', content: 'x' }]), 'bad-table'],
  ['broken XML', workbook({ S: '<row r="1"><c' }), 'bad-table'],
  [
    'a row that cannot be',
    workbook({ S: '<row r="99999999"><c r="A1"><v>1</v></c></row>' }),
    'file-too-large',
  ],
  ['a column that cannot be', workbook({ S: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' }), 'bad-table'],
])('%s is refused, naming the file', async (_, bytes, code) => {
  await expect(read('set/a.xlsx', bytes)).rejects.toMatchObject({
    code,
    subject: expect.stringContaining('set/a.xlsx'),
  })
})

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const asked = (row: number, more = '') =>
  `<row r="${row}">${text(`B${row}`, `What is seen in row ${row}?`)}${text(`C${row}`, 'a cyst')}${more}</row>`
const header = `<row r="1">${text('A1', 'image')}${text('B1', 'question')}${text('C1', 'answer')}</row>`

test('a merged cell belongs to each of its rows, but a title or a name of columns does not', async () => {
  const rows = `${header}<row r="2">${text('A2', 'p.png')}${text('B2', 'one?')}</row>${asked(3)}${asked(4)}${asked(5)}`
  const merged =
    '</sheetData><mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B1:C1"/></mergeCells><sheetData>'
  const [table] = await read('set/a.xlsx', workbook({ s: rows + merged }))
  expect(table?.rows.map(({ image }) => image)).toEqual(['p.png', 'p.png', 'p.png', null])
})

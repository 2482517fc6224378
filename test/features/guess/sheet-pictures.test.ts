/** Pictures in the cells of workbooks: anchored, placed in a cell, by DISPIMG, and in OpenDocument; merged cells and formulas there. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'
import { zipBytes } from '../../unit/support/zip-bytes.ts'

const rows = [
  ['question', 'A', 'B', 'answer', 'picture'],
  ['Which is it in one?', 'liver', 'lung', 'A', ''],
  ['Which is it in two?', 'liver', 'lung', 'B', ''],
  ['Which is it in three?', 'liver', 'lung', 'A', ''],
]
const relation = (id: string, target: string, type = 'image') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
const media = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`xl/media/image${i + 1}.png`, png]))

/** @param cells XML of some cells by their place, such as E2 */
function workbook(
  cells: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string | Uint8Array>>,
  behind = '',
) {
  const xml = rows
    .map((row, r) => {
      const written = row.map((text, c) => {
        const place = `${'ABCDEFG'[c]}${r + 1}`
        return (
          cells[place] ?? (text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`)
        )
      })
      return `<row r="${r + 1}">${written.join('')}</row>`
    })
    .join('')
  const all = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheets/a.xml', 'worksheet')),
    'xl/worksheets/a.xml': `<worksheet><sheetData>${xml}</sheetData>${behind}</worksheet>`,
    ...parts,
  }
  return zipBytes(Object.entries(all).map(([name, content]) => ({ name, content, isPacked: true })))
}

const drawing = (...places: readonly (readonly [column: number, row: number, id: string])[]) => ({
  'xl/worksheets/_rels/a.xml.rels': relations(relation('r9', '../drawings/drawing1.xml', 'drawing')),
  'xl/drawings/drawing1.xml': `<xdr:wsDr>${places
    .map(
      ([column, row, id]) =>
        `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:row>9</xdr:row></xdr:to><xdr:pic><xdr:blipFill><a:blip r:embed="${id}"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>`,
    )
    .join('')}</xdr:wsDr>`,
  'xl/drawings/_rels/drawing1.xml.rels': relations(
    ...[1, 2, 3, 4].map(i => relation(`p${i}`, i === 2 ? '/xl/media/image2.png' : `../media/image${i}.png`)),
  ),
})

async function read(name: string, content: Uint8Array) {
  const source = memorySource('set', { [name]: content })
  const { samples, mapping } = await loadDataset(source, {})
  const reader = new ImageReader(source)
  for (const sample of samples)
    for (const image of listImages(sample))
      expect(new Uint8Array((await reader.bytes(image)).bytes)).toEqual(new Uint8Array(png))
  const inside = (image: string) => image.replace(`set/${name}//`, '')
  return {
    images: samples.map(sample => listImages(sample).map(inside)),
    samples,
    doubts: mapping?.doubts ?? [],
  }
}
const [one, two, three, four] = [1, 2, 3, 4].map(i => `xl/media/image${i}.png`)

test('a picture anchored in a cell is the image of its row; two in a cell are two', async () => {
  const parts = { ...media(4), ...drawing([4, 2, 'p2'], [4, 1, 'p1'], [4, 3, 'p3'], [4, 3, 'p4']) }
  const { images, samples, doubts } = await read('test.xlsx', workbook({}, parts))
  expect(images).toEqual([[one], [two], [three, four]])
  expect(samples.map(({ fields: { answer } }) => answer)).toEqual(['A', 'B', 'A'])
  expect(doubts).toEqual([])
})

test('over a text, and where no line names the column, it is an image too; beside the rows it is counted', async () => {
  const over = { ...media(3), ...drawing([0, 1, 'p1'], [0, 2, 'p2'], [0, 3, 'p3']) }
  const { images, samples } = await read('test.xlsx', workbook({}, over))
  expect(images).toEqual([[one], [two], [three]])
  expect(samples[0]?.fields.question).toBe('Which is it in one?')
  const beside = { ...media(4), ...drawing([6, 1, 'p1'], [6, 2, 'p2'], [6, 30, 'p3'], [4, 0, 'p4']) }
  const found = await read('test.xlsx', workbook({}, beside))
  expect(found.images).toEqual([[one], [two], []])
  expect(found.doubts.join(' ')).toMatch(
    /1 picture in the cells of test\.xlsx is not read, and 1 question has no image/,
  )
})

test('a merged cell has its picture in each of its rows', async () => {
  const parts = { ...media(1), ...drawing([4, 1, 'p1']) }
  const merged = '<mergeCells><mergeCell ref="E2:E4"/></mergeCells>'
  expect((await read('test.xlsx', workbook({}, parts, merged))).images).toEqual([[one], [one], [one]])
})

test('a picture placed in a cell is its value', async () => {
  const cell = (place: string, vm: number) => `<c r="${place}" t="e" vm="${vm}"><v>#VALUE!</v></c>`
  const parts = {
    ...media(2),
    'xl/metadata.xml':
      '<metadata><futureMetadata name="XLRICHVALUE" count="2"><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata count="2"><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
    'xl/richData/rdrichvaluestructure.xml':
      '<rvStructures><s t="_error"><k n="errorType"/></s><s t="_localImage"><k n="CalcOrigin"/><k n="_rvRel:LocalImageIdentifier"/></s></rvStructures>',
    'xl/richData/rdrichvalue.xml':
      '<rvData><rv s="1"><v>5</v><v>0</v></rv><rv s="1"><v>5</v><v>1</v></rv></rvData>',
    'xl/richData/richValueRel.xml': '<richValueRels><rel r:id="a"/><rel r:id="b"/></richValueRels>',
    'xl/richData/_rels/richValueRel.xml.rels': relations(
      relation('a', '../media/image1.png'),
      relation('b', '../media/image2.png'),
    ),
  }
  const { images } = await read(
    'test.xlsx',
    workbook({ E2: cell('E2', 1), E3: cell('E3', 2), E4: cell('E4', 1) }, parts),
  )
  expect(images).toEqual([[two], [one], [two]])
})

test('a picture that DISPIMG calls', async () => {
  const cell = (place: string, name: string) =>
    `<c r="${place}" t="str"><f>_xlfn.DISPIMG(&quot;${name}&quot;,1)</f><v>=DISPIMG(&quot;${name}&quot;,1)</v></c>`
  const parts = {
    ...media(2),
    'xl/cellimages.xml':
      '<etc:cellImages>' +
      ['ID_A', 'ID_B']
        .map(
          (name, i) =>
            `<etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="${name}"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="p${i + 1}"/></xdr:blipFill></xdr:pic></etc:cellImage>`,
        )
        .join('') +
      '</etc:cellImages>',
    'xl/_rels/cellimages.xml.rels': relations(
      relation('p1', 'media/image1.png'),
      relation('p2', 'media/image2.png'),
    ),
  }
  const cells = { E2: cell('E2', 'ID_B'), E3: cell('E3', 'ID_A'), E4: cell('E4', 'ID_B') }
  expect((await read('test.xlsx', workbook(cells, parts))).images).toEqual([[two], [one], [two]])
})

const openCell = (text: string, attributes = '', inside = '') =>
  `<table:table-cell ${text === '' ? '' : 'office:value-type="string"'} ${attributes}>${inside}${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`
const frame = (href: string) => `<draw:frame><draw:image xlink:href="${href}"/></draw:frame>`
const openDocument = (cells: readonly string[]) =>
  zipBytes([
    {
      name: 'content.xml',
      content: `<d><table:table table:name="S">${rows
        .map(
          (row, r) =>
            `<table:table-row>${row
              .slice(0, 4)
              .map(text => openCell(text))
              .join('')}${r === 0 ? openCell('picture') : cells[r - 1]}</table:table-row>`,
        )
        .join('')}</table:table></d>`,
    },
    ...['a', 'b'].map(name => ({ name: `Pictures/${name}.png`, content: png })),
  ])
const covered = '<table:covered-table-cell/>'

test('OpenDocument: a picture in its cell, and in each row of a merged one', async () => {
  const single = [
    openCell('', '', frame('Pictures/b.png')),
    openCell('', '', frame('./Pictures/a.png')),
    openCell(''),
  ]
  expect((await read('test.ods', openDocument(single))).images).toEqual([
    ['Pictures/b.png'],
    ['Pictures/a.png'],
    [],
  ])
  const merged = [openCell('', 'table:number-rows-spanned="3"', frame('Pictures/a.png')), covered, covered]
  expect((await read('test.ods', openDocument(merged))).images).toEqual(Array(3).fill(['Pictures/a.png']))
})

test('OpenDocument: a merged text is in each of its rows, and a formula without a value is counted', async () => {
  const merged = [
    openCell('a case of two rows', 'table:number-rows-spanned="2"'),
    covered,
    openCell('', 'table:formula="of:=1/0"'),
  ]
  const { samples, doubts } = await read('test.ods', openDocument(merged))
  expect(samples.map(({ fields: { picture } }) => picture ?? '')).toEqual([
    'a case of two rows',
    'a case of two rows',
    '',
  ])
  expect(doubts.join(' ')).toMatch(/1 formula of test\.ods has no stored value/)
})

test('pictures that drawings anchor on a sheet have a limit of count, over all of its drawings', async () => {
  const parts = drawing([4, 1, 'p1'])
  const many = `<wsDr>${'<a:blip r:embed="p1"/>'.repeat(50_001)}</wsDr>`
  const twice = relations(
    relation('r8', '../drawings/drawing1.xml', 'drawing'),
    relation('r9', '../drawings/drawing1.xml', 'drawing'),
  )
  const all = {
    ...{ ...media(1), ...parts, 'xl/worksheets/_rels/a.xml.rels': twice },
    'xl/drawings/drawing1.xml': many,
  }
  await expect(read('test.xlsx', workbook({}, all))).rejects.toThrow('more than 100000 pictures')
})

/** What is read of the sheets of a workbook as questions. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { mappingWith } from '../../../support/mapping-with.ts'
import { memorySource } from '../../../support/memory-source.ts'
import { workbook } from '../../../support/sheet-bytes.ts'

test('a sheet for each split, and sheets that hold no questions', async () => {
  const rows = (answers: readonly string[]) =>
    [['question', 'answer'], ...answers.map((answer, i) => [`Which is ${i}?`, answer])]
      .map(
        (cells, r) =>
          `<row r="${r + 1}">${cells.map((cell, c) => `<c r="${'AB'[c]}${r + 1}" t="str"><v>${cell}</v></c>`).join('')}</row>`,
      )
      .join('')
  const bytes = workbook({ Train: rows(['one', 'two']), Test: rows(['three']), Notes: '' })
  const { samples, mapping } = await loadDataset(memorySource('set', { 'questions.xlsx': bytes }), {
    mapping: mappingWith(),
  })
  expect(samples.map(({ fields }) => fields.answer)).toEqual(['three'])
  expect(mapping?.split).toBe('test')
})

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const asked = (row: number, more = '') =>
  `<row r="${row}">${text(`B${row}`, `What is seen in row ${row}?`)}${text(`C${row}`, 'a cyst')}${more}</row>`
const header = `<row r="1">${text('A1', 'image')}${text('B1', 'question')}${text('C1', 'answer')}</row>`

test('pictures of cells and formulas without a value are said, where questions lack them', async () => {
  const rows = `${header}${asked(2, '<c r="D2"><f>1+1</f></c>')}${asked(3, '<c r="D3"><f>1+1</f><v>2</v></c>')}`
  const media = { 'xl/media/image1.png': 'x', 'xl/media/image2.jpeg': 'x' }
  const source = memorySource('set', { 'test.xlsx': workbook({ s: rows }, media) })
  const { mapping } = await loadDataset(source, { mapping: mappingWith({ images: 'image' }) })
  expect(mapping?.doubts).toEqual([
    '2 pictures in the cells of test.xlsx are not read, and 2 questions have no image. Save the pictures as files, and name them in a column.',
    '1 formula of test.xlsx has no stored value and counts as empty. Open the file in a spreadsheet program, and save it.',
  ])
})

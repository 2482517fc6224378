import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable } from '../../../../../src/ui/shared/table/data-table.tsx'
import { Table, type TableColumn } from '../../../../../src/ui/shared/table/table.tsx'

interface Row {
  readonly name: string
  readonly n: number
  readonly note?: string
}

const rows: readonly Row[] = [
  { name: 'CT', n: 211 },
  { name: 'MRI', n: 30, note: 'with contrast' },
]
const columns: readonly TableColumn<Row>[] = [
  { key: 'name', name: '', cell: ({ name }) => name },
  { key: 'n', name: 'n', isNumber: true, isStrong: true, className: 'spare', cell: ({ n }) => n },
]
const rowKey = ({ name }: Row) => name

test('a table has a caption, heads, named rows and notes below them', () => {
  const rowNote = ({ note }: Row) => note
  const html = renderToStaticMarkup(
    createElement(Table<Row>, { caption: 'By modality', columns, rows, rowKey, rowNote }),
  )
  expect(html).toBe(
    '<table class="data"><caption class="visually-hidden">By modality</caption>' +
      '<thead><tr><td></td><th scope="col" class="number spare">n</th></tr></thead><tbody>' +
      '<tr><th scope="row">CT</th><td class="number strong spare">211</td></tr>' +
      '<tr><th scope="row">MRI</th><td class="number strong spare">30</td></tr>' +
      '<tr class="row-note"><td colSpan="2">with contrast</td></tr></tbody></table>',
  )
})

test('a sorted table names its column, and hides columns that are only saved', () => {
  const html = renderToStaticMarkup(
    createElement(DataTable<Row>, {
      caption: 'By modality',
      columns: [
        { key: 'name', name: 'Modality', value: ({ name }) => name },
        { key: 'n', name: 'n', isNumber: true, value: ({ n }) => n },
        { key: 'low', name: 'low', isSavedOnly: true, value: ({ n }) => n },
      ],
      rows,
      rowKey,
      sort: '-n',
      file: 'modalities.csv',
    }),
  )
  expect(html.match(/<th scope="col"[^>]*>/g)).toEqual([
    '<th scope="col">',
    '<th scope="col" class="number" aria-sort="descending">',
  ])
  expect(html).not.toContain('low')
  expect(html).toContain('Save as CSV')
})

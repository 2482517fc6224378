import { describe, expect, test } from 'vitest'
import { pngBytes as png } from '../../../test/unit/support/png-bytes.ts'
import { memoryBytes } from '../src/bytes.ts'
import { readJsonRows } from '../src/json/json-table.ts'
import { EmbeddedImage, type Row } from '../src/rows.ts'
import { imagesIn } from './memory-files.ts'

const encoded = Buffer.from(png).toString('base64')

/** A file that gives at most `most` bytes at once but for its beginning, so that every cut is tried. */
async function read(name: string, content: string, most = 1 << 20) {
  const file = memoryBytes(`data/${name}`, new Uint8Array(Buffer.from(content)))
  let reads = 0
  return readJsonRows({
    ...file,
    read: (start, end) => file.read(start, reads++ === 0 ? end : Math.min(end, start + most)),
  })
}

async function readTables(name: string, content: string, most?: number) {
  const found = await read(name, content, most)
  if (!('tables' in found)) return found.row
  return Promise.all(
    found.tables.map(async ({ path, columns, rows }) => {
      const all: Row[] = []
      for await (const row of rows()) all.push(row)
      return { path, columns, rows: all }
    }),
  )
}

describe('JSON', () => {
  const items = '{"q": "a, ]}", "n": 1.0}, {"q": "\\\\\\"[", "o": {"A": [1]}}'
  const rows = [
    { q: 'a, ]}', n: { $number: '1.0' } },
    { q: '\\"[', o: { A: [1] } },
  ]

  test.each([1, 2, 7, 1000])('is read as an array, cut anywhere (%i bytes per read)', async most => {
    const tables = await readTables('x.json', `\ufeff [${items}\n]\n`, most)
    expect(tables).toMatchObject([{ path: [], columns: ['q', 'n', 'o'] }])
    expect(tables).toMatchObject([
      { rows: rows.map((cells, position) => ({ file: 'data/x.json', position, cells })) },
    ])
  })

  test.each([1, 7, 1000])('as lines (%i bytes per read)', async most => {
    const tables = await readTables('x.jsonl', '\n{"q": 1}\r\n\n{"q": "é"}', most)
    expect(tables).toMatchObject([
      { columns: ['q'], rows: [{ cells: { q: 1 } }, { cells: { q: 'é' }, position: 1 }] },
    ])
  })

  test('as an object by id, as arrays in objects, as one row', async () => {
    expect(await readTables('x.json', '{"k1": {"q": 1}, "k2": {"q": 2, "l": [{}]}}')).toMatchObject([
      { path: [], rows: [{ cells: { $key: 'k1', q: 1 } }, { cells: { $key: 'k2', q: 2 } }] },
    ])
    expect(
      await readTables('x.json', '{"PubMed": {"val": [{"q": 1}], "test": [{"q": 2}]}, "Atlas": {"val": []}}'),
    ).toMatchObject([
      { path: ['PubMed', 'val'], rows: [{ cells: { q: 1 } }] },
      { path: ['PubMed', 'test'], rows: [{ cells: { q: 2 } }] },
    ])
    expect(await readTables('x.json', '{"version": 1, "data": [{"q": 1}]}')).toMatchObject([
      { path: ['data'] },
    ])
    expect(await readTables('x.json', '{"q": "?", "boxes": [{"x": 1}]}')).toMatchObject({ q: '?' })
    expect(await readTables('x.json', '[1, 2]')).toEqual([])
    expect(await readTables('x.json', '[]')).toEqual([])
    expect(await readTables('x.json', '"text"')).toEqual([])
  })

  test.each([
    ['an array that is cut', 'x.json', '[{"q": 1}, {"q": 2}', 'bad-json'],
    ['an array that is cut behind a comma', 'x.json', '[{"q": 1},', 'bad-json'],
    ['a comma at its end', 'x.json', '[{"q": 1},]', 'bad-json'],
    ['an array that a brace closes', 'x.json', '[{"q": 1}}', 'bad-json'],
    ['an object that a bracket closes', 'x.json', '{"a": {"q": 1}, "b": {"q": 2}]', 'bad-json'],
    ['an object of one value that a bracket closes', 'x.json', '{"a": 1]', 'bad-json'],
    ['an empty array that a brace closes', 'x.json', '[}', 'bad-json'],
    ['a second value', 'x.json', '[{"q": 1}] []', 'bad-json'],
    ['a line that is cut', 'x.jsonl', '{"q": 1}\n{"q"', 'bad-json'],
    ['a row that is none', 'x.json', '[{"q": 1}, 2]', 'not-an-object'],
    ['an empty file', 'x.json', '', 'bad-json'],
  ])('%s is refused by name', async (_, name, content, code) => {
    await expect(readTables(name, content)).rejects.toMatchObject({ code })
  })

  test('a line that never ends is refused before it is in memory twice', async () => {
    const endless = {
      name: 'data/x.jsonl',
      size: 4e9,
      read: async (start: number, end: number) =>
        new Uint8Array(end - start).fill(97).fill(123, 0, start === 0 ? 1 : 0),
    }
    await expect(readJsonRows(endless)).rejects.toMatchObject({ code: 'file-too-large' })
  })
})

test.each([
  [
    'x.jsonl',
    `{"a": 1}\n{"images": ["${encoded}", "b.png"], "é/.": {"..": "data:image/png;base64,${encoded}"}}`,
  ],
  ['x.json', `[{"a": 1}, {"images": ["${encoded}", "b.png"], "é/.": {"..": "${encoded}"}}]`],
  ['x.json', `{"1": {"a": 1}, "2": {"images": ["${encoded}", "b.png"], "é/.": {"..": "${encoded}"}}}`],
  ['x.json', `{"x": {"test": [{"a": 1}, {"images": ["${encoded}", "b.png"], "é/.": {"..": "${encoded}"}}]}}`],
])('images in base64 in %s become references that open', async (name, content) => {
  const tables = await readTables(name, content)
  const cells = (Array.isArray(tables) ? tables[0]?.rows[1]?.cells : undefined) ?? {}
  const [first, second] = cells.images as unknown[]
  const inner = (cells['é/.'] as Record<string, unknown>)['..']
  expect(second).toBe('b.png')
  const open = imagesIn(name, content)
  for (const image of [first, inner]) {
    expect(image).toBeInstanceOf(EmbeddedImage)
    expect(await open((image as EmbeddedImage).reference)).toEqual(png)
  }
})

import { describe, expect, test } from 'vitest'
import { pngBytes as png } from '../../../test/unit/support/png-bytes.ts'
import { memoryBytes } from '../src/bytes.ts'
import { readDelimited } from '../src/delimited/delimited-table.ts'
import { EmbeddedImage, type Row } from '../src/rows.ts'
import { imagesIn } from './memory-files.ts'

const encoded = Buffer.from(png).toString('base64')

/** A file that is never read in longer parts than `most`, so that every cut is tried. */
function slow(name: string, content: string | Uint8Array, most: number) {
  const file = memoryBytes(name, new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content))
  return { ...file, read: (start: number, end: number) => file.read(start, Math.min(end, start + most)) }
}

async function collectRows(
  content: string | Uint8Array,
  { name = 'data/x.csv', most = 1 << 20 } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of (await readDelimited(slow(name, content, most))).rows()) rows.push(row)
  return rows
}

const readCells = async (content: string | Uint8Array, options = {}) =>
  (await collectRows(content, options)).map(row => Object.values(row.cells))

describe('delimited text', () => {
  test.each([1, 2, 3, 7, 1000])('is quoted as in RFC 4180, cut anywhere (%i bytes per read)', async most => {
    const text = '\ufeffa,b\r\n"x,1","line 1\r\nline ""2"""\r\n\r\n é ,\n"",last\r"q"tail,in "the" middle'
    expect(await readCells(text, { most })).toEqual([
      ['x,1', 'line 1\r\nline "2"'],
      [' é ', ''],
      ['', 'last'],
      ['qtail', 'in "the" middle'],
    ])
  })

  test('has pandas’ names for its columns, separated like the header', async () => {
    const table = await readDelimited(slow('x.csv', ';a;a;\n0;1;2;3', 1000))
    expect(table.columns).toEqual(['Unnamed: 0', 'a', 'a.1', 'Unnamed: 3'])
    expect(await readCells('a\tb,c\n1\t2,3', { name: 'x.tsv' })).toEqual([['1', '2,3']])
  })

  test('a row that ends early has nothing in the rest, a longer one is refused by its number', async () => {
    expect(await readCells('a,b\n1\n2,3')).toEqual([
      ['1', null],
      ['2', '3'],
    ])
    await expect(collectRows('a,b\n1,2\n1,2,3')).rejects.toMatchObject({
      code: 'bad-table',
      subject: 'data/x.csv, row 2',
    })
  })

  test.each([
    ['a quote that is not closed', 'a,b\n"1,2\n3,4'],
    ['nothing', ''],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 65, 0])],
    ['Latin-1', new Uint8Array([65, 10, 0xe9, 10])],
    ['a million columns', `${','.repeat(1e6)}\n`],
  ])('%s is refused by name', async (_, content) => {
    await expect(collectRows(content)).rejects.toMatchObject({ code: 'bad-table' })
  })

  test('a cell that never ends is refused before it is in memory', async () => {
    const read: number[] = []
    const endless = {
      name: 'data/x.csv',
      size: 4e9,
      async read(start: number, end: number) {
        read.push(end)
        return new Uint8Array(end - start).fill(97).fill(34, 0, start === 0 ? 1 : 0)
      },
    }
    await expect(readDelimited(endless)).rejects.toMatchObject({ code: 'file-too-large' })
    expect(Math.max(...read)).toBeLessThan(64e6)
  })
})

describe('images in base64', () => {
  const text = [
    'index\timage\tnote',
    `1\t${encoded}\tplain`,
    `2\t"${encoded}"\tquoted`,
    `3\tdata:image/png;base64,${encoded}\tURI`,
    `4\t['${encoded}', '${encoded}']\tlist`,
    `5\t"[""${encoded}""]"\tJSON list`,
    '6\t1\treference',
    `7\t['a.png', 'b.png']\tnames`,
    `8\t${'word '.repeat(40)}\ttext`,
    `9\t${'deadbeef'.repeat(20)}\thash`,
  ].join('\n')

  test.each([1, 64, 1 << 20])(
    'become references, and all else stays text (%i bytes per read)',
    async most => {
      const rows = await collectRows(text, { name: 'data/x.tsv', most })
      const kinds = rows.map(({ cells: { image } }) =>
        Array.isArray(image)
          ? image.map(item => item instanceof EmbeddedImage)
          : image instanceof EmbeddedImage,
      )
      expect(kinds).toEqual([true, true, true, [true, true], [true], false, false, false, false])
      expect(rows[5]?.cells.image).toBe('1')
      expect(rows[6]?.cells.image).toBe("['a.png', 'b.png']")
      expect(rows.map(({ cells }) => cells.note).join()).toBe(
        'plain,quoted,URI,list,JSON list,reference,names,text,hash',
      )

      const open = imagesIn('x.tsv', text)
      for (const {
        cells: { image },
      } of rows.slice(0, 5))
        for (const item of Array.isArray(image) ? image : [image]) {
          expect(item).toBeInstanceOf(EmbeddedImage)
          expect(await open((item as EmbeddedImage).reference)).toEqual(png)
        }
    },
  )

  test.each([
    ['a place behind the end', 'data/x.tsv//10-99999', 'file-missing'],
    ['no place', 'data/x.tsv//here', 'file-missing'],
    ['a place out of the folder', 'data/../y.tsv//1-2', 'path-outside-folder'],
    ['what is no base64', `data/x.tsv//0-${text.length}`, 'image-unreadable'],
  ])('%s is refused by name', async (_, reference, code) => {
    await expect(imagesIn('x.tsv', text)(reference)).rejects.toMatchObject({ code })
  })
})

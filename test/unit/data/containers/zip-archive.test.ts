import { execFileSync } from 'node:child_process'
import { memoryBytes } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import { FolderContents } from '../../../../src/data/containers/folder-contents.ts'
import { archiveMembers } from '../../../../src/data/containers/reading.ts'
import { listTables } from '../../../../src/data/formats/readers/tables.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { memorySource } from '../../support/memory-source.ts'
import { pngBytes as png } from '../../support/png-bytes.ts'
import { type ZipMember, zipBytes } from '../../support/zip-bytes.ts'

const rows = '{"question": "q", "image": "figures/é.png", "embedded": "'

const whole: ZipMember[] = [
  { name: 'Set/figures/', content: '' },
  { name: 'Set/figures/é.png', content: png },
  { name: 'Set/figures/packed.png', content: png, isPacked: true },
  { name: 'Set/test.jsonl', content: `${rows}${Buffer.from(png).toString('base64')}"}`, isPacked: true },
  { name: 'Set/val.csv', content: 'question,answer\nq,a\n' },
  { name: '__MACOSX/Set/._test.jsonl', content: 'junk' },
]

test('an archive with two members of the same name is refused: which one counts is not known', async () => {
  const twice = zipBytes([
    { name: 'samples/1.json', content: '{"id": 1}' },
    { name: 'samples/1.json', content: '{"id": 2}' },
  ])
  await expect(archiveMembers(memoryBytes('log.eval', twice))).rejects.toMatchObject({
    info: {
      code: 'bad-archive',
      subject: 'log.eval',
      message: 'The archive cannot be read: it has two members named samples/1.json.',
    },
  })
})

const zippedFolder = (zip: Uint8Array) =>
  memorySource('data', { 'all.zip': zip, 'list.csv': 'question,a\nq,1\n' })

describe('an archive in a folder', () => {
  test('is read in place: its tables, its files, and images in either', async () => {
    const source = zippedFolder(zipBytes(whole))
    const { tables, files, badFiles } = await listTables({ source, files: await source.list() }, undefined)
    expect(badFiles).toEqual([])
    expect(tables.map(({ name, split }) => [name, split])).toEqual([
      ['test', 'test'],
      ['val', 'validation'],
      ['list', null],
    ])
    expect(files.map(({ path }) => path)).toEqual([
      'all.zip',
      'list.csv',
      'all.zip//Set/figures/é.png',
      'all.zip//Set/figures/packed.png',
      'all.zip//Set/test.jsonl',
      'all.zip//Set/val.csv',
    ])
    const found = []
    for await (const row of tables[0]?.rows() ?? []) found.push(row)
    expect(found).toMatchObject([{ file: 'data/all.zip//Set/test.jsonl', cells: { question: 'q' } }])
    const embedded = found[0]?.cells.embedded as { reference: string }
    const reader = new ImageReader(source)
    for (const path of [
      'data/all.zip//Set/figures/é.png',
      'data/all.zip//Set/figures/packed.png',
      embedded.reference,
    ])
      expect(new Uint8Array((await reader.bytes(path)).bytes)).toEqual(png)
    const { size } = await reader.open('data/all.zip//Set/figures/packed.png')
    expect(size).toBe(png.length)
  })

  test('made by another program is read the same', async () => {
    const script = `import io,sys,zipfile
out=io.BytesIO()
z=zipfile.ZipFile(out,'w',zipfile.ZIP_DEFLATED)
z.writestr('images/a.png',bytes(range(256))*9)
z.writestr(zipfile.ZipInfo('images/b.png'),b'stored')
z.close()
sys.stdout.buffer.write(out.getvalue())`
    const reader = new ImageReader(zippedFolder(new Uint8Array(execFileSync('python3', ['-c', script]))))
    expect((await reader.bytes('data/all.zip//images/a.png')).bytes.byteLength).toBe(256 * 9)
    expect(await (await reader.open('data/all.zip//images/b.png')).text()).toBe('stored')
  })

  const bomb = new Uint8Array(300_000)
  test.each<[string, readonly ZipMember[], string]>([
    [
      'members that share their bytes',
      [
        { name: 'a', content: 'x' },
        { name: 'b', content: 'y', told: { offset: 0 } },
      ],
      'bad-archive',
    ],
    ['a member behind the end', [{ name: 'a', content: 'x', told: { offset: 5000 } }], 'bad-archive'],
    [
      'more bytes than are told',
      [{ name: 'a', content: bomb, isPacked: true, told: { size: 100 } }],
      'bad-archive',
    ],
    [
      'fewer bytes than are told',
      [{ name: 'a', content: bomb, isPacked: true, told: { size: 400_000 } }],
      'bad-archive',
    ],
    [
      'gigabytes told',
      [{ name: 'a', content: bomb, isPacked: true, told: { size: 4e9 } }],
      'image-too-large',
    ],
    ['another checksum', [{ name: 'a', content: 'x', isPacked: true, told: { crc: 7 } }], 'bad-archive'],
    ['another method', [{ name: 'a', content: 'x', told: { method: 12 } }], 'bad-archive'],
    ['no deflate stream', [{ name: 'a', content: 'xxxxxx', told: { method: 8 } }], 'bad-archive'],
    ['a path that leads out', [{ name: '../a', content: 'x' }], 'bad-archive'],
    ['no such member', [{ name: 'b', content: 'x' }], 'file-missing'],
  ])('with %s is refused by name', async (_, members, code) => {
    const reader = new ImageReader(zippedFolder(zipBytes(members)))
    await expect(reader.bytes('data/all.zip//a')).rejects.toMatchObject({ info: { code } })
  })

  test.each([
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, -10)],
    ['empty', () => new Uint8Array()],
    ['text', () => new TextEncoder().encode('no archive at all, only text')],
    ['of a million members that are not there', () => zipBytes(whole, 65_000)],
  ])('that is %s leaves the rest of the folder readable', async (_, damage) => {
    const source = zippedFolder(damage(zipBytes(whole)) as Uint8Array)
    const { tables, badFiles } = await listTables({ source, files: await source.list() }, undefined)
    expect(tables.map(({ name }) => name)).toEqual(['list'])
    expect(badFiles).toMatchObject([{ file: 'data/all.zip', error: { code: 'bad-archive' } }])
  })

  test.each(['data/all.zip//../x', 'data/../all.zip//a', 'data/list.csv//a//b', 'data/all.zip///etc/passwd'])(
    'the reference %s is refused by name',
    async reference => {
      const containers = new FolderContents(zippedFolder(zipBytes(whole)))
      await expect(containers.image(reference, () => {})).rejects.toMatchObject({
        info: { code: expect.stringMatching(/^(path-outside-folder|file-missing)$/) },
      })
    },
  )
})

test('a file that changes is read as it is now, once it has failed as it was', async () => {
  const contents: Record<string, Uint8Array> = { 'all.zip': zipBytes([{ name: 'a', content: 'old' }]) }
  const source = {
    ...memorySource('data', {}),
    open: async (path: string) => new Blob([new Uint8Array(contents[path] ?? [])]),
  }
  const reader = new ImageReader(source)
  expect(await (await reader.open('data/all.zip//a')).text()).toBe('old')
  contents['all.zip'] = zipBytes([{ name: 'b', content: 'new' }])
  await expect(reader.open('data/all.zip//b')).rejects.toMatchObject({ info: { code: 'file-missing' } })
  expect(await (await reader.open('data/all.zip//b')).text()).toBe('new')
})

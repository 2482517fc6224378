/**
 * Makes tables larger than memory should ever hold, lists their rows, loads them as data sets and opens some of their images,
 * each in a process of its own, and tells its time and its largest memory. Run by `npm run lab -- large-tables [--small]`.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cell, EmbeddedImage } from '@voxelwise/tables'
import { listTables } from '../../src/data/formats/readers/tables.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { ImageReader } from '../../src/data/images/image-reader.ts'
import { pickedPath } from '../../src/data/sources/picked-path.ts'
import { type Bytes, joinBytes, le32 } from '../fuzz/bytes.ts'
import {
  columnChunk,
  dataPage,
  fileMetadata,
  rowGroup,
  schemaElement,
  schemaRoot,
} from '../unit/support/parquet-bytes.ts'

const openings = 200

/** What begins as a picture, and is of so many bytes, no two alike. */
function picture(n: number, bytes: number): Bytes {
  const made = new Uint8Array(bytes)
  made.set(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  for (let i = 8; i < bytes; i += 4) made[i] = (n * 2_654_435_761 + i * 40_503) >>> 13
  return made
}

const options = 'A,B,C,D'.split(',').map(letter => `option ${letter}`)

async function writeTsv(file: string, rows: number, bytes: number): Promise<void> {
  const out = createWriteStream(file)
  const put = async (text: string) => out.write(text) || once(out, 'drain')
  await put('index\timage\tquestion\tA\tB\tC\tD\tanswer\n')
  for (let n = 0; n < rows; n++)
    await put(
      `${n}\t${Buffer.from(picture(n, bytes)).toString('base64')}\tQuestion ${n}?\t${options.join('\t')}\tA\n`,
    )
  out.end()
  await once(out, 'finish')
}

/** Row groups of a thousand rows, each column one page but images, which have one for every hundred. */
async function writeParquet(file: string, rows: number, bytes: number): Promise<void> {
  const out = createWriteStream(file)
  let at = 0
  const put = async (part: Bytes) => {
    at += part.length
    return out.write(part) || once(out, 'drain')
  }
  const texts = ['id', 'question', ...'ABCD', 'answer']
  const groups: Bytes[] = []
  const string = (value: Bytes) => joinBytes(le32(value.length), value)
  await put(joinBytes('PAR1'))
  for (let first = 0; first < rows; first += 1000) {
    const chunks: Bytes[] = []
    const begin = at
    for (const [i, name] of texts.entries()) {
      const cell = (n: number) =>
        string(joinBytes(i < 2 ? `${name} ${n}` : name === 'answer' ? 'A' : `option ${name}`))
      const page = dataPage(joinBytes(...Array.from({ length: 1000 }, (_, n) => cell(first + n))), 1000)
      chunks.push(columnChunk(name, at, page.length, 1000))
      await put(page)
    }
    const images = at
    for (let page = 0; page < 1000; page += 100)
      await put(
        dataPage(
          joinBytes(...Array.from({ length: 100 }, (_, n) => string(picture(first + page + n, bytes)))),
          100,
        ),
      )
    chunks.push(columnChunk('image', images, at - images, 1000))
    groups.push(rowGroup(chunks, at - begin, 1000))
  }
  const schema = [
    ...texts.map(name => schemaElement(name, true, false)),
    schemaElement('image', false, false),
  ]
  const metadata = fileMetadata([schemaRoot(schema.length), ...schema], rows, groups)
  await put(joinBytes(metadata, le32(metadata.length), 'PAR1'))
  out.end()
  await once(out, 'finish')
}

/** Every row of every table; the references of some of their images. */
async function listed(path: string): Promise<{ readonly rows: number; readonly images: readonly string[] }> {
  const { source } = pickedPath(path)
  const { tables } = await listTables({ source, files: await source.list() }, undefined)
  const images: string[] = []
  let rows = 0
  for (const table of tables)
    for await (const { cells } of table.rows()) {
      const image: Cell | undefined = cells.image
      if (rows++ % 97 === 0 && image instanceof EmbeddedImage && images.length < openings)
        images.push(image.reference)
    }
  return { rows, images }
}

const tasks: Readonly<Record<string, (path: string) => Promise<string>>> = {
  'rows listed': async path => `${(await listed(path)).rows} rows`,
  'data set loaded': async path =>
    `${(await loadDataset(pickedPath(path).source, {})).samples.length} samples`,
  'rows listed, images opened': async path => {
    const reader = new ImageReader(pickedPath(path).source)
    const { images } = await listed(path)
    let bytes = 0
    for (const image of images) bytes += (await reader.bytes(image)).bytes.byteLength
    return `${images.length} images of ${Math.round(bytes / images.length)} bytes`
  },
}

async function main(share: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'voxelwise-tables-'))
  try {
    const files = [
      ['test.tsv', writeTsv, 10_000, 160_000],
      ['test.parquet', writeParquet, 100_000, 10_000],
    ] as const
    console.log(
      '| file | task | what | seconds | of the processors | largest memory | before |\n|---|---|--:|--:|--:|--:|--:|',
    )
    for (const [name, write, rows, bytes] of files) {
      const file = join(folder, name)
      await write(file, rows * share, bytes)
      const size = `${(statSync(file).size / 1e9).toFixed(2)} GB`
      for (const task of Object.keys(tasks))
        console.log(`| ${name}, ${size} | ${task} | ${await measured(task, file)} |`)
      rmSync(file)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measured(task: string, file: string): Promise<string> {
  const child = fork(new URL(import.meta.url), [task, file], { execArgv: ['--import', 'tsx'] })
  const [told] = (await once(child, 'message')) as [string]
  return told
}

const [task, file] = process.argv.slice(2)
if (task === undefined || file === undefined) await main(task === '--small' ? 0.02 : 1)
else {
  const before = process.memoryUsage.rss()
  const begin = performance.now()
  const processors = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  const used = processors()
  const what = await tasks[task]?.(file)
  const seconds = (performance.now() - begin) / 1000
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  const most = process.resourceUsage().maxRSS * 1024
  process.send?.(
    `${what} | ${seconds.toFixed(1)} | ${(processors() - used).toFixed(1)} | ${megabytes(most)} | ${megabytes(before)}`,
  )
  process.disconnect?.()
}

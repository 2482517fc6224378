/** The twelve folders of ../shared/benchmarks as archives: each as a whole, and with its images alone in one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sampleLine } from '../../../../../src/data/export/samples-jsonl.ts'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../../../src/data/images/image-reader.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { memorySource } from '../../../support/memory-source.ts'
import { drawSome } from '../../../support/rounds.ts'
import { zipBytes } from '../../../support/zip-bytes.ts'

const root = fileURLToPath(new URL('../../../../../../shared/benchmarks', import.meta.url))
if (!existsSync(root)) throw new Error(`The benchmarks' folders are missing: ${root}`)
const names = readdirSync(root, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

function readFiles(name: string): { readonly name: string; readonly content: Uint8Array }[] {
  const folder = join(root, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({ name: relative(folder, path), content: readFileSync(path) }))
}

const isImage = (name: string): boolean => /\.(?:png|jpe?g)$/.test(name)

async function loadLines(name: string, contents: Readonly<Record<string, Uint8Array>>): Promise<unknown[]> {
  const source = memorySource(name, contents)
  const loaded = await loadDataset(source, {})
  expect(loaded).toMatchObject({ skipped: [], badFiles: [] })
  const reader = new ImageReader(source)
  const protocol = findProtocol(loaded.protocol)
  return Promise.all(
    loaded.samples.map(async sample => JSON.parse(await sampleLine(sample, protocol, reader, null))),
  )
}

// What each layout holds is shown of all in ../mapping/benchmarks.test.ts.
describe.each(drawSome(names, 2))('%s', name => {
  const files = readFiles(name)
  const expected = readFileSync(join(root, `${name}.expected.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const withoutIds = (lines: readonly unknown[]) => lines.map(line => ({ ...(line as object), id: null }))
  const wanted = withoutIds(expected.map(line => JSON.parse(line)))

  test('as one archive, with a folder around all', async () => {
    const packed = files.map(file => ({
      ...file,
      name: `${name}-main/${file.name}`,
      isPacked: !isImage(file.name),
    }))
    expect(withoutIds(await loadLines(name, { 'download.zip': zipBytes(packed) }))).toEqual(wanted)
  })

  const images = files.filter(file => isImage(file.name))
  test.runIf(images.length > 0)('with its images in an archive', async () => {
    const tables = files.filter(file => !isImage(file.name)).map(file => [file.name, file.content] as const)
    const archive = zipBytes(images.map(file => ({ ...file, isPacked: true })))
    expect(
      withoutIds(await loadLines(name, { ...Object.fromEntries(tables), 'images.zip': archive })),
    ).toEqual(wanted)
  })
})

/** Twelve folders in the layouts of published benchmarks (../shared/benchmarks), and every field of every sample of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sampleLine } from '../../../src/data/export/samples-jsonl.ts'
import type { LoadOptions } from '../../../src/data/formats/format.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'

const root = resolve('../shared/benchmarks')
if (!existsSync(root)) throw new Error(`The benchmarks' folders are missing: ${root}`)

export const benchmarkFolders = readdirSync(root, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/** Without an id of their own. */
const numbered = ['csv-pmc-vqa', 'hf-vqa-rad', 'jsonl-drvd']

interface Line {
  readonly id: unknown
}

const parseLines = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

const withoutNumbers = (name: string, lines: readonly Line[]): readonly object[] =>
  numbered.includes(name) ? lines.map(({ id: _, ...line }) => line) : lines

/** What `samples` should write of a folder. */
export const expectedLines = (name: string): readonly object[] =>
  withoutNumbers(name, parseLines(readFileSync(join(root, `${name}.expected.jsonl`), 'utf8')))

/** What it writes, and how many different ids there are. */
export async function readBenchmark(name: string, options: LoadOptions) {
  const source = nodeSource(join(root, name))
  const loaded = await loadDataset(source, options)
  const reader = new ImageReader(source)
  const protocol = findProtocol(loaded.protocol)
  const texts: string[] = []
  for (const sample of loaded.samples) texts.push(await sampleLine(sample, protocol, reader, null))
  const lines = parseLines(texts.join('\n'))
  return { loaded, lines: withoutNumbers(name, lines), ids: new Set(lines.map(({ id }) => id)).size }
}

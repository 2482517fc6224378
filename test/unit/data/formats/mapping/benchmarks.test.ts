/** Twelve folders in the layouts of published benchmarks (../shared/benchmarks): every field of every sample. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sampleLine } from '../../../../../src/data/export/samples-jsonl.ts'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../../../src/data/images/image-reader.ts'
import { nodeSource } from '../../../../../src/data/sources/node.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'

const root = fileURLToPath(new URL('../../../../../../shared/benchmarks', import.meta.url))
if (!existsSync(root)) throw new Error(`The benchmarks' folders are missing: ${root}`)
const names = readdirSync(root, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/** Without an id of their own. */
const numbered = ['csv-pmc-vqa', 'hf-vqa-rad', 'jsonl-drvd']

interface Line {
  readonly id: unknown
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

async function read(name: string, options: LoadOptions) {
  const source = nodeSource(join(root, name))
  const loaded = await loadDataset(source, options)
  const reader = new ImageReader(source)
  const protocol = findProtocol(loaded.protocol)
  const lines: string[] = []
  for (const sample of loaded.samples) lines.push(await sampleLine(sample, protocol, reader, null))
  return { loaded, lines: linesOf(lines.join('\n')) }
}

/** That of the preset, else the default. */
const protocols: Readonly<Record<string, string>> = {
  'csv-pmc-vqa': 'medevalkit',
  'hf-medframeqa': 'medevalkit',
  'hf-mmmu': 'mmmu',
  'hf-vqa-rad': 'medevalkit',
  'json-med-cmr': 'med-cmr',
  'json-medbookvqa': 'direct',
  'json-omnimedvqa': 'medevalkit',
  'json-slake': 'medevalkit',
  'jsonl-drvd': 'direct',
  'jsonl-medxpertqa': 'medevalkit',
  'vlmevalkit-local': 'direct',
  'vlmevalkit-tsv': 'vlmevalkit',
}

describe.each(names)('%s', name => {
  const expected = linesOf(readFileSync(join(root, `${name}.expected.jsonl`), 'utf8'))
  const withoutIds = (lines: readonly Line[]) =>
    numbered.includes(name) ? lines.map(({ id: _, ...line }) => line) : lines

  test.each<[string, LoadOptions]>([
    ['as it comes', {}],
    ['by a guess', { presets: false }],
  ])('%s', async (_, options) => {
    const { loaded, lines } = await read(name, options)
    expect(withoutIds(lines)).toEqual(withoutIds(expected))
    expect(loaded).toMatchObject({ skipped: [], badFiles: [] })
    if (options.presets !== false) expect(loaded.protocol.id).toBe(protocols[name])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  })
})

/** Excerpts of published files (../shared/real-files): `samples` gives every field that is expected of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleLine } from '../../../src/data/export/samples-jsonl.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { pickedPath } from '../../../src/data/sources/picked-path.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { sharedSet } from '../../unit/support/shared-folder.ts'

const root = sharedSet('real-files')
const names =
  root === null ? [] : readdirSync(root).flatMap(name => /^(.+)\.expected\.jsonl$/.exec(name)?.[1] ?? [])

describe.skipIf(root === null)('excerpts of published files', () => {
  test.each(names)('%s', async name => {
    const { source } = pickedPath(join(root ?? '', name))
    const { samples, protocol } = await loadDataset(source, {})
    const reader = new ImageReader(source)
    const lines = []
    for (const sample of samples)
      lines.push(JSON.parse(await sampleLine(sample, findProtocol(protocol), reader, null)))
    const expected = readFileSync(join(root ?? '', `${name}.expected.jsonl`), 'utf8')
      .trim()
      .split('\n')
    expect(lines).toMatchObject(expected.map(line => JSON.parse(line)))
  })
})

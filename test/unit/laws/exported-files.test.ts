/** A law over the exported files: whatever the page writes of a run, Node writes to the byte. */
import { expect, test } from 'vitest'
import { exportRun } from '../../../src/data/export/export-run.ts'
import { exportedFiles } from '../../../src/data/export/exported-files.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { exportMethods } from '../../../src/workers/results/exports.ts'
import { journalWith, makeLawRun, storeWith } from '../support/law-store.ts'
import { blankImage, swappedImage } from '../support/some-probes.ts'

const direct = findProtocol({ id: 'direct', version: 2 })
const runs = {
  'a whole run with passes': makeLawRun(medrcube, { scoring: 'choices' }, Number.POSITIVE_INFINITY, [
    blankImage,
    swappedImage,
  ]),
  'a part of a drawn order': makeLawRun(direct, { scoring: 'choices', order: 'balanced', seed: 3 }, 12, []),
  'questions of every kind, in words': makeLawRun(direct, {}, Number.POSITIVE_INFINITY, [blankImage]),
  'a run without answers': makeLawRun(direct, {}, 0, []),
}

const readBytes = async (file: Blob): Promise<string> =>
  Buffer.from(await file.arrayBuffer()).toString('latin1')

/** The first place of a difference, with what stands there; null where there is none. */
function whereTheyDiffer(one: string, other: string): readonly string[] | null {
  if (one === other) return null
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return [one, other].map(text => text.slice(Math.max(0, at - 40), at + 60))
}

test.each(Object.entries(runs))('%s', async (_, law) => {
  const { store, rows } = await storeWith([law])
  const page = exportMethods(Promise.resolve(store), rows)
  const journal = await journalWith(law)
  const { id } = law.run
  for (const { name, isOfFigures } of exportedFiles) {
    const written = await readBytes(await page.exportFile(id, name, {}))
    const inNode = await readBytes(await exportRun(journal, id, name, {}))
    expect(whereTheyDiffer(written, inNode), name).toBeNull()
    const ofRows = isOfFigures ? await page.figureFile(id, name, {}) : null
    if (ofRows) expect(whereTheyDiffer(await readBytes(ofRows), written), `${name} of rows`).toBeNull()
  }
  journal.close()
})

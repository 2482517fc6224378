/** A law over the exported files: whatever the page writes of a run, Node writes to the byte. */
import { expect, test } from 'vitest'
import { exportRun } from '../../../src/data/export/export-run.ts'
import { exportedFiles } from '../../../src/data/export/exported-files.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { protocolOf } from '../../../src/engine/protocol/protocols/registry.ts'
import { exportsOf } from '../../../src/workers/results/exports.ts'
import { journalWith, lawRunOf, storeWith } from '../support/law-store.ts'
import { blankImage, swappedImage } from '../support/some-probes.ts'

const direct = protocolOf({ id: 'direct', version: 2 })
const runs = {
  'a whole run with passes': lawRunOf(medrcube, { scoring: 'choices' }, Number.POSITIVE_INFINITY, [
    blankImage,
    swappedImage,
  ]),
  'a part of a drawn order': lawRunOf(direct, { scoring: 'choices', order: 'balanced', seed: 3 }, 12, []),
  'questions of every kind, in words': lawRunOf(direct, {}, Number.POSITIVE_INFINITY, [blankImage]),
  'a run without answers': lawRunOf(direct, {}, 0, []),
}

const bytesOf = async (file: Blob): Promise<string> =>
  Buffer.from(await file.arrayBuffer()).toString('latin1')

test.each(Object.entries(runs))('%s', async (_, law) => {
  const { store, rows } = await storeWith([law])
  const page = exportsOf(Promise.resolve(store), rows)
  const journal = await journalWith(law)
  const { id } = law.run
  for (const { name, isOfFigures } of exportedFiles) {
    const written = await bytesOf(await page.exportFile(id, name, {}))
    expect(written === (await bytesOf(await exportRun(journal, id, name, {}))), name).toBe(true)
    const ofRows = isOfFigures ? await page.figureFile(id, name, {}) : null
    if (ofRows) expect((await bytesOf(ofRows)) === written, `${name} of rows`).toBe(true)
  }
  journal.close()
})

import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { readRun } from '../../data/export/read-run.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { openFile } from '../base/files.ts'

/**
 * Gives the page the earlier run that a new one is compared with while it goes on.
 * @param path of its run.json
 * @param fingerprint of the data set that is open
 * @returns its id there
 * @throws VoxelwiseError file-missing, run-file, or fingerprint-mismatch where it was made on another data set
 */
export async function takeInEarlierRun(page: Page, path: string, fingerprint: string): Promise<string> {
  const { run, records } = await readRun(await openFile(path))
  if (run.dataset.fingerprint !== fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: path,
      message: 'The run to compare with was made on another data set.',
      remedy: 'Name a run.json of this data set.',
    })
  if (run.probe || records.length < run.dataset.counts.loaded)
    throw new VoxelwiseError({
      code: 'run-file',
      subject: path,
      message: `The run to compare with has asked ${records.length} of ${run.dataset.counts.loaded} questions.`,
      remedy: 'Continue it to its end and export it again, or name another.',
    })
  await page.setInputFiles('#files', path)
  return page.evaluate(name => {
    const file = globalThis.voxelwiseFiles(name, [name]).files[0]?.file
    if (!file) throw new Error('The run was not given to the page.')
    return globalThis.voxelwise.importFiles([file], () => {}, new AbortController().signal)
  }, basename(path))
}

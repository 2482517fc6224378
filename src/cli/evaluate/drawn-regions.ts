/** `--regions`: what was drawn in the page. */
import { readRun } from '../../data/export/run-file-stream.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import { openFile } from '../base/files.ts'

/** The regions in a run.json. @throws VoxelwiseError fingerprint-mismatch where it is of another data set; as `readRun` */
export async function drawnRegions(path: string, fingerprint: string): Promise<readonly DrawnRegion[]> {
  const { run, regions } = await readRun(await openFile(path))
  if (run.dataset.fingerprint !== fingerprint)
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: path,
      message: 'The regions were drawn on another data set.',
      remedy: 'Name a run.json of this data set with --regions.',
    })
  if (!regions)
    throw new VoxelwiseError({
      code: 'run-file',
      subject: path,
      message: 'The run has no drawn regions.',
      remedy: 'Draw them in the sample page, and export run.json again. Without drawn ones remove --regions.',
    })
  return regions
}

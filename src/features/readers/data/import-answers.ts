import type { ImportKind, NamedBlob } from '../../../data/formats/import-kind.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'

/** Bytes at a file's beginning that name its form. */
const headBytes = 200

async function isAnswers({ name, blob }: NamedBlob): Promise<boolean> {
  return (
    /\.json$/i.test(name) &&
    /^\s*\{\s*"format"\s*:\s*"voxelwise-answers"/.test(await blob.slice(0, headBytes).text())
  )
}

/** A reader's answers, on the chosen data set. */
export const readerAnswers: ImportKind = {
  needsDataset: true,
  async recognises(files) {
    const areAnswers = await Promise.all(files.map(isAnswers))
    return areAnswers.length > 0 && areAnswers.every(Boolean)
  },
  async runFile(files, { dataset, environment }) {
    const { answersAsRun } = await import('./answers-as-run.ts')
    const [file, ...others] = files
    if (!file || others.length > 0) throw oneAtATime(others[0]?.name ?? '')
    if (!dataset) throw answersWithoutDataset(file.name)
    return answersAsRun(file, dataset, environment)
  },
}

const oneAtATime = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject,
    message: 'A file of a reader’s answers becomes one run, and several were chosen together.',
    remedy: 'Open one file after the other.',
  })

const answersWithoutDataset = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject,
    message: 'A reader’s answers have no right answers, and no data set is chosen.',
    remedy: 'Choose the data set of the study on the first page. Then open the answers again.',
  })

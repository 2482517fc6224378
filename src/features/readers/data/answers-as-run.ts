import { serializeRun } from '../../../data/export/run-file.ts'
import type { NamedBlob } from '../../../data/formats/import-kind.ts'
import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { errorMessage, VoxelwiseError } from '../../../engine/base/errors.ts'
import { faultSubject } from '../../../engine/base/schema.ts'
import type { Environment } from '../../../engine/protocol/run.ts'
import { answersInText, type SittingAnswers } from '../engine/sitting.ts'
import { runOfSitting } from './reader-run.ts'

/** Bytes of a file of answers or of a study: those of ten thousand long questions. */
const mostStudyBytes = 100_000_000

/** The run.json of a file of answers. @throws VoxelwiseError as `readAnswersFile` and `runOfSitting` */
export async function answersAsRun(
  file: NamedBlob,
  dataset: PortionedDataset,
  environment: Environment,
): Promise<File> {
  const answers = await readAnswersFile(file)
  return new File([...serializeRun(await runOfSitting(answers, file.name, dataset, environment))], file.name)
}

/** @throws VoxelwiseError run-file naming the field, file-too-large */
export const readAnswersFile = (file: NamedBlob): Promise<SittingAnswers> =>
  readDocument(file, answersInText, 'a file of a reader’s answers')

/** A small file of ours. @param read throws where the text is no such document @throws VoxelwiseError run-file, file-too-large */
export async function readDocument<T>(
  { name, blob }: NamedBlob,
  read: (text: string) => T | Promise<T>,
  expected: string,
): Promise<T> {
  if (blob.size > mostStudyBytes)
    throw new VoxelwiseError({
      code: 'file-too-large',
      subject: name,
      message: `The file has ${blob.size} bytes; the limit is ${mostStudyBytes}.`,
      remedy: 'Choose the file that Voxelwise saved.',
    })
  try {
    return await read(await blob.text())
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'run-file',
      subject: faultSubject(name, cause),
      message: `The file is not ${expected}. ${errorMessage(cause)}`,
      remedy: 'Choose the file as Voxelwise saved it.',
      cause,
    })
  }
}

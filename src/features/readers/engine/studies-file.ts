/** All studies and sittings of a browser as one file: a backup. */
import { parseJson } from '@voxelwise/python'
import { jsonObject, list, oneOf, read, strictShape } from '../../../engine/base/schema.ts'
import { checkGiven, type ReaderSitting, readSitting } from './sitting.ts'
import { readStudy, type Study, studyHash } from './study.ts'

export const studiesFormat = 'voxelwise-studies'

interface StudiesFile {
  readonly studies: readonly Study[]
  readonly sittings: readonly ReaderSitting[]
}

const studiesSchema = strictShape({
  format: oneOf([studiesFormat]),
  version: oneOf([1]),
  studies: list(jsonObject),
  sittings: list(jsonObject),
})

export const studiesJson = ({ studies, sittings }: StudiesFile): string =>
  `${JSON.stringify({ format: studiesFormat, version: 1, studies, sittings })}\n`

/** @throws CheckError, JsonSyntaxError */
export function studiesInText(text: string): StudiesFile {
  const document = read(studiesSchema, parseJson(text), '')
  return {
    studies: document.studies.map((one, at) => readStudy(one, `studies[${at}]`)),
    sittings: document.sittings.map((one, at) => readSitting(one, `sittings[${at}]`)),
  }
}

/** Each sitting with its study, by the study's hash. @throws CheckError where a sitting has none, or answers what it does not ask */
export async function withStudies({ studies, sittings }: StudiesFile) {
  const byHash = new Map<string, Study>()
  for (const study of studies) byHash.set(await studyHash(study), study)
  return sittings.map((sitting, at) => ({
    sitting,
    study: checkGiven(byHash.get(sitting.study), sitting, `sittings[${at}]`),
  }))
}

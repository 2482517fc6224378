/** Derived questions as a data set: of a file's own name nothing is kept. */

import { type ImageCodec, withFrame } from '@voxelwise/pixels'
import { rooted } from '@voxelwise/python'
import type { HeaderOverview, HeaderReading, LoadOptions } from '../../../data/formats/format.ts'
import { blankBy, headerSources, isDicomFile } from '../../../data/questions/header-files.ts'
import type { OpenedQuestions } from '../../../data/questions/salted-names.ts'
import { aliasedSource } from '../../../data/sources/passed-on.ts'
import type { FolderSource } from '../../../data/sources/source.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { groupBy } from '../../../engine/base/grouping.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { medrcube } from '../../../engine/protocol/protocols/medrcube.ts'
import { protocolReference } from '../../../engine/protocol/protocols/registry.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import { deriveQuestions, type HeaderCube } from './derive.ts'
import { readLabels } from './labels.ts'
import { leftOutCounts } from './lines.ts'

/** @throws VoxelwiseError no-mapping where no question can be asked */
export async function loadHeaders(
  source: FolderSource,
  given: HeaderReading,
  codec: ImageCodec,
  options: LoadOptions,
): Promise<OpenedQuestions> {
  const { labels, ...reading } = given
  const cube = await deriveQuestions(await headerSources(source), {
    seed: reading.seed,
    keepUnmarked: reading.keepUnmarked ?? false,
    codedRegions: reading.codedRegions ?? false,
    labels: labels === undefined ? undefined : await readLabels(labels),
    labelsOnSlices: reading.labelsOnSlices ?? false,
    isBlank: blankBy(codec),
    onProgress: (done, of) => options.onProgress?.({ files: of, testFiles: done, samples: 0 }),
    signal: options.signal,
  })
  if (cube.questions.length === 0) throw nothingToAsk(cube)
  const fingerprint = await fingerprintQuestions(cube)
  const name = `DICOM headers ${fingerprint.slice(0, 8)}`
  const files = new Map(cube.questions.map(({ image, path }) => [imageAlias(image), path]))
  const samples = samplesOfCube(cube, name)
  const fields = [...new Set(samples.flatMap(sample => Object.keys(sample.fields)))]
  return {
    source: aliasedSource(source, name, files),
    loaded: {
      name,
      format: 'dicom-headers',
      protocol: protocolReference(medrcube),
      samples,
      kept: { fields, columns: [], leftOut: [] },
      ...{ skipped: [], findings: [], badFiles: [], fingerprint, salted: true, marks: cube.marks },
      headers: {
        ...{ reading, rules: cube.rules, files: cube.files, blind: cube.blind },
        leftOut: leftOutCounts(cube.excluded),
        filesLeftOut: leftOutCounts(cube.excluded.filter(({ rule }) => rule === undefined)),
        unusedLabels: cube.unusedLabels,
        examples: firstQuestions(cube),
      },
    },
  }
}

/** The first question of each of the first three rules. */
function firstQuestions({ questions }: HeaderCube): HeaderOverview['examples'] {
  const firsts = [...groupBy(questions, ({ rule }) => rule).values()].flatMap(sameRule =>
    sameRule.slice(0, 1),
  )
  return firsts.slice(0, 3).map(({ question, answer }) => ({ question, answer }))
}

const imageAlias = (image: string): string => `${image}.dcm`

/** @param root the name of the data set */
export function samplesOfCube({ questions, rules, seed }: HeaderCube, root: string): readonly Sample[] {
  return questions.map((one, index) => {
    const path = rooted(root, imageAlias(one.image))
    const fields = {
      id: one.id,
      dataset: 'headers',
      task: one.task,
      modality: one.modality,
      parts: one.region,
      image_path: path,
      ...(one.frame !== null && { frame: one.frame }),
      question: one.question,
      gt_answer: one.answer,
      ...Object.fromEntries(one.options.map((option, i) => [`option_${'ABCDEFGH'.charAt(i)}`, option])),
      rule: one.rule,
      group: one.group,
      ...(one.trust !== null && { trust: one.trust }),
      rules,
      seed,
    }
    const image = one.frame === null ? path : withFrame(path, one.frame)
    return { index, fields, image, file: rooted(root, 'headers') }
  })
}

/** What is asked, with the version of the rules: another question is another data set. */
async function fingerprintQuestions({ rules, seed, questions }: HeaderCube): Promise<string> {
  const rows = questions.map(one => [one.image, one.frame, one.rule, one.options, one.answer])
  return sha256(new TextEncoder().encode(JSON.stringify([rules, seed, rows])))
}

function nothingToAsk({ files, excluded }: HeaderCube): VoxelwiseError {
  const reasons = Object.entries(leftOutCounts(excluded))
  return new VoxelwiseError({
    code: 'no-mapping',
    subject: reasons.map(([reason, n]) => `${reason} ${n}`).join(', '),
    message: `No question can be derived from the headers of these ${files} files.`,
    remedy:
      'See by which reasons files were left out. Choose a folder with other files, or add a table of questions.',
  })
}

/** How many files are looked at to find out whether a folder holds DICOM. */
const LOOKED_AT = 64

/** Whether some of the first files of a folder are DICOM. */
export async function holdsDicom(source: FolderSource): Promise<boolean> {
  const sources = (await headerSources(source)).slice(0, LOOKED_AT)
  for (const one of sources) if (await isDicomFile(await one.open())) return true
  return false
}

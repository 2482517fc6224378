import { readFile } from 'node:fs/promises'
import { nodeCodec } from '@voxelwise/pixels/node'
import { stringifyJson } from '@voxelwise/python'
import type { Io } from '../../../cli/base/command.ts'
import { writeParts } from '../../../cli/base/files.ts'
import { usageError } from '../../../cli/base/options.ts'
import { blankBy, headerSources } from '../../../data/questions/header-files.ts'
import { nodeSource } from '../../../data/sources/node.ts'
import { deriveQuestions } from '../data/derive.ts'
import { readLabels } from '../data/labels.ts'
import { cubeSummary, leftOutLine, questionLine, testJson } from '../data/lines.ts'
import { samplesOfCube } from '../data/load.ts'
import type { HeaderSampleArgs } from './header-options.ts'

/** Writes questions from headers, and what was left out. @throws VoxelwiseError usage without a file to write */
export async function writeHeaderQuestions(args: HeaderSampleArgs, { stderr }: Io): Promise<void> {
  const { out, excluded, summary } = args
  if (out === undefined && excluded === undefined && summary === undefined)
    throw usageError('--out is required.', '--out')
  const cube = await deriveQuestions(await headerSources(nodeSource(args.dataset)), {
    seed: args.seed ?? 1,
    keepUnmarked: args['keep-unmarked'],
    codedRegions: args['region-trust'] === 'coded',
    labels: args.labels === undefined ? undefined : await readLabels(await readFile(args.labels, 'utf8')),
    labelsOnSlices: args['labels-on-slices'],
    isBlank: blankBy(nodeCodec),
  })
  stderr(
    `Files: ${cube.files}; questions: ${cube.questions.length}; left out: ${cube.excluded.length} files and questions`,
  )
  const lines = (texts: readonly string[]): readonly string[] => texts.map(line => `${line}\n`)
  if (out !== undefined)
    await writeParts(out, lines(cube.questions.map(question => questionLine(question, cube))))
  const test = args['test-json']
  if (test !== undefined) await writeParts(test, [testJson(samplesOfCube(cube, 'headers'))])
  if (excluded !== undefined) await writeParts(excluded, lines(cube.excluded.map(leftOutLine)))
  if (summary !== undefined) await writeParts(summary, [`${stringifyJson(cubeSummary(cube))}\n`])
}

/** `samples --questions headers`: questions about DICOM files, from their headers. */
import { readFile } from 'node:fs/promises'
import { deriveQuestions } from '../../data/headers/derive.ts'
import { blankBy, headerSources } from '../../data/headers/folder.ts'
import { readLabels } from '../../data/headers/labels.ts'
import { cubeSummary, leftOutLine, questionLine, testJson } from '../../data/headers/lines.ts'
import { samplesOf } from '../../data/headers/load.ts'
import { nodeCodec } from '../../data/images/node-codec.ts'
import { nodeSource } from '../../data/sources/node.ts'
import { stringifyJson } from '../../engine/base/json.ts'
import type { Io } from './command.ts'
import { writeParts } from './files.ts'
import { choice, count, flag, type OptionValues, text, usageError } from './options.ts'

const needs = { needs: 'questions' } as const

export const headerOptions = [
  choice(
    'questions',
    'SOURCE',
    ['headers'],
    'derive questions from the headers of DICOM files (docs/dicom.md).',
  ),
  count('seed', 'N', 'The seed of the options and of what is left out.', { ...needs, default: '1' }),
  text(
    'excluded',
    'FILE',
    'Also write which files and questions were left out and why, one line each.',
    needs,
  ),
  text('summary', 'FILE', 'Also write counts and the blind baseline as JSON.', needs),
  flag('keep-unmarked', 'Keep images that may have text drawn into them.', needs),
  text(
    'labels',
    'FILE',
    'A table of findings or diagnoses, which adds the upper tasks (docs/dicom.md).',
    needs,
  ),
  flag('labels-on-slices', 'Labels of a study or a patient go to slices, too, which may not show them.', {
    needs: 'labels',
  }),
  text('test-json', 'FILE', 'Also write the questions as test.json in the style of MedRCube.', needs),
  choice('region-trust', 'TRUST', ['coded'], 'ask about regions only where a code states them.', needs),
] as const

type Args = OptionValues<typeof headerOptions> & {
  readonly dataset: string
  readonly out?: string | undefined
}

export async function writeHeaderQuestions(args: Args, { stderr }: Io): Promise<void> {
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
  if (test !== undefined) await writeParts(test, [testJson(samplesOf(cube, 'headers'))])
  if (excluded !== undefined) await writeParts(excluded, lines(cube.excluded.map(leftOutLine)))
  if (summary !== undefined) await writeParts(summary, [`${stringifyJson(cubeSummary(cube))}\n`])
}

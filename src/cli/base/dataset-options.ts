import { policyForms, readPolicy } from '@voxelwise/pixels'
import { choiceOption, flagOption, textOption, usageError } from './options.ts'

/** Options of all commands that read a data set, and their meaning. */

import type { TableReading } from '../../data/formats/format.ts'
import { readMapping } from '../../data/formats/mapping/check.ts'
import type { MappingReport } from '../../data/formats/mapping/document.ts'
import { columnLines, doubtLines, tableLines } from '../../data/formats/mapping/reading-words.ts'
import { mostSlices, readSliceRule, sliceRuleForm } from '../../data/sources/part-reference.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { mappedProtocols, protocolReference, protocolsFor } from '../../engine/protocol/protocols/registry.ts'
import { findingKinds, type LoadedDataset } from '../../engine/protocol/sample.ts'
import { readJson } from './files.ts'

const ids = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join(', ')

/** How a data set of tables is read. */
export const readingOptions = [
  textOption('mapping', 'FILE', 'Tables only: how rows become samples (docs/mappings.md).', {
    default: 'a preset, else a guess',
  }),
  textOption('split', 'SPLIT', 'Tables only: the split to read.', {
    default: 'test, else validation, else all',
  }),
  textOption('slices', 'N[:AXIS]', 'N ordered slices of each volume of which a question names none.', {
    default: 'such volumes are refused',
  }),
] as const

/** What is written of a data set whose names, columns or dates may lead to people. */
export const privacyOptions = [
  flagOption('private', 'Write salted names, and no columns that no question needs and no dates of files.', {
    notWith: ['keep-names'],
  }),
  textOption(
    'keep-columns',
    'NAMES',
    'Columns to keep in a private data set nevertheless, separated by commas.',
    {
      default: 'those that the mapping of --mapping keeps',
    },
  ),
  flagOption('keep-names', 'Keep the names of DICOM files. Otherwise their data set is private.'),
] as const

/** How its questions are asked, and its answers read. */
export const protocolOptions = [
  textOption('protocol', 'NAME', `Tables only: how questions are asked: ${ids(mappedProtocols)}.`, {
    default: 'from the mapping',
  }),
  choiceOption(
    'judge',
    'NAME',
    newestJudges().map(({ id }) => id),
    'the rule that reads the answers.',
    {
      default: 'that of the protocol',
    },
  ),
] as const

export const judgeNamed = (name: string | undefined): Judge | null =>
  newestJudges().find(({ id }) => id === name) ?? null

/** @throws VoxelwiseError usage; bad-mapping naming the field at fault, and as `readJson` */
export async function tableReading(args: {
  readonly mapping: string | undefined
  readonly split: string | undefined
  readonly slices: string | undefined
  readonly 'keep-names': boolean
  readonly 'keep-columns': string | undefined
  readonly private: boolean
}): Promise<TableReading> {
  const { mapping, split, slices } = args
  if (slices !== undefined && !readSliceRule(slices))
    throw usageError(`--slices takes ${sliceRuleForm}, at most ${mostSlices}.`, `--slices ${slices}`)
  return {
    ...(mapping !== undefined && { mapping: readMapping(await readJson(mapping), mapping) }),
    ...(split !== undefined && { split }),
    ...(slices !== undefined && { slices }),
    ...(args['keep-names'] && { keepNames: true }),
    ...(args.private && { isPrivate: true }),
    ...(args['keep-columns'] !== undefined && { keepColumns: args['keep-columns'].split(',') }),
  }
}

/** What each table counted as, which columns were used for what, and what to look at before a run. */
export const readingLines = (report: MappingReport): readonly string[] => [
  ...fewLines(tableLines(report), 'tables').map(line => `Table ${line}`),
  ...fewLines(columnLines(report), 'kinds of tables').map(line => `Columns: ${line}`),
  ...doubtLines(report).map(line => `Warning: ${line}`),
]

const MOST_LINES = 20

const fewLines = (lines: readonly string[], what: string): readonly string[] =>
  lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more ${what}`]
    : lines

/** Counts above 0, as `name=1, other=2`. */
export const countList = (counts: readonly (readonly [string, number])[]): string =>
  counts
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${name}=${n}`)
    .join(', ')

/** Files that were skipped, and findings about the data. */
export function oddityLines({ badFiles, findings }: LoadedDataset): readonly string[] {
  const counts = countList(
    findingKinds.map(kind => [kind, findings.filter(finding => finding.kind === kind).length]),
  )
  return [
    ...badFiles.map(
      ({ error }) => `Warning: a file was skipped. ${error.message} (${error.subject}) ${error.remedy}`,
    ),
    ...(counts ? [`Data-quality findings: ${counts}`] : []),
  ]
}

/** How a data set was read, in a line. */
export function mappingLine({ document, origin, split, tables }: MappingReport): string {
  const how = {
    preset: 'preset',
    guess: 'guessed; check it in the page before you trust it',
    file: 'from a file',
  }[origin]
  const left = tables.filter(({ entry }) => entry === null).map(({ file }) => file)
  const without = left.length > 0 ? `; skipped tables: ${left.join(', ')}` : ''
  return `Mapping: ${document.name} (${how}); split: ${split ?? 'all'}${without}`
}

/** @param own the data set's own choice @throws VoxelwiseError protocol-unknown if its samples cannot follow that protocol */
export function chosenProtocol(
  own: ProtocolReference,
  name: string | undefined,
  judge: Judge | null,
): ProtocolReference {
  const possible = protocolsFor(own)
  const protocol = possible.find(({ id }) => id === (name ?? own.id))
  if (protocol) return protocolReference(protocol, judge ?? undefined)
  throw new VoxelwiseError({
    code: 'protocol-unknown',
    subject: `--protocol ${name ?? own.id}`,
    message: 'This protocol does not fit the data set.',
    remedy: `Choose one of ${ids(possible)}.`,
  })
}

/** An option of all commands that show images. */
export const windowOption = textOption(
  'window',
  'POLICY',
  `DICOM only: how values become pictures: ${policyForms}.`,
  {
    default: "each file's own window",
  },
)

/** @throws VoxelwiseError usage */
export function checkedPolicy(window: string): string {
  if (readPolicy(window)) return window
  throw usageError(`--window takes one of ${policyForms}.`, `--window ${window}`)
}

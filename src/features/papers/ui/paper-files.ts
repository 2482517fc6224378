/** The text files of “Files for a paper”. Equal facts give equal bytes. */

import { ownValue } from '@voxelwise/python'
import { shortcutOptions } from '../../../app/controller/levels.ts'
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { type CsvValue, csv } from '../../../data/export/csv.ts'
import { type Estimate, intervalMethod, isTooFew } from '../../../engine/analysis/shares.ts'
import { percentFigure } from '../../../engine/base/counted.ts'
import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import { type SavedColumn, tableCells } from '../../../ui/shared/table/sorting.ts'
import { selectionInRun } from '../../../ui/text/estimates.ts'
import type { Sheet } from '../data/workbook.ts'
import { conditionalDiagnosis } from '../engine/conditional-diagnosis.ts'
import type { PaperFinding, PaperFindings } from '../engine/finding.ts'
import { paperFindings } from '../engine/paper-findings.ts'
import { annexCsv, annexHtml } from './annex.ts'
import { bibtex } from './bibtex.ts'
import { methodsText } from './methods-text.ts'

/** Tables for LaTeX: booktabs rules only, and text that LaTeX takes as text. */

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '–': '--',
  '−': '$-$',
  '’': "'",
  '“': '``',
  '”': "''",
}

/** Text as LaTeX, on one line. LaTeX refuses control characters, so they become spaces, as white space does. */
const latexText = (text: string): string =>
  text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\{}&%$#_~^–−’“”]/g, one => ownValue(special, one) ?? one)

interface LatexTable {
  readonly caption: string
  readonly label: string
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

function latexTable({ caption, label, columns, rows }: LatexTable): string {
  const line = (cells: readonly string[]) => `  ${cells.map(latexText).join(' & ')} \\\\`
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexText(caption)}}`,
    `  \\label{${label}}`,
    `  \\begin{tabular}{${columns.map(({ isNumber }) => (isNumber ? 'r' : 'l')).join('')}}`,
    '  \\toprule',
    line(columns.map(({ name }) => name)),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

interface TextFile {
  readonly name: string
  readonly text: string
}

/** What other features add to the files. */
export interface PaperParts {
  readonly tables: readonly PaperTable[]
  readonly methods: readonly FeatureMethods[]
}

export function paperFiles(facts: ReportFacts, { tables: added, methods }: PaperParts): readonly TextFile[] {
  const tables = accuracyTables(facts)
  return [
    { name: 'annex.html', text: annexHtml(facts) },
    { name: 'annex.csv', text: annexCsv(facts) },
    { name: 'methods.txt', text: methodsText(facts, methods) },
    { name: 'tables.tex', text: tablesTex(facts, [...tables.map(accuracyTable), ...added]) },
    ...savedTables(facts, added).map(({ name, rows }) => ({ name: `tables/${name}.csv`, text: csv(rows) })),
    { name: 'references.bib', text: bibtex(facts, methods) },
  ]
}

/** The tables as they are saved. */
export const savedTables = (facts: ReportFacts, added: readonly PaperTable[]): readonly Sheet[] => [
  ...accuracyTables(facts).map(table => ({ name: table.id, rows: accuracyCells(table) })),
  ...added.map(({ id, cells }) => ({ name: id, rows: cells })),
  ...findingsTable(facts),
]

interface AccuracyTable {
  readonly id: string
  readonly name: string
  readonly head: string
  readonly rows: readonly (readonly [label: string, of: Estimate])[]
}

function accuracyTables(facts: ReportFacts): readonly AccuracyTable[] {
  const { overall, slices } = facts.overview
  const table = (id: string, head: string, axis: keyof typeof slices): AccuracyTable => ({
    id,
    head,
    name: `Accuracy by ${head.toLowerCase()}`,
    rows: [...slices[axis].map(({ label, ...of }) => [label, of] as const), ['All', overall] as const],
  })
  const given = conditionalDiagnosis(facts.rows, shortcutOptions(facts.levels))
  return [
    table('accuracy-by-task', 'Task', 'task'),
    table('accuracy-by-modality', 'Modality', 'modality'),
    table('accuracy-by-region', 'Region', 'parts'),
    table('accuracy-by-source', 'Source data set', 'dataset'),
    ...(given
      ? [
          {
            id: 'diagnosis-given-perception',
            head: 'Links',
            name: 'Right diagnoses, of all links and of links with a right perception',
            rows: [
              ['All', given.diagnosis],
              ['Perception right', given.given],
            ] as const,
          },
        ]
      : []),
  ]
}

const accuracyCells = ({ head, rows }: AccuracyTable): Sheet['rows'] => [
  [
    head.toLowerCase(),
    'n',
    'correct',
    'share',
    'low',
    'high',
    'clusters',
    'unit',
    'method',
    'guessing',
    'majority',
    'constant_letter',
    'constant_letter_share',
  ],
  ...rows.map(([label, slice]): readonly CsvValue[] => [
    ...[label, slice.n, slice.correct, slice.share, slice.low, slice.high],
    ...[slice.basis?.clusters ?? null, slice.basis?.unit ?? null, intervalMethod(slice)],
    ...[slice.chance, slice.majority ?? null, slice.letter?.letter ?? null, slice.letter?.share ?? null],
  ]),
]

type TexTable = Pick<PaperTable, 'id' | 'name' | 'columns' | 'rows'>

function tablesTex({ run, overview }: ReportFacts, tables: readonly TexTable[]): string {
  const unit = overview.clustering.unit
  const selection = selectionInRun(run)
  const only = selection === null ? '' : ` (only ${selection})`
  const source = `${run.model.name} on ${run.dataset.name}${only}, ${run.created.slice(0, 10)}. 95% intervals`
  return [
    '% Needs \\usepackage{booktabs}.\n',
    ...tables.map(({ id, name, columns, rows }) =>
      latexTable({
        caption: `${name}: ${source}, clusters: ${unit}s. Voxelwise ${run.environment.app}.`,
        label: `tab:vw-${id}-${run.id.slice(0, 8)}`,
        ...{ columns, rows },
      }),
    ),
  ].join('\n')
}

const accuracyTable = ({ id, name, head, rows }: AccuracyTable): TexTable => ({
  ...{ id, name },
  columns: [
    { name: head, isNumber: false },
    { name: 'n', isNumber: true },
    { name: 'Clusters', isNumber: true },
    { name: '% (95% interval)', isNumber: true },
    { name: 'Guessing, %', isNumber: true },
    { name: 'Most frequent answer, %', isNumber: true },
    { name: 'Always one letter, %', isNumber: true },
  ],
  rows: rows.map(([label, one]) => [
    label,
    String(one.n),
    one.basis ? String(one.basis.clusters) : '',
    one.n === 0
      ? ''
      : `${percentFigure(one.share)} (${isTooFew(one) ? 'too few answers' : `${percentFigure(one.low)}–${percentFigure(one.high)}`})`,
    one.chance === null ? '' : percentFigure(one.chance),
    one.majority === undefined ? '' : percentFigure(one.majority),
    one.letter === undefined ? '' : `${percentFigure(one.letter.share)} (${one.letter.letter})`,
  ]),
})

function findingsTable({ run, rows, overview }: ReportFacts): readonly Sheet[] {
  const byPaper = paperFindings(rows, overview, run.dataset.counts.total)
  if (byPaper.length === 0) return []
  const lines = byPaper.flatMap(({ paper, findings }) => findings.map(finding => ({ paper, ...finding })))
  return [{ name: 'papers-findings', rows: tableCells(lines, findingColumns) }]
}

const findingColumns: readonly SavedColumn<PaperFinding & Pick<PaperFindings, 'paper'>>[] = [
  { name: 'paper', value: ({ paper }) => paper },
  { name: 'finding', value: ({ id }) => id },
  { name: 'claim', value: ({ claim }) => claim },
  { name: 'verdict', value: ({ verdict }) => verdict },
  { name: 'why', value: ({ reason, rule }) => reason ?? rule },
  { name: 'figure', value: ({ figure }) => figure?.what ?? null },
  { name: 'value', value: ({ figure }) => figure?.value ?? null },
  { name: 'low', value: ({ figure }) => figure?.low ?? null },
  { name: 'high', value: ({ figure }) => figure?.high ?? null },
  { name: 'n', value: ({ figure }) => figure?.n ?? null },
  { name: 'clusters', value: ({ figure }) => figure?.clusters ?? null },
  { name: 'unit', value: ({ figure }) => figure?.unit ?? null },
  { name: 'published_models', value: ({ published }) => published?.models ?? null },
  { name: 'published_low', value: ({ published }) => published?.low ?? null },
  { name: 'published_median', value: ({ published }) => published?.median ?? null },
  { name: 'published_high', value: ({ published }) => published?.high ?? null },
  { name: 'own_table', value: ({ table }) => table },
  { name: 'recomputed', value: ({ recomputed }) => recomputed },
]

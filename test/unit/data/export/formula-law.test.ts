/** No cell of any table that is written begins a formula, whatever the names and texts of a run are. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asWritten, isFormula } from '../../../../src/data/export/csv.ts'
import { shortcutCsv } from '../../../../src/data/export/official-files.ts'
import { ratingSheet } from '../../../../src/data/export/rating-sheet.ts'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import { runOverview } from '../../../../src/engine/analysis/run-overview.ts'
import { rubrics } from '../../../../src/engine/protocol/rubrics/rubric.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { vlmevalkitFiles } from '../../../../src/features/logs/data/writing/vlmevalkit.ts'
import { paperFiles } from '../../../../src/features/papers/ui/paper-files.ts'
import { tableCsv } from '../../../../src/ui/shared/table/sorting.ts'
import { answered, nothingDerived, rowOf, someRun } from '../../support/records.ts'

const hostile = [
  '=1+1',
  '+1',
  '-2',
  '@A1',
  '\t=1',
  ' =1',
  '\r\n=1',
  '＝1',
  "'=1",
  '=HYPERLINK("x","y")',
  '=1\t=2',
]

const fieldsOf = (text: string, i: number) => ({
  ...{ id: `${text}${i}`, task: text, modality: text, parts: text, dataset: text },
  ...{ question: text, option_A: text, option_B: `b${text}`, gt_answer: text, image_path: text, group: text },
})

const records = hostile.flatMap((text, i) => [
  answered(i, fieldsOf(text, i), { response: text, rightAnswer: 'A' }),
])

const run = {
  ...someRun,
  model: { ...someRun.model, name: '=model' },
  dataset: { ...someRun.dataset, name: '=set' },
}

/** The cells of delimited text, without their quotes. */
function cellsOf(text: string, tab: boolean): readonly string[] {
  const cell = tab ? /"((?:[^"]|"")*)"|([^"\t\r\n]+)/g : /"((?:[^"]|"")*)"|([^",\r\n]+)/g
  return Array.from(text.matchAll(cell), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const isNumber = (cell: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell)

function tables(): readonly (readonly [name: string, text: string])[] {
  const rows = records.map(rowOf)
  const facts = {
    ...{ run, rows, added: new Map(), subgroups: [], findings: [], failures: [] },
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    levels: { high: null, ignore: null, low: null },
    load: { skipped: [], findings: [], badFiles: [] },
    ...{ probes: null, judged: null },
  }
  const items = hostile.map(text => ({
    id: text,
    image: text,
    question: text,
    reference: text,
    response: text,
  }))
  const columns = [{ name: '=head', value: (text: string) => text }]
  const { report } = analyseShortcuts([], {})
  const [rubric] = rubrics
  if (!rubric) throw new Error('There is no rubric.')
  return [
    ['shortcut_report.csv', shortcutCsv(hostile.map(model => ({ model, report })))],
    ['rating-sheet.csv', ratingSheet(rubric, items as never)],
    ['table.csv', tableCsv(hostile, columns as never)],
    ...vlmevalkitFiles({ run, records }).map(({ name, parts }) => [name, [...parts].join('')] as const),
    ...paperFiles(facts as never, { tables: [], methods: [] }).flatMap(({ name, text }) =>
      /\.[ct]sv$/.test(name) ? [[name, text] as const] : [],
    ),
  ]
}

test('in no table that is written does a cell begin a formula', () => {
  const all = tables()
  expect(all.length).toBeGreaterThan(7)
  for (const [name, text] of all) {
    const cells = cellsOf(text, name.endsWith('.tsv'))
    const formulas = cells.filter(cell => isFormula(cell) && !isNumber(cell))
    expect.soft(formulas, name).toEqual([])
  }
})

test('what was written is read again as it was', () => {
  const [dataset] = vlmevalkitFiles({ run, records })
  const cells = cellsOf([...(dataset?.parts ?? [])].join(''), true).map(asWritten)
  for (const text of hostile) expect(cells).toContain(text)
})

test('only one module writes delimited text', () => {
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  const writers = files.filter(file => /\.replaceAll\('"', '""'\)/.test(readFileSync(file, 'utf8')))
  expect(writers.map(file => file.replaceAll('\\', '/'))).toEqual(
    expect.arrayContaining(['src/data/export/csv.ts', 'src/features/logs/data/writing/vlmevalkit.ts']),
  )
  expect(writers).toHaveLength(2)
})

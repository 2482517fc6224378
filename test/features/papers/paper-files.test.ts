/** The text files for a paper: annex, methods, tables, references. */
import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import type { PassFacts } from '../../../src/engine/probes/report.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { type AnnexLine, annexCsv, annexHtml, annexLines } from '../../../src/features/papers/ui/annex.ts'
import { annexItems } from '../../../src/features/papers/ui/annex-items.ts'
import { bibtex } from '../../../src/features/papers/ui/bibtex.ts'
import { paperFiles } from '../../../src/features/papers/ui/paper-files.ts'
import * as citations from '../../../src/ui/report/citations.tsx'
import { answered, medrcubeRow, nothingDerived, someRun } from '../../unit/support/records.ts'
import { hostile } from '../../unit/support/reports.ts'
import { mapProbes } from '../../unit/support/some-probes.ts'

function makeFacts(change: Partial<Run> = {}, task = 'View Recognition'): ReportFacts {
  const rows = Array.from({ length: 8 }, (_, i) => {
    const fields = {
      id: `${i}`,
      task: i % 2 ? 'Disease Diagnosis' : task,
      modality: 'CT',
      parts: 'Brain',
      dataset: 'd',
      question: 'Secret?',
      image_path: `${i >> 1}.png`,
    }
    const record = answered(i, fields, { correct: i < 6 })
    return medrcubeRow({ ...record, sample: { ...record.sample, image: `${i >> 1}.png` } })
  })
  const counts = { ...someRun.dataset.counts, total: 8, loaded: 8 }
  const run: Run = { ...someRun, total: 8, dataset: { ...someRun.dataset, counts }, ...change }
  return {
    run,
    rows,
    added: new Map(),
    subgroups: [],
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    findings: [],
    levels: { high: null, ignore: null, low: null },
    failures: [],
    load: { skipped: [], findings: [], badFiles: [] },
    probes: null,
    judged: null,
  }
}

const passFacts = (made: readonly Probe[]): PassFacts =>
  ({ made, order: null, blank: null, swapped: null, corruptions: [] }) as unknown as PassFacts

const findFile = (facts: ReportFacts, name: string): string => {
  const file = paperFiles(facts, { tables: [], methods: [] }).find(one => one.name === name)
  if (!file) throw new Error(name)
  return file.text
}

const elsewhere = {
  tool: 'inspect',
  version: null,
  file: 'a.eval',
  logged: 8,
  unmatched: 0,
  repeats: 0,
  judged: 8,
  differ: 0,
} as const

test('every item has one line, filled from named facts, for the author, not done, or not applicable', () => {
  const lines = annexLines(makeFacts())
  expect(lines).toHaveLength(annexItems.length)
  for (const { status, from, text } of lines) {
    expect(from.length > 0).toBe(status === 'from the run' || status === 'in part from the run')
    expect(text).not.toBe('')
    expect(text.endsWith(']')).toBe(
      status === 'in part from the run' || status === 'to be written by the author',
    )
  }
  const count = (list: string) => lines.filter(line => line.list === list).length
  expect(['MI-CLEAR-LLM', 'REFINE', 'TRIPOD-LLM', 'CLAIM'].map(count)).toEqual([8, 44, 48, 44])
  const byStatus = (of: readonly AnnexLine[]) => {
    const statuses = [
      'from the run',
      'in part from the run',
      'to be written by the author',
      'not done',
      'not applicable',
    ] as const
    return statuses.map(status => of.filter(line => line.status === status).length)
  }
  expect(byStatus(lines)).toMatchInlineSnapshot(`
    [
      42,
      41,
      43,
      10,
      8,
    ]
  `)
})

test('methods.txt names pooling only where voxels are pooled, and no prompt of another tool', () => {
  const facts = makeFacts()
  const writeMethods = (rows: ReportFacts['rows'], run = facts.run) =>
    findFile({ ...facts, run, rows, overview: runOverview(rows, { ...nothingDerived, run }) }, 'methods.txt')
  const regions = facts.rows.map((row, i) => ({ ...row, parts: `Region ${i >> 1}` }))
  const words = 'Accuracies pooled by task are empirical Bayes estimates'
  expect(writeMethods(regions)).toContain(words)
  expect(writeMethods(facts.rows)).not.toContain(words)
  expect(writeMethods(facts.rows)).toContain(
    'The words are those of the protocol medrcube, version 1 (prompt below).',
  )
  const other = writeMethods(facts.rows, { ...facts.run, model: { ...facts.run.model, elsewhere } })
  expect(other).not.toContain('prompt below')
  expect(other).toContain('Answers are read by medrcube, version 1; unparsed answers count as wrong.')
})

test('an item without its fact is not filled: repeats, people, prompts of another tool’s run', () => {
  const item = (facts: ReportFacts, list: string, number: string) =>
    annexLines(facts).find(line => line.list === list && line.number === number)
  const plain = makeFacts()
  expect(item(plain, 'REFINE', '5.6')).toMatchObject({ status: 'not done', from: [] })
  expect(item(plain, 'REFINE', '5.2')).toMatchObject({ status: 'not done', text: 'No person rated answers.' })
  expect(item(plain, 'CLAIM', '25')?.status).toBe('not applicable')
  expect(item(plain, 'REFINE', '2.3')).toMatchObject({ status: 'from the run', from: ['prompt', 'inputs'] })
  expect(item(plain, 'CLAIM', '44')).toMatchObject({
    status: 'to be written by the author',
    text: '[funding]',
  })
  // Other orders are no repetition, and a blank image explains nothing.
  const orders = passFacts([{ kind: 'option-order', shift: 1 }, { kind: 'blank-image' }])
  expect(item({ ...plain, probes: orders }, 'REFINE', '5.6')?.status).toBe('not done')
  expect(item({ ...plain, probes: orders }, 'REFINE', '5.7')?.status).toBe('from the run')
  expect(item({ ...plain, probes: orders }, 'REFINE', '5.9')?.status).toBe('not done')
  expect(
    item({ ...plain, probes: passFacts([{ kind: 'repeat', draw: 1 }]) }, 'REFINE', '5.6')?.text,
  ).toContain('asked again without a change')
  for (const probe of mapProbes)
    expect(item({ ...plain, probes: passFacts([probe]) }, 'CLAIM', '31')?.status).toBe('from the run')
  const foreign = makeFacts({ model: { ...someRun.model, elsewhere } })
  for (const [list, number] of [
    ['REFINE', '2.3'],
    ['REFINE', '3.1'],
    ['REFINE', '6.6'],
  ] as const)
    expect(item(foreign, list, number)?.from).not.toContain('prompt')
  expect(item(foreign, 'REFINE', '6.6')?.status).toBe('to be written by the author')
  expect(findFile(foreign, 'methods.txt')).not.toContain('{question}')
})

test('the annex has no script, and no text of a sample', () => {
  const facts = makeFacts({ name: hostile, model: { ...someRun.model, name: hostile } }, hostile)
  const html = annexHtml(facts)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|base|form|link)\b/i)
  for (const { text } of paperFiles(facts, { tables: [], methods: [] })) expect(text).not.toContain('Secret?')
  expect(annexCsv(facts).split('\r\n')[0]).toBe('checklist,item,matter,status,text,from,page')
})

test('the methods paragraph has the facts of the run, and gaps for the author', () => {
  const text = findFile(makeFacts(), 'methods.txt')
  expect(text).toContain(
    'We evaluated m (idefics3, q4, WASM, weights ffffffffffff; [release date, training cut-off]) on data',
  )
  expect(text).toContain('8 questions (4 clusters, unit: image).')
  expect(text).toContain('Accuracy was 75.0%')
  expect(text).toContain('[Ethics, funding, data availability.]')
  expect(text).not.toContain('undefined')
})

test('what the program could not do is no analysis of failures', () => {
  const facts = makeFacts()
  for (const line of annexLines({ ...facts, failures: [] }).filter(({ matter }) => matter === 'Failures')) {
    expect(line.status).toBe('in part from the run')
    expect(line.text).toContain('2 of 8 answers were wrong')
    expect(line.text).not.toContain('failed')
  }
})

test('the methods paragraph names what was done, and nothing else', () => {
  const plain = makeFacts()
  const text = findFile(plain, 'methods.txt')
  for (const name of ['Holm', 'MOVER', 'asked again', 'Confidence is']) expect(text).not.toContain(name)
  expect(text).toMatch(/The design effect of the overall accuracy is \d+\.\d\d\./)
  const made = passFacts([
    { kind: 'blank-image' },
    { kind: 'option-order', shift: 1 },
    { kind: 'option-order', shift: 2 },
  ])
  const paired = { ...plain, probes: { ...made, blank: {} } } as unknown as ReportFacts
  const withPasses = findFile(paired, 'methods.txt')
  expect(withPasses).toContain('Questions were asked again on changed images: Blank image.')
  expect(withPasses).toContain('with options or examples in another order: Option order.')
  expect(withPasses).toContain('adjusted by Holm’s method over the voxels of one pass')
  expect(withPasses).not.toContain('Wrong image')
  expect(bibtex(paired, [])).toContain('@article{holm1979simple,')
  expect(bibtex(plain, [])).not.toContain('holm1979simple')
})

test('the references have authors, full titles and years, and each software with its version', () => {
  const text = bibtex(makeFacts(), [])
  const entries = text.split(/^@/m).slice(1)
  for (const entry of entries)
    for (const field of ['author', 'title', 'year'])
      expect(entry).toMatch(new RegExp(`^ {2}${field} = \\{`, 'm'))
  expect(text).toContain(
    'MedRCube: A Multidimensional Framework for Fine-Grained and In-Depth Evaluation of MLLMs in Medical Imaging',
  )
  expect(text).toContain(
    'Bao, Zhijie and Chen, Fangke and Bao, Licheng and Zhang, Chenhui and Chen, Wei and Peng, Jiajie and Wei, Zhongyu',
  )
  const findVersion = (key: string) =>
    /note = \{Version ([^}]+)\}/.exec(entries.find(one => one.startsWith(`misc{${key},`)) ?? '')?.[1]
  const { app, transformers, onnxruntime } = someRun.environment
  expect(['voxelwise', 'transformersjs', 'onnxruntime'].map(findVersion)).toEqual([
    app,
    transformers,
    onnxruntime,
  ])
  const foreign = bibtex(
    makeFacts({ model: { ...someRun.model, elsewhere: { ...elsewhere, version: '0.3.1' } } }),
    [],
  )
  expect(foreign).toContain('Version 0.3.1')
  expect(foreign).not.toContain('transformersjs')
})

test('LaTeX takes every text as text, and shares are percentages', () => {
  const columns = [
    { name: 'x', isNumber: false },
    { name: '%', isNumber: true },
  ]
  const rows = [
    ['a\u0000b\u001b[31m c\u0085\td', '5'],
    ['a_b & 5% {x} \\ ~ ^ # $ – “q”', '6'],
  ]
  const added = [{ id: 'a', name: 'A & B', columns, rows, cells: [] }]
  const files = paperFiles(makeFacts(), { tables: added, methods: [] })
  const [, own] =
    files.find(({ name }) => name === 'tables.tex')?.text.split(/^ {2}\\caption\{A \\& B: .*\}$/m) ?? []
  expect(own?.split('\n').slice(1)).toEqual([
    `  \\label{tab:vw-a-${someRun.id.slice(0, 8)}}`,
    '  \\begin{tabular}{lr}',
    '  \\toprule',
    '  x & \\% \\\\',
    '  \\midrule',
    '  a b [31m c d & 5 \\\\',
    "  a\\_b \\& 5\\% \\{x\\} \\textbackslash{} \\textasciitilde{} \\textasciicircum{} \\# \\$ -- ``q'' & 6 \\\\",
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ])
  const facts = makeFacts({}, 'A_task & more')
  const tex = findFile(facts, 'tables.tex')
  expect(tex).toContain('A\\_task \\& more & 4 & 4 & 75.0 (')
  expect(tex).toContain('& Guessing, \\% & Most frequent answer, \\% & Always one letter, \\% \\\\')
  const letter = { letter: 'C', share: 0.378 }
  const overall = { ...facts.overview.overall, chance: 0.5, majority: 0.9, letter }
  const known = { ...facts, overview: { ...facts.overview, overall } }
  expect(findFile(known, 'tables.tex')).toMatch(/All & .*\) & 50\.0 & 90\.0 & 37\.8 \(C\) \\\\/)
  expect(findFile(known, 'tables/accuracy-by-task.csv')).toMatch(/All,.*,0\.5,0\.9,C,0\.378/)
  expect(tex).not.toMatch(/\\(hline|textcolor|vline)/)
  expect(tex.match(/\\begin\{table\}/g)?.length).toBe(tex.match(/\\end\{table\}/g)?.length)
})

test('every citation of a report has one BibTeX entry with an address; braces balance', () => {
  const { Citations, ...others } = citations
  const all = Object.values(others)
  expect(new Set(all.map(({ bib: [, key] }) => key)).size).toBe(all.length)
  const words = () => null
  const text = bibtex(makeFacts(), [{ about: 'answers', words, result: words, citations: () => all }])
  for (const { bib } of all) {
    const entries = text.split('\n\n').filter(one => one.startsWith(`@${bib[0]}{${bib[1]},\n`))
    expect(entries).toEqual([expect.stringMatching(/^ {2}(doi|eprint|url) = /m)])
  }
  expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length)
  expect(text).toContain('@article{korn1998confidence,')
  expect(text).toMatch(/^[\n -~]*$/)
  expect(
    bibtex(makeFacts({ settings: { ...someRun.settings, protocol: { id: 'med-cmr', version: 1 } } }), []),
  ).toContain('2512.00818')
})

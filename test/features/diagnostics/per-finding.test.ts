/** The section “Per finding” of the report, and its table for a paper. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { addedPart } from '../../../src/app/controller/result-part.ts'
import { csv } from '../../../src/data/export/csv.ts'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { reportedFindings } from '../../../src/features/diagnostics/app/reported-findings.ts'
import { usualDetail } from '../../../src/features/diagnostics/engine/detail-options.ts'
import {
  diagnosticsReport,
  findingDetails,
} from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import type { ForecastedRow } from '../../../src/features/diagnostics/engine/finding-answers.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import { FindingsTable } from '../../../src/features/diagnostics/ui/findings-table.tsx'
import { findingTables } from '../../../src/features/diagnostics/ui/paper-tables.ts'
import { perFinding } from '../../../src/features/diagnostics/ui/per-finding-view.tsx'
import { Paper } from '../../../src/ui/hooks/paper.ts'
import { Sections } from '../../../src/ui/shared/sections.tsx'
import { someRun } from '../../unit/support/records.ts'
import { chestAnswers } from './chest-answers.ts'

function makeFacts(items: readonly ForecastedRow[]) {
  const clusters = findClusters(items.map(({ row }) => row))
  const report = diagnosticsReport(items, clusters, byTheRule)
  const names = report.findings.map(({ finding }) => finding)
  const details = findingDetails(items, clusters, byTheRule, names, { ...usualDetail, prevalence: 0.1 })
  return { run: someRun, added: new Map([[reportedFindings.name, { report, details }]]) }
}

const printed = (items: readonly ForecastedRow[]): string =>
  renderToStaticMarkup(
    createElement(Paper, { value: 860 }, Sections({ of: perFinding, facts: makeFacts(items) })),
  )

const scored = chestAnswers()
const html = printed(scored)

test('the report has the table of all findings with both means, and curves, thresholds and bounds of each', () => {
  for (const text of [
    ...[
      'Is there a nodule?',
      'Is there an effusion?',
      'Mean of findings (macro)',
      'All answers together (micro)',
    ],
    ...[
      'AUROC',
      'Average precision',
      'Sensitivity',
      'Specificity',
      'PPV at 10.0%',
      'NPV at 10.0%',
      'LR+',
      'MCC',
    ],
    ...[
      'ROC curve of Is there a nodule?',
      'Precision-recall curve of',
      'Decision curve of',
      'Youden’s index',
    ],
    ...['Korn–Graubard', 'Obuchowski', 'If all open answers were wrong'],
  ])
    expect(html).toContain(text)
})

test('of many findings the report has ten and the means, and says where all are', () => {
  const { report } = makeFacts(scored).added.get(reportedFindings.name) ?? {}
  const [one] = report?.findings ?? []
  if (!report || !one) throw new Error('no findings')
  const findings = Array.from({ length: 12 }, (_, at) => ({ ...one, finding: `Finding ${at}` }))
  const table = createElement(FindingsTable, { report: { ...report, findings }, details: 3, href: () => '' })
  const paper = renderToStaticMarkup(createElement(Paper, { value: 860 }, table))
  expect(paper).toContain('Finding 9')
  expect(paper).not.toContain('Finding 10')
  expect(paper).toContain('Mean of findings (macro)')
  expect(paper).toContain('The first 10 of 12 findings. All are in figures.json.')
  expect(paper).toContain('Tables and curves below are of the 3 findings with most answers.')
})

test('the positive answer is named with its rule, and the flow counts failed and unread questions', () => {
  expect(html).toContain(
    'Positive answer: <strong>Yes</strong> (the other says that it is absent). Other right answers: No.',
  )
  expect(html).toContain('61 questions asked: 1 failed, 2 could not be read, 58 read.')
  expect(html).toContain('Answers that could not be read count as wrong.')
})

test('a run that asked for probabilities and has none does not tell how to ask for them', () => {
  const written = scored.map(({ row }) => ({ row, forecast: null }))
  const asked = { ...someRun, settings: { ...someRun.settings, scoring: 'choices' as const } }
  const html = renderToStaticMarkup(
    createElement(
      Paper,
      { value: 860 },
      Sections({ of: perFinding, facts: { ...makeFacts(written), run: asked } }),
    ),
  )
  expect(html).toContain(
    'No answer of this run has option probabilities, so there is no AUROC, curve or threshold.',
  )
  expect(html).not.toContain('--scoring choices')
})

test('without probabilities the report says what is missing and how to get it', () => {
  const written = printed(scored.map(({ row }) => ({ row, forecast: null })))
  expect(written).toContain('AUROC, curves and thresholds need option probabilities.')
  expect(written).toContain('--scoring choices')
  expect(written).not.toContain('ROC curve of')
  expect(html).not.toContain('--scoring choices')
})

test('the table for a paper has every figure with n, clusters, interval and method', () => {
  const [table] = findingTables(makeFacts(scored))
  const [head, ...lines] = csv(table?.cells ?? [])
    .trim()
    .split(/\r?\n/)
  expect(head).toBe('finding,positive,figure,value,low,high,n,correct,clusters,unit,method')
  expect(lines).toHaveLength(4 * 9)
  expect(lines.find(line => line.startsWith('Is there a nodule?,Yes,auroc,'))).toMatch(
    /,60,,60,image,obuchowski$/,
  )
  expect(table?.rows).toHaveLength(4)
  expect(findingTables({ added: new Map() })).toEqual([])
})

test('of many findings the table for a paper has twenty and the means, and its CSV all', () => {
  const facts = makeFacts(scored)
  const found = addedPart(reportedFindings, facts)
  const [one] = found?.report.findings ?? []
  if (!found || !one) throw new Error('no findings')
  const findings = Array.from({ length: 25 }, (_, i) => ({ ...one, finding: `finding ${i}` }))
  const many = new Map([[reportedFindings.name, { ...found, report: { ...found.report, findings } }]])
  const [table] = findingTables({ added: many })
  expect(table?.name).toBe('Figures per finding, the 20 with most answers')
  expect(table?.rows.map(([name]) => name).slice(-3)).toEqual([
    'finding 19',
    'Mean of findings (macro)',
    'All answers together (micro)',
  ])
  expect(csv(table?.cells ?? [])).toContain('finding 24')
})

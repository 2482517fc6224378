/** “Files for a paper”: the reporting annex, methods, tables, figures and references of a run, as one zip. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { archive } from '../../../data/export/other-tools.ts'
import { reportHtml } from '../run-report.tsx'
import { type FigureFiles, figuresOf } from './figures.ts'
import { paperFiles } from './paper-files.ts'

export async function paperZip(facts: ReportFacts, styles: string): Promise<Blob> {
  const { created } = facts.run
  const figures = await figuresOf(reportHtml(facts, styles), styles, created)
  const texts = paperFiles(facts).map(({ name, text }) => ({ name, parts: [text] }))
  const drawn = figures.flatMap(({ name, svg, png, pdf }) => [
    { name: `figures/${name}.svg`, parts: [svg] },
    { name: `figures/${name}.png`, blob: png },
    ...(pdf ? [{ name: `figures/${name}.pdf`, blob: pdf }] : []),
  ])
  return archive([{ name: 'README.txt', parts: [readme(facts, figures)] }, ...texts, ...drawn], created)
}

function readme({ run }: ReportFacts, figures: readonly FigureFiles[]): string {
  const without = figures.filter(({ pdf }) => pdf === null)
  return [
    `Files for a paper on the run "${run.name}", by Voxelwise ${run.environment.app}.`,
    '',
    'annex.html, annex.csv   MI-CLEAR-LLM, REFINE, TRIPOD-LLM and CLAIM, item by item',
    'methods.txt             a methods paragraph; [brackets] are for the author',
    'tables.tex              tables for LaTeX with booktabs',
    'tables/                 the same tables as CSV',
    'references.bib          what the report cites',
    'figures/                charts as SVG, PNG and PDF',
    '',
    ...figures.map(({ name, title }) => `${name}: ${title}`),
    '',
    ...(without.length > 0
      ? [
          `No PDF of ${without.map(({ name }) => name).join(', ')}: a label has characters that PDF's own fonts lack. Use the SVG.`,
          '',
        ]
      : []),
  ].join('\n')
}

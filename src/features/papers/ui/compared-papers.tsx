import { useMemo } from 'react'
import type { Compared } from '../../../app/controller/report-facts.ts'
import { type PrintedColumn, PrintedTable } from '../../../ui/shared/table/printed-table.tsx'
import { none } from '../../../ui/text/format.ts'
import { type ComparedFinding, type ComparedFindings, comparedFindings } from '../engine/compared-findings.ts'
import type { PaperFinding, PaperFindings } from '../engine/finding.ts'
import { modelSize } from '../engine/model-size.ts'
import { papersOfRun } from '../engine/papers-of-run.ts'
import { PaperFigure, verdictColumns } from './paper-figure.tsx'
import { publishedSizes } from './size-layout.ts'
import { SizePlot } from './size-plot.tsx'

interface Props {
  readonly compared: Compared
}

/** Whether a run has tasks of one of the papers. */
export const hasPapers = ({ comparison }: Compared): boolean =>
  comparison.runs.some(run => papersOfRun(run).length > 0)

const listModels = ({ runs }: Compared) =>
  runs.map(({ model }) => ({ name: model.name, size: modelSize(model) }))

const severalColumns: readonly PrintedColumn<ComparedFinding>[] = [
  { name: 'Claim', cell: ({ claim }) => claim },
  { name: 'These runs', cell: ({ shown }) => (shown.length > 0 ? shown.join(' ') : none) },
  ...verdictColumns('On these runs'),
]

/** The claims about several models, with the accuracy of all runs against their size. */
export function PapersOfRuns({ compared }: Props) {
  const byPaper = useMemo(
    () => comparedFindings({ models: listModels(compared), comparison: compared.comparison }),
    [compared],
  )
  return (
    <>
      <p className="prose">
        Differences are from the baseline, on the questions that both runs answered. The baseline counts as
        the general model where a claim is about trained or medical ones.
      </p>
      {byPaper.map(paper => (
        <PaperOfRuns key={paper.paper} {...paper} compared={compared} />
      ))}
    </>
  )
}

function PaperOfRuns({ paper, citation, findings, compared }: ComparedFindings & Props) {
  const points = useMemo(() => {
    const measured = listModels(compared).flatMap(({ name, size }, at) => {
      const overall = compared.comparison.runs[at]?.overall
      return size === null || !overall || overall.n === 0
        ? []
        : [{ name, size, share: overall.share, interval: overall }]
    })
    return [...publishedSizes(paper), ...measured]
  }, [paper, compared])
  return (
    <>
      <PrintedTable
        caption={`Findings of ${citation} over several models`}
        columns={severalColumns}
        rows={findings}
        isDense
      />
      <SizePlot
        title={`Accuracy of all runs against the number of parameters, ${paper}`}
        file={`voxelwise-sizes-${paper.toLowerCase()}.svg`}
        points={points}
      />
    </>
  )
}

/** Each claim about one model, on every run. */
export function PapersByRun({ compared }: Props) {
  const papers = useMemo(() => byPaper(compared), [compared])
  return papers.map(({ paper, citation, findings }) => (
    <PrintedTable
      key={paper}
      caption={`Findings of ${citation}, run by run`}
      columns={[
        { name: 'Claim', cell: ({ claim }: Line) => claim },
        ...compared.runs.map(({ name }, at) => ({
          name: `${at + 1}: ${name}`,
          cell: (line: Line) => <OnRun of={line.runs[at]} />,
        })),
      ]}
      rows={findings}
      isDense
    />
  ))
}

/** A claim, with the finding of every run; undefined where a run has no task of the paper. */
interface Line {
  readonly claim: string
  readonly runs: readonly (PaperFinding | undefined)[]
}

function byPaper({ comparison }: Compared) {
  const named = new Map<string, Pick<PaperFindings, 'paper' | 'citation' | 'findings'>>()
  const papersOfRuns = comparison.runs.map(papersOfRun)
  for (const papers of papersOfRuns)
    for (const one of papers) if (!named.has(one.paper)) named.set(one.paper, one)
  return Array.from(named.values(), ({ paper, citation, findings }) => ({
    ...{ paper, citation },
    findings: findings.flatMap(({ id, claim }): Line[] => {
      const runs = papersOfRuns.map(papers =>
        papers.find(one => one.paper === paper)?.findings.find(one => one.id === id),
      )
      return runs.some(finding => finding?.figure) ? [{ claim, runs }] : []
    }),
  }))
}

function OnRun({ of }: { readonly of: PaperFinding | undefined }) {
  if (!of?.figure) return none
  return (
    <>
      <strong>{of.verdict}</strong>. <PaperFigure {...of.figure} />
    </>
  )
}

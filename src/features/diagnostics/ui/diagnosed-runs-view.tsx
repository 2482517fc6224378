/** Runs per finding in the report of a comparison: claims with a margin, differences, groups of ties. */
import type { ReactNode } from 'react'
import type { ComparisonReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import type { View } from '../../../ui/shared/sections.tsx'
import { diagnosedRuns } from '../app/diagnosed-runs.ts'
import type { RunDifferences } from '../engine/run-differences.ts'
import { readMargins } from '../engine/stated-margins.ts'
import { FindingDifferenceTable, TestedThresholdTable } from './difference-tables.tsx'
import { FindingTiesTable } from './finding-ties-table.tsx'
import { keptMargins, StatedMargins } from './stated-margins.tsx'

const view: View<ComparisonReportFacts> = {
  id: 'diagnosed-runs',
  name: 'Per finding, margins',
  sections: [
    {
      id: 'stated-margins',
      name: 'Claims with a margin',
      body: facts => {
        const stated = readMargins(facts.added.get(keptMargins.name))
        const [baseline] = facts.compared.runs
        const ids = new Set(facts.compared.runs.slice(1).map(({ id }) => id))
        if (!stated.some(({ runs }) => runs[0] === baseline?.id && ids.has(runs[1]))) return null
        return eachRun(facts, (differences, run) => (
          <StatedMargins stated={stated} runs={[baseline?.id ?? '', run]} differences={differences} />
        ))
      },
    },
    {
      id: 'finding-differences',
      name: 'Differences per finding',
      body: facts =>
        eachRun(
          facts,
          differences =>
            differences.findings.length > 0 && (
              <>
                <FindingDifferenceTable differences={differences} />
                <TestedThresholdTable differences={differences} />
              </>
            ),
        ),
    },
    {
      id: 'finding-ties',
      name: 'Groups of ties per finding',
      body: facts => {
        const ties = addedPart(diagnosedRuns, facts)?.ties ?? []
        return ties.length > 0 && <FindingTiesTable ties={ties} runs={facts.compared.runs} />
      },
    },
  ],
}

/** What there is of each run but the baseline, under its name; null without any. */
function eachRun(
  facts: ComparisonReportFacts,
  of: (differences: RunDifferences, run: string) => ReactNode,
): ReactNode {
  const [, ...others] = facts.compared.runs
  const against = addedPart(diagnosedRuns, facts)?.against ?? []
  const shown = others.flatMap((run, at) => {
    const differences = against[at]
    const content = differences && of(differences, run.id)
    return content ? [{ run, content }] : []
  })
  if (shown.length === 0) return null
  return shown.map(({ run, content }) => (
    <section key={run.id}>
      <h4>{run.name} against the baseline</h4>
      {content}
    </section>
  ))
}

export const diagnosedRunsView = {
  view,
  methods:
    'Differences of AUROC per finding have N. A. Obuchowski’s (1997) covariance, those of sensitivity and specificity Taylor’s variance over clusters, with Student’s t. Claims with a margin are one-sided tests at 5% (D. J. Schuirmann, 1987).',
}

import type { Compared } from '../../../app/controller/report-facts.ts'
import { type CompareTab, type CompareTabProps, isUnsplit } from '../../../ui/compare/compare-tab.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { Folded } from '../../../ui/shared/controls/folded.tsx'
import { comparisonFiguresText } from '../engine/comparison-list.ts'
import { usualDetail } from '../engine/detail-options.ts'
import { FindingDifferenceTable, TestedThresholdTable } from './difference-tables.tsx'
import { FindingTiesTable } from './finding-ties-table.tsx'
import { NewMargin, StatedMargins, useMargins } from './stated-margins.tsx'

/** Two runs per finding, and claims with a margin. */
export const marginsTab: CompareTab = {
  ...{ id: 'margins', name: 'Per finding, margins', split: isUnsplit },
  Body: MarginsTab,
}

function MarginsTab({ compared }: CompareTabProps) {
  if (!compared || compared.runs.length < 2)
    return (
      <p>
        Comparing needs two runs. <a href="#/runs">Tick them in the list of results</a>.
      </p>
    )
  return <Differences compared={compared} />
}

function Differences({ compared: { runs } }: { readonly compared: Compared }) {
  const ids = runs.map(({ id }) => id)
  const comparison = useFact('findingDifferences', { runs: ids, seed: usualDetail.seed }, 0)
  const stated = useMargins()
  const [, ...others] = runs
  return (
    <>
      <h2>Claims with a margin</h2>
      <p className="prose">
        Non-inferiority: the second run is not worse by the margin or more. Equivalence: the runs differ by
        less than the margin. State the margin before you look at the difference.
      </p>
      <Awaited of={comparison} doing="Comparing the findings…" />
      {comparison.status === 'ready' && (
        <>
          {others.map((run, at) => {
            const differences = comparison.value.against[at]
            const pair = [ids[0] ?? '', run.id] as const
            return (
              differences && (
                <section key={run.id} className="stack whole" aria-label={run.name}>
                  <h3>{run.name} against the baseline</h3>
                  <NewMargin runs={pair} differences={differences} />
                  <StatedMargins runs={pair} differences={differences} stated={stated} />
                  {differences.findings.length === 0 ? (
                    <p>The runs have no finding in common.</p>
                  ) : (
                    <Folded name="Differences per finding">
                      <FindingDifferenceTable differences={differences} />
                      <TestedThresholdTable differences={differences} />
                    </Folded>
                  )}
                </section>
              )
            )
          })}
          {comparison.value.ties.length > 0 && (
            <section className="stack whole" aria-labelledby="finding-ties">
              <h3 id="finding-ties">Groups of ties per finding</h3>
              <FindingTiesTable ties={comparison.value.ties} runs={runs} />
            </section>
          )}
          <div className="actions">
            <Button
              onClick={() =>
                download(
                  new Blob([comparisonFiguresText(ids, comparison.value, stated)], {
                    type: 'application/json',
                  }),
                  'comparison-figures.json',
                )
              }
            >
              Save the figures as JSON
            </Button>
          </div>
        </>
      )}
    </>
  )
}

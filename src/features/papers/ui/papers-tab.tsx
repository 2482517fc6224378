import { papersWithTasks } from '../../../engine/analysis/benchmark-questions.ts'
import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { filledSections, Sections } from '../../../ui/shared/sections.tsx'
import { papers } from './papers.tsx'

/** What the benchmarks' papers found, looked for in this run. */
export const papersTab: FeaturePart = {
  id: 'papers',
  name: 'Papers',
  place: { behind: 'reliability' },
  applies: facts =>
    isNoJudging(facts) &&
    papersWithTasks(facts.results.overview.slices.task.map(({ label }) => label)).length > 0,
  showsSelection: true,
  Body: PapersTab,
}

function PapersTab({ results, levels, query }: TabProps) {
  const facts = { ...results, levels }
  return (
    <>
      <h2>{papers.name}</h2>
      {filledSections(papers, facts, query).length > 0 ? (
        <Sections of={papers} facts={facts} chosen={query} />
      ) : (
        <p>The run has no task of MedRCube or Med-CMR.</p>
      )}
    </>
  )
}

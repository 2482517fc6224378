import type { LevelChoice } from '../../../app/controller/levels.ts'
import type { Results } from '../../../app/controller/report-facts.ts'
import { Sections } from '../../shared/sections.tsx'
import { papers } from './papers.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
  readonly query: URLSearchParams
}

/** What the benchmarks' papers found, looked for in this run. */
export function PapersTab({ results, levels, query }: Props) {
  const facts = { ...results, levels }
  const hasNone = papers.sections.every(({ body }) => body(facts, query) === null)
  return (
    <>
      <h2>{papers.name}</h2>
      {hasNone ? (
        <p>The run has no task of MedRCube or Med-CMR.</p>
      ) : (
        <Sections of={papers} facts={facts} chosen={query} />
      )}
    </>
  )
}

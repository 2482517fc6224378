/** The tabs of a run's results, in order. */
import type { ReactNode } from 'react'
import type { Run } from '../../engine/protocol/run.ts'
import { featureParts, featureSections } from '../features.ts'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { AskAgainButton } from '../shared/run/ask-again.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { byNames } from '../text/voxels.ts'
import { ExportTab } from './export.tsx'
import { RunFindings } from './findings/findings.tsx'
import { JudgesTab } from './judges-tab.tsx'
import { sliceAxes } from './overview/cube.tsx'
import { EveryRule } from './overview/every-rule.tsx'
import { ProbesTab } from './probes-tab.tsx'
import { isNoJudging, type ResultsPart, type ResultsTab, withParts } from './results-tab.ts'
import { SamplesTab } from './samples/samples.tsx'
import { cube, overview } from './sections.tsx'
import { ShortcutsTab } from './shortcuts-tab.tsx'
import { SubgroupsTab } from './subgroups/subgroups.tsx'
import type { TabProps } from './tab-props.ts'

/** A part of every run but a judge's pass. */
const part = (id: string, Body: ResultsPart['Body']): ResultsPart => ({
  ...{ id, Body },
  ...{ applies: isNoJudging, showsSelection: true },
})

const judges: ResultsPart = {
  ...part('judges', JudgesTab),
  applies: facts =>
    isNoJudging(facts) && (Boolean(facts.results.overview.readings?.text) || facts.hasReplies),
}

/** It chooses the selection itself. */
const samples: ResultsPart = {
  ...part('samples', SamplesTab),
  ...{ applies: () => true, showsSelection: false },
}

const coreTabs: readonly ResultsTab[] = [
  { id: 'overview', name: 'Findings', parts: [part('overview', OverviewTab)] },
  { id: 'cube', name: 'Cube', parts: [part('cube', CubeTab)] },
  { id: 'subgroups', name: 'Subgroups', parts: [part('subgroups', SubgroupsTab)] },
  { id: 'shortcuts', name: 'Shortcuts', parts: [part('shortcuts', ShortcutsTab)] },
  { id: 'probes', name: 'Probes', parts: [part('probes', ProbesTab)] },
  { id: 'judges', name: 'Judges', parts: [judges] },
  { id: 'samples', name: 'Samples', parts: [samples] },
  { id: 'export', name: 'Export', parts: [part('export', ExportTab)] },
]

/** All tabs in their order, with the parts of features. */
export const resultsTabs = withParts(coreTabs, featureParts)

/** The controls of features' sections, by section. */
const featureControls = (run: Run): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(
    featureSections.flatMap(({ section, Controls }) =>
      Controls ? [[section.id, <Controls key={section.id} run={run} />]] : [],
    ),
  )

function OverviewTab({ results, query, levels }: TabProps) {
  const { run } = results
  return (
    <>
      <h2 className="visually-hidden">{overview.name}</h2>
      <Sections
        of={overview}
        facts={results}
        chosen={query}
        controls={{
          ...featureControls(run),
          'cut-slices': <AskAgainButton run={run} />,
          axes: <RunFindings results={results} levels={levels} />,
        }}
      />
      <EveryRule key={query.get('rules')} run={run} isOpen={query.get('rules') === 'all'} />
      {featureSections.map(({ section, Below }) => Below && <Below key={section.id} />)}
    </>
  )
}

function CubeTab({ results, query }: TabProps) {
  const by = (
    <div className="filters">
      <QuerySelect
        label="By"
        name="by"
        value={chosenOne(query, 'by', sliceAxes)}
        choices={sliceAxes.map(one => [one, byNames[one]] as const)}
      />
    </div>
  )
  return (
    <>
      <h2>{cube.name}</h2>
      <Sections of={cube} facts={results} chosen={query} controls={{ slices: by }} />
    </>
  )
}

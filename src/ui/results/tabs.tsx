/** The tabs of a run's results, in order. */
import type { ReactNode } from 'react'
import type { Run } from '../../engine/protocol/run.ts'
import { featureParts, featureSections } from '../seams.ts'
import { AskAgainButton } from '../shared/run/ask-again.tsx'
import { Sections } from '../shared/sections.tsx'
import { ExportTab } from './export.tsx'
import { RunFindings } from './findings/cards.tsx'
import { EveryRule } from './overview/every-rule.tsx'
import { ProbesTab } from './probes-tab.tsx'
import { isNoJudging, isOwnRun, type ResultsPart, type ResultsTab, withParts } from './results-tab.ts'
import { SamplesTab } from './samples/samples.tsx'
import { cube, overview } from './sections.tsx'
import { ShortcutsTab } from './shortcuts-tab.tsx'
import { SubgroupsTab } from './subgroups/subgroups.tsx'
import type { TabProps } from './tab-props.ts'

/** A part of every run but a judge's pass. */
const part = (id: string, name: string, Body: ResultsPart['Body']): ResultsPart => ({
  ...{ id, name, Body },
  ...{ applies: isNoJudging, showsSelection: true },
})

const probes: ResultsPart = { ...part('probes', 'Probes', ProbesTab), applies: isOwnRun }

/** It chooses the selection itself. */
const samples: ResultsPart = {
  ...part('samples', 'Samples', SamplesTab),
  ...{ applies: () => true, showsSelection: false },
}

/** A tab of one part. */
const tab = (only: ResultsPart): ResultsTab => ({ id: only.id, name: only.name, parts: [only] })

const coreTabs: readonly ResultsTab[] = [
  { ...tab(part('overview', 'Findings', OverviewTab)), standsFor: ['judges'] },
  {
    ...{ id: 'cube', name: 'Cube' },
    parts: [part('cube', 'Voxels', CubeTab), part('subgroups', 'Subgroups', SubgroupsTab)],
  },
  {
    ...{ id: 'shortcuts', name: 'Shortcuts', standsFor: ['chains'] },
    parts: [part('shortcuts', 'Rates', ShortcutsTab)],
  },
  { id: 'reliability', name: 'Reliability', parts: [probes] },
  tab(samples),
  tab(part('export', 'Export', ExportTab)),
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
  return <Sections of={cube} facts={results} chosen={query} />
}

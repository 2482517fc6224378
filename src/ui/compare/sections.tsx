/** The sections of a comparison, in order, with their facts and conditions: the page mounts them by tab, the report all. */
import type { Compared, ComparisonFacts } from '../../app/controller/report-facts.ts'
import { departures, type FigureSide } from '../../engine/analysis/why-different.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { DepartureTable, precisionLoss } from '../shared/run/departure-table.tsx'
import { chosenValues, oneSection, type ShownBy, type View } from '../shared/sections.tsx'
import { CompareRuns } from './compare-runs.tsx'
import { type DifferenceBy, differenceBys } from './differences/compare-rows.ts'
import { Differences, DifferencesIntro } from './differences/differences.tsx'
import type { PerhapsCompared } from './feature-comparison.ts'
import { PublishedMedRCube } from './published/published.tsx'
import { PublishedMedCmr } from './published/published-med-cmr.tsx'
import { Windows } from './windows/windows.tsx'

export const runs = oneSection<ComparisonFacts>('runs', 'The runs', facts => <CompareRuns {...facts} />)

/** A field on the page, if one was compared. */
const shownBys = ({ comparison }: Compared, chosen: ShownBy): readonly (DifferenceBy | 'field')[] =>
  chosen && comparison.field ? ['field'] : chosenValues(chosen, 'by', differenceBys)

export const differences: View<ComparisonFacts> = {
  id: 'differences',
  name: 'Differences in accuracy',
  sections: [
    {
      id: 'differences-intro',
      body: ({ compared }, chosen) => <DifferencesIntro by={shownBys(compared, chosen)[0] ?? 'task'} />,
    },
    {
      id: 'differences-by',
      body: ({ compared, levels }, chosen) =>
        compared.comparison.againstBaseline.some(({ overall }) => overall.n > 0) ? (
          shownBys(compared, chosen).map(by => <Differences key={by} {...{ compared, levels, by, chosen }} />)
        ) : (
          <p>The runs have no answered sample in common.</p>
        ),
    },
    {
      id: 'windows',
      name: 'The window as a probe',
      body: ({ compared }) =>
        compared.windows.some(window => window !== null) && <Windows compared={compared} />,
    },
    { id: 'why', name: 'Why the figures may differ', body: ({ compared }) => <Why compared={compared} /> },
  ],
}

const followsMedCmr = ({ compared }: PerhapsCompared): boolean =>
  compared?.runs.some(({ settings }) => settings.protocol.id === 'med-cmr') ?? false

/** On paper those of the protocol that the runs follow. */
export const published: View<PerhapsCompared> = {
  id: 'published',
  name: 'Published models, for reference',
  sections: [
    {
      id: 'medrcube',
      name: '33 published models on MedRCube',
      body: (facts, chosen) =>
        (chosen || !followsMedCmr(facts)) && <PublishedMedRCube sort={chosen?.get('sort') ?? null} />,
    },
    {
      id: 'med-cmr',
      name: '18 published models on Med-CMR',
      body: (facts, chosen) =>
        (chosen || followsMedCmr(facts)) && <PublishedMedCmr sort={chosen?.get('sort') ?? null} />,
    },
  ],
}

/** Why each run's figure differs from the baseline's: what was done differently, by its possible effect. */
function Why({ compared: { runs, comparison } }: { readonly compared: Compared }) {
  const sides = runs.map((run, i) => figureSide(run, comparison.runs[i]))
  const [first, ...others] = sides
  return others.map((second, i) => {
    const against = comparison.againstBaseline[i]
    if (!first || !against) return null
    const { onlyBaseline: onlyFirst, onlyThis: onlySecond, otherImages } = against
    // A difference on shared questions is measured: letters that another model's precision changed bound nothing beside it.
    const isMeasured = against.overall.n > 0
    const [before, now] = [first, second].map(side => (isMeasured ? { ...side, precision: null } : side))
    if (!before || !now) return null
    const departureRows = departures(before, now, { onlyFirst, onlySecond, otherImages })
    const name = `Why ${second.run.name} may differ from the baseline`
    return departureRows.length === 0 ? (
      <p key={second.run.id}>{second.run.name}: nothing was done differently from the baseline.</p>
    ) : (
      <DepartureTable key={second.run.id} caption={name} first="Baseline" rows={departureRows} />
    )
  })
}

function figureSide(run: Run, figures: Compared['comparison']['runs'][number] | undefined): FigureSide {
  const { overall, failed = 0, cut = 0 } = figures ?? {}
  return { run, answered: overall?.n ?? 0, failed, cut, precision: precisionLoss(run) }
}

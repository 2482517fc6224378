/** The sections of a run, in order, with their facts and conditions: the page mounts them by tab, the report all. */

import type { ReportFacts, Results } from '../../app/controller/report-facts.ts'
import { axes } from '../../engine/protocol/sample.ts'
import { featureProbeSections, featureSections, featureViews } from '../seams.ts'
import { NotPrinted } from '../shared/controls/page-link.tsx'
import { TaskLevels } from '../shared/run/task-levels.tsx'
import { chosenValues, oneSection, type Section, type View } from '../shared/sections.tsx'
import { rates } from '../text/rates.ts'
import type { ProbeFacts } from './feature-section.ts'
import { BlindBaselines } from './overview/blind-baseline.tsx'
import { Cube, cubeName } from './overview/cube.tsx'
import { CutAnswers, CutSlices } from './overview/cut.tsx'
import { MergedTables } from './overview/merged.tsx'
import { ReadingsTables } from './overview/readings.tsx'
import { AxisTables } from './overview/slice-table.tsx'
import { Whole } from './overview/whole.tsx'
import { BlindSection } from './probes/blind.tsx'
import { OrderSection } from './probes/order.tsx'
import { StatedConfidence } from './probes/stated.tsx'
import { LinkGroups, LinksIntro, Rates, type ShortcutFacts } from './shortcuts/links.tsx'
import { RatesBy } from './shortcuts/rates-by.tsx'
import { SubgroupFigures } from './subgroups/subgroup-table.tsx'

/** The sections on accuracy, with those that features put among them. */
function withFeatures(sections: readonly Section<Results>[]): readonly Section<Results>[] {
  const before = (id: string | null) =>
    featureSections.filter(one => one.before === id).map(({ section }) => section)
  return [...sections.flatMap(section => [...before(section.id), section]), ...before(null)]
}

export const overview: View<Results> = {
  id: 'accuracy',
  name: 'Accuracy',
  sections: withFeatures([
    { id: 'whole', body: facts => <Whole {...facts} /> },
    { id: 'cut', body: ({ run, overview: { cut } }) => cut && <CutAnswers run={run} cut={cut} /> },
    { id: 'cut-slices', body: ({ overview: { cut } }) => cut && <CutSlices cut={cut} /> },
    { id: 'axes', body: ({ run, overview: { slices } }) => <AxisTables run={run.id} slices={slices} /> },
    { id: 'blind-baseline', body: ({ overview: { blind } }) => blind && <BlindBaselines blind={blind} /> },
    { id: 'merged', body: ({ run }) => run.merged && <MergedTables run={run.id} merged={run.merged} /> },
    {
      id: 'readings',
      body: ({ run, overview: { readings, kinds } }) =>
        readings && <ReadingsTables run={run.id} readings={readings} figures={kinds} />,
    },
  ]),
}

export const cube: View<Results> = {
  id: 'cube',
  name: cubeName,
  sections: [{ id: 'voxels', body: (facts, chosen) => <Cube facts={facts} chosen={chosen} /> }],
}

const hasLinks = ({ credibility }: ShortcutFacts) => credibility.overall.links > 0

/** The saved views of subgroups: the page shows one at a time. */
const subgroups = oneSection<Pick<ReportFacts, 'run' | 'subgroups'>>(
  'subgroups',
  'Subgroups',
  ({ run, subgroups }) =>
    subgroups.length > 0 &&
    subgroups.map(facts => <SubgroupFigures key={JSON.stringify(facts.view)} run={run.id} facts={facts} />),
)

export const shortcuts: View<ShortcutFacts> = {
  id: 'credibility',
  name: 'Shortcut chains',
  sections: [
    { id: 'links', body: facts => <LinksIntro {...facts} /> },
    { id: 'groups', body: facts => hasLinks(facts) && <LinkGroups {...facts} /> },
    { id: 'rates', body: facts => hasLinks(facts) && <Rates {...facts} /> },
    {
      id: 'rates-by',
      name: 'Rates by group of questions',
      body: (facts, chosen) => {
        if (!hasLinks(facts)) return null
        const { run, levels, credibility } = facts
        const shown = chosen && credibility.field ? (['field'] as const) : chosenValues(chosen, 'by', axes)
        return shown.flatMap(axis =>
          chosenValues(chosen, 'rate', rates)
            // On paper, only axes with links, without a choice.
            .filter(rate => chosen !== null || credibility.overall[rate].n > 0)
            .map(rate => (
              // In print, the counts beside Shortcut_Prob give the other rates.
              <NotPrinted key={`${axis} ${rate}`} unless={rate === rates[0]}>
                <RatesBy
                  {...{ run: run.id, levels, credibility, axis, rate }}
                  sort={chosen?.get('sort') ?? null}
                />
              </NotPrinted>
            )),
        )
      },
    },
    {
      id: 'task-levels',
      body: ({ levels, credibility }) => <TaskLevels levels={credibility.levels} choice={levels} />,
    },
  ],
}

export const probes: View<ProbeFacts> = {
  id: 'probes',
  name: 'Probes',
  sections: [
    {
      id: 'without-looking',
      name: 'Without the image',
      body: ({ probes }, chosen) =>
        probes && (probes.blank ?? probes.swapped) && <BlindSection probes={probes} chosen={chosen} />,
    },
    {
      id: 'option-order',
      name: 'Option order',
      body: ({ probes }) => probes?.order && <OrderSection order={probes.order} />,
    },
    {
      id: 'stated-confidence',
      name: 'Stated confidence',
      body: ({ probes }) => probes?.stated && <StatedConfidence figures={probes.stated} />,
    },
    ...featureProbeSections,
  ],
}

const coreViews: readonly View<ReportFacts>[] = [overview, cube, subgroups, shortcuts, probes]

const viewsBefore = (id: string | null) =>
  featureViews.flatMap(({ view, before }) => (before === id ? [view] : []))

/** All that the page and the report have in common, with the views of features. */
export const runViews: readonly View<ReportFacts>[] = [
  ...coreViews.flatMap(view => [...viewsBefore(view.id), view]),
  ...viewsBefore(null),
]

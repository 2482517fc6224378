/** The papers' claims over several models, and their analysis of accuracy and shortcuts. */
import { levelsOfRuns, minRuns } from '../../../engine/analysis/comparison.ts'
import type { FeatureComparison, PerhapsCompared } from '../../../ui/compare/feature-comparison.ts'
import { hasTwo, NeedsTwo } from '../../../ui/compare/needs-two.tsx'
import { TaskLevels } from '../../../ui/shared/run/task-levels.tsx'
import type { ShownBy, View } from '../../../ui/shared/sections.tsx'
import { hasPapers, PapersByRun, PapersOfRuns } from './compared-papers.tsx'
import { Levels, Relation } from './relation.tsx'

/** Whether the page has too few runs; a report is of those that it has. */
const needsTwo = ({ compared }: PerhapsCompared, chosen: ShownBy): boolean =>
  chosen !== null && !hasTwo(compared)

const relation: View<PerhapsCompared> = {
  id: 'relation',
  name: 'Accuracy against shortcut probability',
  sections: [
    {
      id: 'shortcut-relation',
      body: ({ compared }, chosen) => <Relation compared={compared} sort={chosen?.get('sort') ?? null} />,
    },
    {
      id: 'task-levels',
      body: ({ compared, levels }) =>
        compared && <TaskLevels levels={levelsOfRuns(compared.comparison.runs)} choice={levels} />,
    },
    {
      id: 'levels-relation',
      name: 'Perception against diagnosis',
      body: ({ compared }) => <Levels compared={compared} />,
    },
  ],
}

/** The claims of the papers whose tasks the runs have. */
const claims: View<PerhapsCompared> = {
  id: 'papers',
  name: 'The papers’ findings',
  sections: [
    {
      id: 'papers-of-runs',
      body: (facts, chosen) => {
        const { compared } = facts
        if (needsTwo(facts, chosen)) return <NeedsTwo />
        if (compared && hasPapers(compared)) return <PapersOfRuns compared={compared} />
        return (
          chosen && (
            <p>No run asks the questions of MedRCube or Med-CMR. The papers’ findings are not judged.</p>
          )
        )
      },
    },
    {
      id: 'papers-by-run',
      name: 'Run by run',
      body: (facts, chosen) =>
        facts.compared &&
        !needsTwo(facts, chosen) &&
        hasPapers(facts.compared) && <PapersByRun compared={facts.compared} />,
    },
  ],
}

const noControls = () => ({})

export const claimsComparison: FeatureComparison = {
  ...{ view: claims, controls: noControls, methods: null },
  isPrintedLast: true,
}

export const relationComparison: FeatureComparison = {
  ...{ view: relation, controls: noControls, isPrintedLast: false },
  methods: `The relation of accuracy and Shortcut_Prob is Pearson’s r over at least ${minRuns} different runs. Its p-value is from Student’s t, its 95% interval Fisher’s.`,
}

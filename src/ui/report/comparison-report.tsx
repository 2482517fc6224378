import type { ComparisonFacts } from '../../app/controller/report-facts.ts'
import { differences, islands, papers, published, relation, runs } from '../compare/sections.tsx'
import type { View } from '../shared/sections.tsx'
import { estimatesAmong } from '../text/comparability.ts'
import { Citations } from './citations.tsx'
import { ComparisonMethods, comparisonCitations } from './comparison-methods.tsx'
import { documentHtml } from './document.tsx'
import { SideBySide } from './settings.tsx'
import { Verdicts } from './verdicts.tsx'

const views: readonly View<ComparisonFacts>[] = [
  runs,
  differences,
  {
    id: 'changed',
    name: 'Changed verdicts',
    sections: [
      {
        id: 'verdicts',
        body: ({ compared }) => (compared.runs.length > 1 ? <Verdicts compared={compared} /> : null),
      },
    ],
  },
  relation,
  islands,
  papers,
  published,
  {
    id: 'setup',
    name: 'Settings and environment',
    sections: [{ id: 'set-up', body: ({ compared }) => <SideBySide runs={compared.runs} /> }],
  },
  {
    id: 'methods',
    name: 'Methods',
    sections: [{ id: 'method', body: facts => <ComparisonMethods {...facts} /> }],
  },
  {
    id: 'citations',
    name: 'References',
    sections: [{ id: 'cited', body: () => <Citations citations={comparisonCitations} /> }],
  },
]

/** Several runs side by side as one HTML file; the first is the baseline. */
export function comparisonHtml(facts: ComparisonFacts, styles: string): string {
  const { runs } = facts.compared
  const names = runs.map(({ name }) => name)
  return documentHtml({
    title: `Comparison: ${names.join(', ')}`,
    heading: runs.length === 2 ? names.join(' and ') : `Comparison of ${runs.length} runs`,
    lead: runs[0] ? `The baseline is ${runs[0].name}.` : 'No run was chosen.',
    app: __VERSIONS__.app,
    styles,
    views,
    facts,
    estimate: estimatesAmong(facts.compared),
  })
}

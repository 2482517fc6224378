import type { ComparisonFacts } from '../../app/controller/report-facts.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { estimatesAmong } from '../text/comparability.ts'
import { ChangedSection } from './comparison/changed-section.tsx'
import { DifferencesSection } from './comparison/differences-section.tsx'
import { IslandsSection } from './comparison/islands-section.tsx'
import { ComparisonMethodsSection } from './comparison/methods-section.tsx'
import { PublishedMedCmrSection } from './comparison/published-med-cmr-section.tsx'
import { PublishedSection } from './comparison/published-section.tsx'
import { RelationSection } from './comparison/relation-section.tsx'
import { RunsSection } from './comparison/runs-section.tsx'
import { SideBySideSection } from './comparison/side-by-side-section.tsx'
import { documentHtml } from './document.tsx'

/** Several runs side by side as one HTML file; the first is the baseline. */
export function comparisonHtml(facts: ComparisonFacts, styles: string): string {
  const { runs } = facts.compared
  const [baseline] = runs
  const follows = (protocol: string) => runs.some(({ settings }) => settings.protocol.id === protocol)
  const names = runs.map(({ name }) => name)
  return documentHtml({
    title: `Comparison: ${names.join(', ')}`,
    heading: runs.length === 2 ? names.join(' and ') : `Comparison of ${runs.length} runs`,
    lead: baseline ? `Every difference is to the baseline, ${baseline.name}.` : 'No run was chosen.',
    app: __VERSIONS__.app,
    styles,
    children: (
      <>
        <EstimateFrom value={estimatesAmong(facts.compared)}>
          <RunsSection facts={facts} />
          <DifferencesSection facts={facts} />
          <ChangedSection facts={facts} />
          <RelationSection facts={facts} />
          <IslandsSection facts={facts} />
        </EstimateFrom>
        {follows('med-cmr') ? <PublishedMedCmrSection /> : <PublishedSection />}
        <SideBySideSection facts={facts} />
        <ComparisonMethodsSection facts={facts} />
      </>
    ),
  })
}

import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { howRun } from '../text/format.ts'
import { AccuracySection } from './accuracy-section.tsx'
import { ConfidenceSection } from './confidence-section.tsx'
import { CredibilitySection } from './credibility-section.tsx'
import { documentHtml } from './document.tsx'
import { JudgedSection } from './judged-section.tsx'
import { LeftOutSection } from './left-out-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { ProbesSection } from './probes-section.tsx'
import { ReadingsSection } from './readings-section.tsx'
import { SetupSection } from './setup-section.tsx'

/** A run as one HTML file. */
export function reportHtml(facts: ReportFacts, styles: string): string {
  const {
    run,
    overview: { readings, part },
    confidence,
    probes,
  } = facts
  const { name, model, dataset, environment, created } = run
  return documentHtml({
    title: `${name}: ${model.name} on ${dataset.name}`,
    heading: name,
    lead: (
      <>
        <bdi>{model.name}</bdi> ({howRun(run)}) on <bdi>{dataset.name}</bdi>, begun {created.slice(0, 10)}.
      </>
    ),
    app: environment.app,
    styles,
    children: (
      <EstimateFrom value={estimateFrom(part)}>
        <AccuracySection facts={facts} />
        {readings && <ReadingsSection readings={readings} />}
        {facts.judged && <JudgedSection judged={facts.judged} />}
        <CredibilitySection facts={facts} />
        {confidence && <ConfidenceSection confidence={confidence} />}
        {probes && <ProbesSection probes={probes} />}
        <LeftOutSection facts={facts} />
        <SetupSection facts={facts} />
        <MethodsSection facts={facts} />
      </EstimateFrom>
    ),
  })
}

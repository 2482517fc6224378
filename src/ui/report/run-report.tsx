import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { Accuracy } from '../charts/accuracy.tsx'
import { estimateFrom } from '../hooks/estimate-from.ts'
import { Findings } from '../results/findings/findings.tsx'
import { CubeOnPaper } from '../results/overview/cube.tsx'
import { runViews } from '../results/sections.tsx'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import type { View } from '../shared/sections.tsx'
import { howRun } from '../text/format.ts'
import { Citations, medrcube } from './citations.tsx'
import { documentHtml } from './document.tsx'
import { LeftOut } from './left-out.tsx'
import { Again, citationsOf, Methods } from './methods-section.tsx'
import { SetUp } from './settings.tsx'

/** What only the report has: the page shows these facts elsewhere, or needs them not. */
const ofReport: readonly View<ReportFacts>[] = [
  {
    id: 'left-out',
    name: 'Left out, and data quality',
    sections: [{ id: 'left-out-samples', body: facts => <LeftOut {...facts} /> }],
  },
  {
    id: 'setup',
    name: 'Settings and environment',
    sections: [{ id: 'set-up', body: ({ run }) => <SetUp run={run} /> }],
  },
  { id: 'methods', name: 'Methods', sections: [{ id: 'method', body: facts => <Methods {...facts} /> }] },
  {
    id: 'citations',
    name: 'References',
    sections: [{ id: 'cited', body: facts => <Citations citations={citationsOf(facts)} /> }],
  },
  {
    id: 'again',
    name: 'Reproduce this run',
    sections: [{ id: 'commands', body: facts => <Again {...facts} /> }],
  },
]

/** One figure, the map, the findings, the settings that matter, and what to cite. */
function FirstPage(facts: ReportFacts) {
  const { run, overview, findings } = facts
  const { protocol, scoring } = run.settings
  return (
    <>
      <div className="first-facts">
        <Accuracy estimate={overview.overall} />
        <div>
          <h2>Settings and citation</h2>
          <p>
            Protocol {protocol.id}, version {protocol.version}; {howRun(run)};{' '}
            {scoring === 'choices' ? 'scored by option probabilities' : 'generated text'}. Model{' '}
            <code>{run.model.fingerprint.slice(0, 12)}</code>, data set{' '}
            <code>{run.dataset.fingerprint.slice(0, 12)}</code>.
          </p>
          <Citations citations={[medrcube]} />
        </div>
      </div>
      <CubeOnPaper {...facts} />
      {findings.length > 0 && (
        <>
          <h2>Findings</h2>
          <Findings run={run.id} findings={findings} />
        </>
      )}
    </>
  )
}

/** A run as one HTML file. */
export function reportHtml(facts: ReportFacts, styles: string): string {
  const { name, model, dataset, environment, created } = facts.run
  const { part } = facts.overview
  return documentHtml({
    title: `${name}: ${model.name} on ${dataset.name}`,
    heading: name,
    lead: (
      <>
        <bdi>{model.name}</bdi> ({howRun(facts.run)}) on <bdi>{dataset.name}</bdi>, started{' '}
        {created.slice(0, 10)}.
      </>
    ),
    note: (
      <>
        <SelectionNote run={facts.run} />
        <PartNote part={part} />
      </>
    ),
    first: <FirstPage {...facts} />,
    app: environment.app,
    styles,
    views: [...runViews, ...ofReport],
    facts,
    estimate: estimateFrom(part),
  })
}

import { renderToStaticMarkup } from 'react-dom/server'
import { deviceName } from '../format.ts'
import { AccuracySection } from './accuracy-section.tsx'
import { CredibilitySection } from './credibility-section.tsx'
import type { ReportFacts } from './facts.ts'
import { LeftOutSection } from './left-out-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { SetupSection } from './setup-section.tsx'

/** Nothing may be loaded or run, even if something got past React's escaping. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** A run as one HTML file that opens anywhere: no scripts, nothing loaded. Equal facts give equal bytes. */
export function reportHtml(facts: ReportFacts, styles: string): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Report facts={facts} styles={styles} />)}\n`
}

function Report({ facts, styles }: { readonly facts: ReportFacts; readonly styles: string }) {
  const { run } = facts
  const title = `${run.name}: ${run.model.name} on ${run.dataset.name}`
  return (
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content={`Voxelwise ${run.environment.app}`} />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>
        <header>
          <h1>{run.name}</h1>
          <p className="muted">
            {run.model.name} ({run.settings.dtype}, {deviceName(run.settings.device)}) on {run.dataset.name},
            begun {run.created.slice(0, 10)}. A report by Voxelwise {run.environment.app}; for research, not
            for diagnosis.
          </p>
        </header>
        <main>
          <AccuracySection facts={facts} />
          <CredibilitySection facts={facts} />
          <LeftOutSection facts={facts} />
          <SetupSection facts={facts} />
          <MethodsSection facts={facts} />
        </main>
      </body>
    </html>
  )
}

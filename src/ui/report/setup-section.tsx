import type { ReportFacts } from '../../app/controller/report-facts.ts'
import { FactsList } from './facts-list.tsx'
import { chosenFacts, machineFacts } from './settings.ts'

/** Everything that was chosen, and the machine that it ran on. */
export function SetupSection({ facts: { run } }: { readonly facts: ReportFacts }) {
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">What ran where</h2>
      <h3>Settings</h3>
      <FactsList facts={chosenFacts(run)} />
      <h3>Environment</h3>
      <FactsList facts={machineFacts(run)} />
    </section>
  )
}

import { useEffect } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useProbes } from '../hooks/use-probes.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Sections } from '../shared/sections.tsx'
import { hrefWith, useRoute } from '../state/router.ts'
import { AddPasses } from './probes/add-passes.tsx'
import { PassList } from './probes/pass-list.tsx'
import { probes } from './sections.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
}

/** The effect of one change on the model: extra passes over the same samples. */
export function ProbesTab({ results: { run }, levels }: Props) {
  const { probed, shown } = useProbes(run, levels)
  if (run.probe) return <p>This is an extra pass. Probes belong to its run.</p>
  return (
    <>
      <h2>Probes</h2>
      <p className="prose">
        Each probe asks the same questions again with one thing changed. It shows how much accuracy depends on
        the image and on the order of the options.
      </p>
      <PassList run={run} />
      {probed.status === 'failed' && <ErrorBox error={probed.error} />}
      {shown === null && probed.status === 'loading' && (
        <p className="muted" role="status">
          Reading the passes…
        </p>
      )}
      {shown && <Shown run={run} probed={shown} />}
    </>
  )
}

function Shown({ run, probed }: { readonly run: Run; readonly probed: ProbeOverview }) {
  const { query } = useRoute()
  const facts = { run, probes: probed }
  const shown = probes.sections.filter(({ body }) => body(facts, query) !== null)
  return (
    <>
      {shown.length > 0 && <PageIndex sections={[...shown, { id: 'add-passes', name: 'Add passes' }]} />}
      <Sections of={probes} facts={facts} chosen={query} />
      <AddPasses run={run} costs={probed.costs} outdated={probed.outdated} />
    </>
  )
}

interface IndexProps {
  /** By the ids of their headings, which take the focus. */
  readonly sections: readonly { readonly id: string; readonly name?: string }[]
}

/** The contents of a long page, as links; the address keeps the last one. */
function PageIndex({ sections }: IndexProps) {
  const part = useRoute().query.get('part')
  const isThere = sections.some(({ id }) => id === part)
  useEffect(() => {
    if (part !== null && isThere) show(part)
  }, [part, isThere])
  return (
    <nav aria-label="On this page">
      <ul className="row">
        {sections.map(({ id, name }) => (
          <li key={id}>
            {/* Followed again it changes no address, and yet must lead there. */}
            <a href={hrefWith({ part: id })} onClick={() => show(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function show(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

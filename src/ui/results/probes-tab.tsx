import { useEffect } from 'react'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useHasPasses, useProbes } from '../hooks/use-probes.ts'
import { Awaited } from '../shared/controls/error-box.tsx'
import { filledSections, Sections } from '../shared/sections.tsx'
import { hrefWith, useRoute } from '../state/router.ts'
import { AddPasses } from './probes/add-passes.tsx'
import { PassList } from './probes/pass-list.tsx'
import { probes } from './sections.tsx'
import type { TabProps } from './tab-props.ts'

/** The effect of one change on the model: extra passes over the same samples. */
export function ProbesTab({ results: { run }, levels, query }: TabProps) {
  const probed = useProbes(run, levels)
  const hasPasses = useHasPasses(run)
  const value = probed.status === 'ready' ? probed.value : null
  return (
    <>
      <h2>Probes</h2>
      <p className="prose">
        Each probe asks the same questions again with one thing changed. It shows how much accuracy depends on
        the image and on the order of the options.
      </p>
      <PassList run={run} />
      {hasPasses && <Awaited of={probed} doing="Reading the passes…" />}
      {value && <Shown run={run} probed={value} query={query} />}
      {(value || !hasPasses) && (
        <AddPasses run={run} costs={value?.costs ?? null} outdated={value?.outdated ?? []} />
      )}
    </>
  )
}

interface ShownProps {
  readonly run: Run
  readonly probed: ProbeOverview
  readonly query: URLSearchParams
}

function Shown({ run, probed, query }: ShownProps) {
  const facts = { run, probes: probed }
  const shown = filledSections(probes, facts, query)
  return (
    <>
      {shown.length > 0 && <PageIndex sections={[...shown, { id: 'add-passes', name: 'Add passes' }]} />}
      <Sections of={probes} facts={facts} chosen={query} />
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

import { useEffect, useState } from 'react'
import type { LevelChoice, Results } from '../../../app/controller/controller-api.ts'
import { passesOf } from '../../../app/state/passes.ts'
import type { ProbeOverview } from '../../../engine/probes/cost.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { AddPasses } from './add-passes.tsx'
import { BlindSection } from './blind.tsx'
import { CorruptionSection } from './corruption.tsx'
import { OrderSection } from './order.tsx'
import { PageIndex } from './page-index.tsx'
import { PassList } from './pass-list.tsx'
import { type ProbeSectionId, probeSections } from './probe-section.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
}

/** What the model does when one thing is changed: extra passes over the same samples. */
export function ProbesTab({ results: { run }, levels }: Props) {
  const controller = useController()
  const { runs } = useApp()
  const passes = passesOf(runs ?? [], run.id)
  // Read anew when a pass is added, ends or goes; not at every answer.
  const state = passes.map(pass => `${pass.run.id} ${pass.answered + pass.failed}`).join()
  const probed = useAsync(`probes of ${run.id} ${JSON.stringify(levels)} ${state}`, () =>
    controller.probes(run.id, levels),
  )
  // What is shown stays until the next figures are there: a pass that ends must not move the page.
  const [shown, setShown] = useState<ProbeOverview | null>(null)
  useEffect(() => {
    if (probed.status === 'ready') setShown(probed.value)
  }, [probed])
  if (run.probe) return <p>This is an extra pass itself; probes belong to the run above it.</p>
  return (
    <>
      <h2>Probes</h2>
      <p className="prose">
        Each probe asks the same questions again with one thing changed, and compares the answers with this
        run’s. They tell how much of what is right rests on the image, and how much on the order of the
        options.
      </p>
      <PassList run={run} />
      {probed.status === 'failed' && <ErrorBox error={probed.error} />}
      {shown === null && probed.status === 'loading' && (
        <p className="muted" role="status">
          Reading the passes…
        </p>
      )}
      {shown && <Sections run={run} probed={shown} />}
    </>
  )
}

function Sections({ run, probed }: { readonly run: Run; readonly probed: ProbeOverview }) {
  const { order, blank, swapped, corruptions, chains, costs } = probed
  const isEmpty = order === null && blank === null && swapped === null && corruptions.length === 0
  const sections: ProbeSectionId[] = [
    ...((blank ?? swapped) ? (['without-looking'] as const) : []),
    ...(order ? (['option-order'] as const) : []),
    ...(corruptions.length > 0 ? (['spoilt-images'] as const) : []),
    'add-passes',
  ]
  return (
    <>
      {!isEmpty && <PageIndex sections={sections.map(id => ({ id, name: probeSections[id] }))} />}
      {isEmpty && <AddPasses run={run} costs={costs} />}
      {(blank ?? swapped) && <BlindSection blank={blank} swapped={swapped} chains={chains} />}
      {order && <OrderSection order={order} />}
      {corruptions.length > 0 && <CorruptionSection passes={corruptions} />}
      {!isEmpty && <AddPasses run={run} costs={costs} />}
    </>
  )
}

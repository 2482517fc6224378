import { useMemo } from 'react'
import { useFact } from '../../../../ui/hooks/use-fact.ts'
import { Awaited } from '../../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../../ui/shared/controls/page.tsx'
import { useRoute } from '../../../../ui/state/router.ts'
import { markQueue } from '../../engine/marks/mark-queue.ts'
import type { MarkSet } from '../../engine/marks/mark-set.ts'
import { agreedCode } from '../../engine/marks/marks.ts'
import { type MarkAddress, markAddress } from './mark-address.ts'
import { MarkForm } from './mark-form.tsx'
import { Marking } from './marking.tsx'
import { RatingForm } from './rating-form.tsx'
import { useMarkSets } from './use-mark-sets.ts'

/** People label or rate answers of some runs, named in the address. */
export function MarkView() {
  const { query } = useRoute()
  const sets = useMarkSets()
  const address = markAddress(query)
  const set = sets.find(({ id }) => id === address.set) ?? sets[0]
  const sample = query.get('sample')
  // Who decides for all sees everything; a rater sees a study.
  if (set?.isScale && address.by !== agreedCode)
    return (
      <Page title="Rate reasons">
        <RatingForm runs={address.runs} />
      </Page>
    )
  return (
    <Page title={set?.isScale ? 'Decide on reasons' : 'Label answers'}>
      {address.by === null || !set ? (
        <MarkForm address={address} sets={sets.filter(({ isScale }) => !isScale)} sample={sample} />
      ) : (
        <Queue address={address} by={address.by} set={set} sample={sample} />
      )}
    </Page>
  )
}

interface QueueProps {
  readonly address: MarkAddress
  readonly by: string
  readonly set: MarkSet
  /** Index of one sample of the first run, which alone is asked; null for all that are wanted. */
  readonly sample: string | null
}

const seed = 1

function Queue({ address: { runs, which, most }, by, set, sample }: QueueProps) {
  const toMark = useFact('toMark', { runs, set, which: sample === null ? which : 'all' }, 0)
  const answers = toMark.status === 'ready' ? toMark.value.answers : null
  const queue = useMemo(() => {
    if (sample === null) return markQueue(answers ?? [], { most, seed, by })
    return (answers ?? []).filter(({ run, index }) => run === 0 && String(index) === sample)
  }, [answers, most, by, sample])
  return (
    <>
      <Awaited of={toMark} doing="Looking for answers…" />
      {answers && queue.length === 0 && <p className="prose">There is no such answer.</p>}
      {queue.length > 0 && <Marking runs={runs} set={set} by={by} queue={queue} />}
    </>
  )
}

/** What stands below the accuracy's interval: what open answers might change, and how draws and wordings vary. */

import type { Results } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { usePaper } from '../../../ui/hooks/paper.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import type { FeatureSection } from '../../../ui/results/feature-section.ts'
import { reportedRepeats } from '../app/reported-repeats.ts'
import { openAccuracy } from '../engine/open-accuracy.ts'
import type { RepeatedAccuracy } from '../engine/repeats.ts'
import { boundsWords, repeatWords } from '../text/accuracy-words.ts'

export const besideAccuracy = {
  before: 'cut',
  section: { id: 'beside-accuracy', body: (facts: Results) => <BesideAccuracy {...facts} /> },
} as const satisfies FeatureSection

function BesideAccuracy(facts: Results) {
  const bounds = boundsWords(openAccuracy(facts.rows))
  return (
    <>
      {bounds !== null && <p className="muted">{bounds}</p>}
      {usePaper() ? <Repeats of={addedPart(reportedRepeats, facts) ?? []} /> : <AskedRepeats {...facts} />}
    </>
  )
}

/** On the page they are read by themselves: passes may be large. */
function AskedRepeats({ run, rows }: Results) {
  const repeats = useFact('repeats', { run: run.id }, rows.length)
  return repeats.status === 'ready' ? <Repeats of={repeats.value} /> : null
}

const Repeats = ({ of }: { readonly of: readonly RepeatedAccuracy[] }) =>
  of.map(one => (
    <p key={one.kind} className="muted">
      {repeatWords(one)}
    </p>
  ))

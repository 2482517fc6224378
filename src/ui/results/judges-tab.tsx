import { useEffect, useState } from 'react'
import type { Results } from '../../app/controller/report-facts.ts'
import { judgingsOf } from '../../app/state/passes.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Judgings } from '../../engine/probes/withheld-options.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Sections } from '../shared/sections.tsx'
import { withheldWords } from '../text/judged.ts'
import { NewJudge } from './judges/new-judge.tsx'
import { PeoplesSheet } from './judges/peoples-sheet.tsx'
import { PassItem } from './probes/pass-list.tsx'
import { judges } from './sections.tsx'

/** Free-text answers rated by a rubric: by a judge model in a separate pass, and by people. */
export function JudgesTab({ results: { run } }: { readonly results: Results }) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const passes = judgingsOf(runs ?? [], run.id)
  const people = (runs ?? []).find(summary => summary.run.id === run.id)?.run.people ?? []
  // Read again when a pass is added, advances or is deleted, and when a sheet is read.
  const state = JSON.stringify([
    passes.map(pass => [pass.run.id, pass.answered + pass.failed]),
    people.length,
  ])
  const [sheets, setSheets] = useState(0)
  const read = useAsync(`judges of ${run.id} ${state} ${sheets}`, () => controller.judgings(run.id))
  // The shown data stays until the next figures arrive.
  const [shown, setShown] = useState<Judgings | null>(null)
  useEffect(() => {
    if (read.status === 'ready') setShown(read.value)
  }, [read])
  const unread = shown?.withheld?.open ?? 0
  return (
    <>
      <h2>Judges</h2>
      <p className="prose">
        Free-text answers can be scored against a rubric by a judge model, by people, or both. Compare the two
        to see how reliable the judge is. A judge can also read replies without options that no rule can read.
      </p>
      {read.status === 'failed' && <ErrorBox error={read.error} />}
      {shown === null && read.status === 'loading' && (
        <p className="muted" role="status">
          Reading the replies…
        </p>
      )}
      {passes.length > 0 && (
        <ul className="passes" aria-label="Judges’ passes">
          {passes.map(pass => (
            <PassItem key={pass.run.id} pass={pass} name={pass.run.model.name} />
          ))}
        </ul>
      )}
      {passes.map(
        ({ run: pass }) =>
          pass.error && pass.state === 'failed' && <ErrorBox key={pass.id} error={pass.error} />,
      )}
      {shown && <Sections of={judges} facts={{ judged: shown }} />}
      {shown?.withheld && <p className="muted">{withheldWords(shown.withheld)}</p>}
      {shown && shown.open > 0 && <p className="muted">{counted(shown.open, 'free-text answer')}.</p>}
      {shown && shown.open + unread === 0 && <p>This run has no answers to judge.</p>}
      {shown && shown.open + unread > 0 && <NewJudge run={run} open={shown.open} unread={unread} />}
      {shown && shown.open > 0 && (
        <PeoplesSheet run={run} people={shown.people} onRead={() => setSheets(sheets + 1)} />
      )}
    </>
  )
}

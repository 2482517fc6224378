import { useState } from 'react'
import { isWithoutOptions, listJudgings, listPasses } from '../../../app/state/passes.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Judgings } from '../../../engine/probes/report.ts'
import { rubrics } from '../../../engine/protocol/rubrics/rubric.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useLast } from '../../../ui/hooks/use-async.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { useOwnTask } from '../../../ui/hooks/use-task.ts'
import { PassItem } from '../../../ui/results/probes/pass-list.tsx'
import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Awaited, ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { ChoiceField } from '../../../ui/shared/controls/fields.tsx'
import { FileButton } from '../../../ui/shared/controls/file-button.tsx'
import { Sections } from '../../../ui/shared/sections.tsx'
import { withheldWords } from '../../../ui/text/judged.ts'
import { judges } from './judges-view.tsx'
import { NewJudge } from './new-judge.tsx'

export const judgesTab: FeaturePart = {
  id: 'judges',
  name: 'Judges',
  place: { behind: 'reliability' },
  // Replies to questions without options can be judged where no rule can read them.
  applies: facts =>
    isNoJudging(facts) &&
    (Boolean(facts.results.overview.readings?.text) || facts.passes.some(isWithoutOptions)),
  showsSelection: true,
  Body: JudgesTab,
}

/** Free-text answers rated by a rubric: by a judge model in a separate pass, and by people. */
function JudgesTab({ results: { run } }: TabProps) {
  const runs = useApp(state => state.runs)
  const passes = listJudgings(runs ?? [], run.id)
  const people = (runs ?? []).find(summary => summary.run.id === run.id)?.run.people ?? []
  // Read again when a pass is added, advances or is deleted, and when a sheet is read.
  const state = JSON.stringify([
    [...passes, ...listPasses(runs ?? [], run.id).filter(isWithoutOptions)].map(pass => [
      pass.run.id,
      pass.answered + pass.failed,
    ]),
    people.length,
  ])
  const [sheets, setSheets] = useState(0)
  const read = useLast(useFact('judgings', { run: run.id }, `${state} ${sheets}`))
  const shown = read.status === 'ready' ? read.value : null
  const unread = shown?.withheld?.open ?? 0
  return (
    <>
      <h2>Judges</h2>
      <p className="prose">
        Free-text answers can be scored against a rubric by a judge model, by people, or both. Compare the two
        to see how reliable the judge is. A judge can also read replies without options that no rule can read.
      </p>
      <Awaited of={read} doing="Reading the replies…" />
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

const sheet = 'rating-sheet.csv'

interface Props {
  readonly run: Run
  readonly people: Judgings['people']
  readonly onRead: () => void
}

/** A sheet for people to fill in, and the import of filled ones. */
function PeoplesSheet({ run, people, onRead }: Props) {
  const controller = useController()
  const [rubric, setRubric] = useState(
    () => rubrics.find(({ id }) => id === run.settings.protocol.id)?.id ?? rubrics[0]?.id ?? '',
  )
  const task = useOwnTask()
  const save = () =>
    task.run('Saving', sheet, async () => download(await controller.ratingSheet(run.id, rubric), sheet))
  const read = (file: File) =>
    task.run('Reading', file.name, async () => {
      await controller.readRatingSheet(run.id, rubric, file)
      onRead()
    })
  return (
    <section className="stack" aria-labelledby="people">
      <h3 id="people">Ratings by people</h3>
      <p className="prose">
        The sheet has one answer per line, its image names and an empty column per dimension. It contains no
        judge ratings. Empty lines count as not rated.
      </p>
      <div className="tiles">
        <ChoiceField
          label="Rubric of the sheet"
          value={rubric}
          choices={rubrics.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={setRubric}
        />
      </div>
      <div className="actions">
        <Button onClick={save}>Save the sheet</Button>
        <FileButton
          accept=".csv,text/csv"
          label="Filled sheet"
          testId="sheet-input"
          disabled={false}
          onFile={file => void read(file)}
        >
          Import a filled sheet
        </FileButton>
      </div>
      {task.problem && <ErrorBox error={task.problem} />}
      {people.map(({ rubric: by, file, items }) => (
        <p key={by} role="status">
          {counted(items, 'answer')} rated by people by {by} (<bdi>{file}</bdi>).
        </p>
      ))}
    </section>
  )
}

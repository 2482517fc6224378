import { useState } from 'react'
import { counted } from '../../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../../engine/base/errors.ts'
import { useApp, useController } from '../../../../ui/hooks/use-app.ts'
import { useFact } from '../../../../ui/hooks/use-fact.ts'
import { type FeaturePart, isNoJudging } from '../../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../../ui/results/tab-props.ts'
import { Button } from '../../../../ui/shared/controls/button.tsx'
import { download } from '../../../../ui/shared/controls/download.ts'
import { Awaited, ErrorBox } from '../../../../ui/shared/controls/error-box.tsx'
import { Facts } from '../../../../ui/shared/controls/facts.tsx'
import { FileButton } from '../../../../ui/shared/controls/file-button.tsx'
import { QuerySelect } from '../../../../ui/shared/controls/query-select.tsx'
import type { MarkSet } from '../../engine/marks/mark-set.ts'
import { mostNames } from '../../engine/marks/mark-set.ts'
import { endLabelling, useIsLabelled } from './labelling.ts'
import { markHref } from './mark-address.ts'
import { MarkFigures } from './mark-figures.tsx'
import { MarkNotes } from './mark-notes.tsx'
import { changeOwnNames, useMarkSets } from './use-mark-sets.ts'

/** What people say of the answers of a run: kinds of errors, and ratings of reasons. */
export const marksPart: FeaturePart = {
  id: 'labels',
  name: 'Labels',
  place: { in: 'samples', before: null },
  applies: isNoJudging,
  showsSelection: false,
  Body: MarksTab,
}

function MarksTab({ results: { run, rows }, query }: TabProps) {
  const sets = useMarkSets()
  const isLabelled = useIsLabelled(run.id)
  const set = sets.find(({ id }) => id === query.get('set')) ?? (sets[0] as MarkSet)
  const stored = useApp(({ runs }) => runs?.find(summary => summary.run.id === run.id)?.run)
  const marks = useFact('marks', { run: run.id, set }, JSON.stringify([rows.length, stored?.tags]))
  return (
    <>
      <h2>Labels</h2>
      <div className="filters">
        <QuerySelect
          label="Set"
          name="set"
          value={set.id}
          choices={sets.map(({ id, name }) => [id, name] as const)}
        />
      </div>
      <div className="actions">
        <a className="button" href={markHref([run.id], set.id)}>
          {set.isScale ? 'Rate the reasons' : 'Label answers'}
        </a>
        <MarkFiles run={run.id} sets={sets} isLabelled={isLabelled} />
      </div>
      <Awaited of={marks} doing="Counting…" />
      {marks.status === 'ready' && !marks.value.figures && (
        <p className="prose">Nobody has given labels of this set yet.</p>
      )}
      {marks.status === 'ready' && marks.value.figures && !isLabelled && (
        <>
          <MarkFigures run={run.id} set={set} of={marks.value.figures} />
          <MarkNotes run={run.id} set={set} rows={rows} remarks={stored?.remarks ?? []} />
        </>
      )}
      {marks.status === 'ready' && marks.value.figures && isLabelled && (
        <div className="stack">
          <p className="prose">
            {counted(marks.value.figures.people.length, 'person', 'people')} labelled here. Their labels are
            hidden, so that nobody sees those of others.
          </p>
          <Button onClick={() => endLabelling(run.id)}>All have finished: show the labels</Button>
        </div>
      )}
      <Meanings set={set} />
      <OwnNames sets={sets} />
    </>
  )
}

interface FilesProps {
  readonly run: string
  readonly sets: readonly MarkSet[]
  /** Whether people are at work, who must not see the labels of others. */
  readonly isLabelled: boolean
}

function MarkFiles({ run, sets, isLabelled }: FilesProps) {
  const controller = useController()
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const guarded = async (work: () => Promise<void>) => {
    setError(null)
    setAdded(null)
    try {
      await work()
    } catch (thrown) {
      setError(internalError('', thrown))
    }
  }
  const save = () =>
    guarded(async () => {
      const file = await controller.marksFile(run, sets)
      download(file, file.name)
    })
  return (
    <>
      <Button disabled={isLabelled} onClick={save}>
        Save labels as CSV
      </Button>
      <FileButton
        accept=".csv,.tsv"
        label="Labels or ratings"
        testId="labels-file"
        disabled={false}
        onFile={file => guarded(async () => setAdded(await controller.addMarks(run, sets, file)))}
      >
        Add labels from CSV
      </FileButton>
      {added !== null && <p role="status">Labels of {counted(added, 'answer')} were added.</p>}
      {error && <ErrorBox error={error} />}
    </>
  )
}

function Meanings({ set }: { readonly set: MarkSet }) {
  const extra = set.besides.filter(one => !set.names.includes(one))
  return (
    <details>
      <summary>What the labels mean</summary>
      <Facts
        facts={[...set.names, ...extra].map(({ key, name, meaning }) => ({
          name: `${key}: ${name}`,
          value: meaning,
        }))}
      />
      {set.id.startsWith('errors') && (
        <p className="note">These kinds are Voxelwise’s own. Med-CMR prints errors by task only.</p>
      )}
    </details>
  )
}

function OwnNames({ sets }: { readonly sets: readonly MarkSet[] }) {
  const ownSet = sets.find(({ id }) => id === 'own')
  const [text, setText] = useState(ownSet?.names.map(({ name }) => name).join('\n') ?? '')
  return (
    <details>
      <summary>My own labels</summary>
      <label className="field">
        <span>One label in each line, at most {mostNames}</span>
        <textarea
          rows={6}
          value={text}
          onChange={event => {
            setText(event.target.value)
            changeOwnNames(event.target.value)
          }}
        />
      </label>
      <p className="note">
        The list is kept in this browser. Labels that were given stay with their run, as tags.
      </p>
    </details>
  )
}

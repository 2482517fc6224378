import { useMemo } from 'react'
import { internalError } from '../../../../engine/base/errors.ts'
import type { RunRecord } from '../../../../engine/protocol/record.ts'
import type { Run } from '../../../../engine/protocol/run.ts'
import { listTags, type Tags } from '../../../../engine/protocol/tags.ts'
import { useApp, useController } from '../../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../../ui/hooks/use-async.ts'
import { Awaited, ErrorBox } from '../../../../ui/shared/controls/error-box.tsx'
import { Folded } from '../../../../ui/shared/controls/folded.tsx'
import { Verdict } from '../../../../ui/shared/sample/verdict.tsx'
import { Table, type TableColumn } from '../../../../ui/shared/table/table.tsx'
import { resultsHref } from '../../../../ui/state/router.ts'
import { none } from '../../../../ui/text/format.ts'
import { markHref } from './mark-address.ts'
import { useShownTags } from './use-shown-tags.ts'

interface Props {
  readonly run: Run
  readonly record: RunRecord
}

/** One question over all runs of its data set: models, readers and passes, with their answers and labels. */
export function EverywherePanel({ run, record: { sample, status } }: Props) {
  return (
    <>
      {status === 'answered' && !run.judging && (
        <p>
          <a href={markHref([run.id], undefined, sample.index)}>Label this answer</a>
        </p>
      )}
      <Folded name="This question in all runs">
        <Everywhere run={run} index={sample.index} />
      </Folded>
    </>
  )
}

function Answer(record: RunRecord) {
  return (
    <>
      <Verdict verdict={record.status === 'failed' ? 'failed' : record.correct ? 'correct' : 'wrong'} short />{' '}
      {record.status === 'answered' ? record.parsed || none : none}
    </>
  )
}

/** The runs that asked it, and those whose answer cannot be read, with the error. */
function Everywhere({ run: { dataset }, index }: { readonly run: Run; readonly index: number }) {
  const controller = useController()
  const all = useApp(state => state.runs)
  const runs = useMemo(
    () =>
      (all ?? [])
        .map(summary => summary.run)
        .filter(one => !one.judging && one.dataset.fingerprint === dataset.fingerprint),
    [all, dataset.fingerprint],
  )
  const records = useAsync(`sample ${index} of ${runs.map(({ id }) => id).join()}`, () =>
    Promise.all(
      runs.map(({ id, name }) =>
        controller.askedRecord(id, index).catch(thrown => ({ unread: internalError(name, thrown) })),
      ),
    ),
  )
  if (records.status !== 'ready') return <Awaited of={records} doing="Reading the runs…" />
  const answers = runs.flatMap((run, at) => {
    const record = records.value[at]
    return record ? [{ run, record }] : []
  })
  const columns: readonly TableColumn<(typeof answers)[number]>[] = [
    {
      key: 'run',
      name: 'Run',
      cell: ({ run }) => (
        <a href={resultsHref(run.id, 'samples', { sample: String(index) })}>
          <bdi>{run.name}</bdi>
        </a>
      ),
    },
    {
      key: 'answer',
      name: 'Answer',
      cell: ({ record }) =>
        'unread' in record ? <ErrorBox error={record.unread} /> : <Answer {...record} />,
    },
    {
      key: 'tags',
      name: 'Tags and labels',
      cell: ({ run }) => <TagRow run={run} index={index} />,
    },
  ]
  return (
    <Table
      caption="This question in all runs"
      columns={columns}
      rows={answers}
      rowKey={({ run }) => run.id}
    />
  )
}

function TagRow({ run, index }: { readonly run: Run; readonly index: number }) {
  const shown = useShownTags(run.id, run.tags ?? noTags)
  return <bdi>{listTags(shown, index).join('; ') || none}</bdi>
}

const noTags: Tags = {}

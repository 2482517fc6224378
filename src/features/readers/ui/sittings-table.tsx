import { useState } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { Table, type TableColumn } from '../../../ui/shared/table/table.tsx'
import { navigate, resultsHref } from '../../../ui/state/router.ts'
import { count, date } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { DeskSitting, DeskStudy } from '../engine/desk-facts.ts'
import { reasonScale } from '../engine/marks/mark-set.ts'
import { sittingHref } from './people-address.ts'
import { saveMade } from './save-made.ts'

interface Props {
  readonly desk: Desk
  readonly study: DeskStudy
  /** Whether the study's data set is open: a run needs its right answers. */
  readonly isItsDataset: boolean
  /** Shows what fails. */
  readonly guarded: (work: () => Promise<void>) => () => Promise<void>
  readonly onChange: () => void
}

/** The sittings of a study, and what can be done with each. */
export function SittingsTable(props: Props) {
  const { study } = props
  const [missing, setMissing] = useState(0)
  const columns: readonly TableColumn<DeskSitting>[] = [
    { key: 'reader', name: 'Reader', cell: ({ reader }) => <bdi>{reader.code}</bdi> },
    { key: 'number', name: 'Sitting', isNumber: true, cell: ({ number }) => number },
    { key: 'begun', name: 'Begun', cell: ({ begun }) => date(begun) },
    {
      key: 'progress',
      name: 'Answered',
      isNumber: true,
      cell: ({ answered, questions }) => `${count(answered)} of ${count(questions)}`,
    },
    {
      key: 'acts',
      name: 'Do',
      cell: sitting => <Acts {...props} sitting={sitting} onMissing={setMissing} />,
    },
  ]
  return (
    <>
      <Table
        caption={`Sittings of ${study.name}`}
        columns={columns}
        rows={study.sittings}
        rowKey={({ id }) => id}
      />
      {missing > 0 && (
        <p className="warning">{counted(missing, 'rating')} left out: their runs are not in this browser.</p>
      )}
    </>
  )
}

interface ActsProps extends Props {
  readonly sitting: DeskSitting
  /** Receives how many ratings are of runs that are not here. */
  readonly onMissing: (ratings: number) => void
}

function Acts(props: ActsProps) {
  const { desk, study, guarded, onChange } = props
  const { id, ended, reader } = props.sitting
  const end = guarded(async () => {
    await desk.remote.end(id)
    onChange()
  })
  return (
    <span className="actions">
      {ended === null ? (
        <>
          <a className="button" href={sittingHref(id)} aria-label={`Continue as ${reader.code}`}>
            Continue
          </a>
          <Button aria-label={`End the sitting of ${reader.code}`} onClick={end}>
            End
          </Button>
        </>
      ) : study.rates === undefined ? (
        <ToRun {...props} />
      ) : (
        <ToLabels {...props} />
      )}
      <Button
        aria-label={`Save the answers of ${reader.code}`}
        onClick={guarded(() => saveMade(desk.remote.answersFile(id)))}
      >
        Save answers
      </Button>
    </span>
  )
}

function ToRun({ desk: { remote }, sitting: { id, reader }, isItsDataset, guarded }: ActsProps) {
  const controller = useController()
  const make = guarded(async () => {
    const file = await remote.answersFile(id)
    navigate(resultsHref(await controller.importFiles([file], () => {}, new AbortController().signal)))
  })
  return (
    <Button disabled={!isItsDataset} aria-label={`Make a run of ${reader.code}`} onClick={make}>
      Make a run
    </Button>
  )
}

function ToLabels({ desk: { remote }, sitting: { id, reader }, guarded, onMissing }: ActsProps) {
  const controller = useController()
  const add = guarded(async () => {
    const { files, missing } = await remote.ratings(id)
    for (const { run, file } of files) await controller.addMarks(run, [reasonScale], file)
    onMissing(missing)
    if (files[0] && missing === 0) navigate(resultsHref(files[0].run, 'labels', { set: reasonScale.id }))
  })
  return (
    <Button aria-label={`Add the ratings of ${reader.code} to the runs`} onClick={add}>
      Add the ratings to the runs
    </Button>
  )
}

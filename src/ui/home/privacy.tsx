import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { KeptFields } from '../../data/formats/format.ts'
import { keptLines, leftOutWords } from '../../data/questions/kept-words.ts'
import { isMarkedPrivate } from '../../data/questions/private-name.ts'
import { useController } from '../hooks/use-app.ts'
import { Button, SmallButton } from '../shared/controls/button.tsx'
import { CheckField } from '../shared/controls/fields.tsx'
import { markLines } from '../text/picture-marks.ts'

/** What records hold of a data set that may lead to people, and what its DICOM files state about their pictures. */
export function Privacy(overview: DatasetOverview) {
  const controller = useController()
  const { source, marks, salted, kept, headers } = overview
  const isMarked = isMarkedPrivate(overview)
  const isByItself = salted === true && !isMarked
  const lines = marks ? markLines(marks) : []
  return (
    <>
      {source !== 'bundled' && !isByItself && (
        <CheckField
          label="Private data set"
          note="Records and exports of a private data set hold coded names, no dates and no unused columns."
          value={isMarked}
          onChange={value => controller.markPrivate(value)}
        />
      )}
      {marks && (
        <ul className={lines.length > 1 ? 'warning' : 'muted'}>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {kept && <Kept kept={kept} hasMapping={overview.mapping !== null} />}
      {isByItself && !headers && (
        <p className="muted">
          Names of DICOM files may name patients.{' '}
          <Button onClick={() => controller.keepNames()}>Keep the file names</Button>
        </p>
      )}
    </>
  )
}

/** All that records, exports and copies hold of a private data set. */
function Kept({ kept, hasMapping }: { readonly kept: KeptFields; readonly hasMapping: boolean }) {
  const controller = useController()
  return (
    <div className="muted">
      <p>Of this private data set, records, exports and copies hold:</p>
      <ul>
        {keptLines(kept, hasMapping).map(line => (
          <li key={line}>{line}</li>
        ))}
        {kept.columns.map(column => (
          <li key={column}>
            column <bdi>{column}</bdi>{' '}
            <SmallButton onClick={() => controller.keepColumn(column, false)}>Leave out</SmallButton>
          </li>
        ))}
      </ul>
      <p>{leftOutWords(kept)}</p>
      {kept.leftOut.length > 0 && (
        <ul>
          {kept.leftOut.map(column => (
            <li key={column}>
              <bdi>{column}</bdi>{' '}
              <SmallButton onClick={() => controller.keepColumn(column, true)}>Keep</SmallButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

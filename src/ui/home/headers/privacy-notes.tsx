import type { DatasetOverview } from '../../../data/formats/dataset-overview.ts'
import { useController } from '../../hooks/use-app.ts'
import { markLines } from '../../text/picture-marks.ts'

/** What DICOM files state about text and faces in their pictures, and what became of their names. */
export function PrivacyNotes({ marks, salted, headers }: DatasetOverview) {
  const controller = useController()
  if (!marks) return null
  const lines = markLines(marks)
  return (
    <>
      <ul className={lines.length > 1 ? 'warning' : 'muted'}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {salted && !headers && (
        <p className="muted">
          Records store coded file names, because file names may name patients.{' '}
          <button type="button" className="button" onClick={() => void controller.keepNames()}>
            Keep the file names
          </button>
        </p>
      )}
    </>
  )
}

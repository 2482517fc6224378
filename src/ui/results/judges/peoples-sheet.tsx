import { useState } from 'react'
import type { JudgedAnswers } from '../../../engine/analysis/judged-answers.ts'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { rubrics } from '../../../engine/protocol/rubrics/rubric.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useController } from '../../hooks/use-app.ts'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { ChoiceField } from '../../shared/controls/fields.tsx'
import { FileButton } from '../../shared/controls/file-button.tsx'

interface Props {
  readonly run: Run
  readonly people: JudgedAnswers['people']
  readonly onRead: () => void
}

/** A sheet for people to fill in, and the import of filled ones. */
export function PeoplesSheet({ run, people, onRead }: Props) {
  const controller = useController()
  const [rubric, setRubric] = useState(
    () => rubrics.find(({ id }) => id === run.settings.protocol.id)?.id ?? rubrics[0]?.id ?? '',
  )
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const attempt = async (subject: string, work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (thrown) {
      setProblem(internalError(subject, thrown))
    }
  }
  const save = () =>
    attempt('rating-sheet.csv', async () =>
      download(await controller.ratingSheet(run.id, rubric), 'rating-sheet.csv'),
    )
  const read = (file: File) =>
    attempt(file.name, async () => {
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
      <div className="settings">
        <ChoiceField
          label="Rubric of the sheet"
          value={rubric}
          choices={rubrics.map(({ id, name }) => ({ value: id, name, text: name, reason: null }))}
          onChange={setRubric}
        />
      </div>
      <div className="actions">
        <button type="button" className="button" onClick={() => void save()}>
          Save the sheet
        </button>
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
      {problem && <ErrorBox error={problem} />}
      {people.map(({ rubric: by, file, items }) => (
        <p key={by} role="status">
          {counted(items, 'answer')} rated by people by {by} (<bdi>{file}</bdi>).
        </p>
      ))}
    </section>
  )
}

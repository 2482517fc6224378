import { useState } from 'react'
import type { HeaderOverview } from '../../../data/formats/format.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { CheckField, NumberField } from '../../../ui/shared/controls/fields.tsx'
import { Table, type TableColumn } from '../../../ui/shared/table/table.tsx'
import { count, percent } from '../../../ui/text/format.ts'
import { filesLeftOutWords, reasonText } from '../text/header-reasons.ts'

/** Offers questions about a folder of DICOM files without any. */
export function HeaderOffer() {
  const controller = useController()
  const [seed, setSeed] = useState(1)
  const [keepUnmarked, setKeepUnmarked] = useState(false)
  const [codedRegions, setCodedRegions] = useState(false)
  const [labels, setLabels] = useState<File | null>(null)
  const [labelsOnSlices, setLabelsOnSlices] = useState(false)
  const derive = async () => {
    const table = await labels?.text()
    void controller.readDataset({
      headers: {
        seed,
        ...(table !== undefined && { labels: table }),
        ...(table !== undefined && labelsOnSlices && { labelsOnSlices: true as const }),
        ...(keepUnmarked && { keepUnmarked: true as const }),
        ...(codedRegions && { codedRegions: true as const }),
      },
    })
  }
  return (
    <div className="stack header-offer">
      <p>
        Voxelwise can ask about modality, view, protocol, body part and side. The answers are coded values of
        the headers. Doubtful files are left out and counted.
      </p>
      <NumberField label="Seed" unit="of options and sampling" value={seed} onChange={setSeed} />
      <CheckField
        label="Keep unmarked images"
        note="Ultrasound and photographs that do not state whether text is drawn into them. Such text often names the answer."
        value={keepUnmarked}
        onChange={setKeepUnmarked}
      />
      <CheckField
        label="Coded body parts only"
        note="Leaves out body parts that rest on one text tag. About 15% of such tags may be wrong."
        value={codedRegions}
        onChange={setCodedRegions}
      />
      <label className="field">
        <span>Findings or diagnoses (CSV, optional)</span>
        <input
          type="file"
          accept=".csv,.tsv"
          onChange={event => setLabels(event.target.files?.[0] ?? null)}
        />
      </label>
      {labels && (
        <CheckField
          label="Labels on slices"
          note="Labels of a study or a patient go to slices, too. A slice may not show them."
          value={labelsOnSlices}
          onChange={setLabelsOnSlices}
        />
      )}
      <Button look="primary" onClick={derive}>
        Derive questions from headers
      </Button>
      <p className="muted">Voxelwise does not look for names drawn into the image.</p>
    </div>
  )
}

const blindColumns: readonly TableColumn<[rule: string, figures: HeaderOverview['blind'][string]]>[] = [
  { key: 'rule', name: 'Rule', cell: ([rule]) => rule },
  { key: 'n', name: 'Questions', cell: ([, { n }]) => count(n) },
  { key: 'groups', name: 'Patients', cell: ([, { groups }]) => count(groups) },
  { key: 'chance', name: 'Guessing', cell: ([, { chance }]) => percent(chance) },
  {
    key: 'majority',
    name: 'Most frequent answer',
    cell: ([, { answers, majority }]) => (answers === 1 ? 'one answer only' : percent(majority)),
  },
  { key: 'options', name: 'Options only', cell: ([, { optionsOnly }]) => percent(optionsOnly) },
]

/** What came of the headers: the blind baseline of each rule, and what was left out. */
export function HeaderFacts(overview: HeaderOverview) {
  const { rules, files, leftOut, filesLeftOut, blind, reading, unusedLabels, examples } = overview
  const left = filesLeftOutWords(filesLeftOut, files)
  const controller = useController()
  const save = async () => download(await controller.questionsFile(), 'test.json')
  return (
    <>
      <p className="muted">
        From the headers of {count(files)} files ({rules}, seed {reading.seed}).
      </p>
      {left !== '' && <p>{left}</p>}
      <p>For example:</p>
      <ul>
        {examples.map(({ question, answer }) => (
          <li key={question}>
            {question} <strong>{answer}</strong>
          </li>
        ))}
      </ul>
      <details>
        <summary>What guessing without the image scores</summary>
        <Table
          caption="What guessing without the image scores"
          columns={blindColumns}
          rows={Object.entries(blind)}
          rowKey={([rule]) => rule}
        />
        <p>A model sees the image only if its interval lies above all three.</p>
      </details>
      <details>
        <summary>What was left out</summary>
        <ul>
          {[...Object.entries(leftOut), ...Object.entries(unusedLabels ?? {})].map(([reason, n]) => (
            <li key={reason}>
              {count(n)} × {reasonText(reason)}
            </li>
          ))}
        </ul>
      </details>
      <Button onClick={save}>Save the questions as test.json</Button>
    </>
  )
}

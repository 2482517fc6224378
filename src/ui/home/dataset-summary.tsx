import { type Plane, planes } from '@voxelwise/pixels'
import { Suspense, useState } from 'react'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { mostSlices, readSliceRule } from '../../data/sources/part-reference.ts'
import { taskOrder } from '../../engine/analysis/report.ts'
import { counted } from '../../engine/base/counted.ts'
import { kindNames } from '../../engine/protocol/answer-kind-words.ts'
import { answerKinds } from '../../engine/protocol/reading.ts'
import { type KnownValues, toggled } from '../../engine/protocol/selection.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Facts } from '../shared/controls/facts.tsx'
import { ChoiceField, OptionalNumberField } from '../shared/controls/fields.tsx'
import { late } from '../shared/late.ts'
import { count, label } from '../text/format.ts'
import { Privacy } from './privacy.tsx'
import { SourceName } from './source-name.tsx'

const DerivedQuestions = late(async () => (await import('./offered-questions.tsx')).DerivedQuestions)

/** A data set's contents, on its card. */
export function DatasetSummary({ overview }: { readonly overview: DatasetOverview }) {
  const { counts, images, imagesAtOnce, badFiles } = overview
  const tasks = [...overview.tasks].sort(taskOrder(overview.tasks, ([task]) => task))
  return (
    <>
      <SourceName name={overview.name} source={overview.source} />
      <p className="words figures">
        <span>
          <strong>{count(counts.loaded)}</strong> {counts.loaded === 1 ? 'question' : 'questions'}
        </span>
        <span>
          <strong>{count(images)}</strong> {images === 1 ? 'image' : 'images'}
        </span>
        {imagesAtOnce > 1 && (
          <span>
            up to <strong>{count(imagesAtOnce)}</strong> per question
          </span>
        )}
      </p>
      <KindsLine kinds={overview.kinds} />
      <Facts
        facts={[
          { name: 'Task', value: <Labels field="task" values={tasks} /> },
          { name: 'Modality', value: <Labels field="modality" values={overview.modalities} /> },
          { name: 'Region', value: <Labels field="parts" values={overview.parts} /> },
        ]}
      />
      <Suspense>
        {overview.headers ? <DerivedQuestions {...overview.headers} /> : <QualityLine overview={overview} />}
      </Suspense>
      <VolumeSlices key={overview.slices} {...overview} />
      <Privacy {...overview} />
      {badFiles.map(({ file, error }) => (
        <ErrorBox key={file} error={error} />
      ))}
    </>
  )
}

/** The types of answer; nothing if all questions are multiple choice, as in MedRCube. */
function KindsLine({ kinds }: { readonly kinds: DatasetOverview['kinds'] }) {
  const present = answerKinds.filter(kind => (kinds[kind] ?? 0) > 0)
  if (present.every(kind => kind === 'choice')) return null
  return (
    <p className="muted">
      Answer types: {present.map(kind => `${kindNames[kind]} (${count(kinds[kind] ?? 0)})`).join(', ')}.
    </p>
  )
}

interface LabelsProps {
  readonly field: keyof KnownValues
  readonly values: DatasetOverview['tasks']
}

/** The values of a field with their questions. A press asks only these questions, or no longer only these. */
function Labels({ field, values }: LabelsProps) {
  const controller = useController()
  const only = useApp(({ settings }) => settings.only ?? null)
  const chosen = only?.where.find(each => each.field === field)?.values ?? []
  return (
    <ul className="words">
      {values.map(([value, n]) => (
        <li key={value}>
          <button
            type="button"
            className="value-filter"
            aria-pressed={chosen.includes(value)}
            title={`Ask only ${label(value)}`}
            onClick={() => controller.selectOnly(toggled(only, field, value))}
          >
            <bdi>{label(value)}</bdi> <span className="muted">{count(n)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function QualityLine({ overview }: { readonly overview: DatasetOverview }) {
  const skipped = overview.counts.total - overview.counts.loaded
  const findings = Object.values(overview.findings).reduce((sum, n) => sum + n, 0)
  if (skipped === 0 && findings === 0) return <p className="muted">No samples skipped, no findings.</p>
  return (
    <p>
      <a href="#/quality">
        {skipped > 0 && `${count(skipped)} of ${counted(overview.counts.total, 'sample')} skipped`}
        {skipped > 0 && findings > 0 && ', '}
        {findings > 0 && counted(findings, 'finding')}
      </a>
    </p>
  )
}

/** Which slices a question has of a volume of which it names none. The data set is read again with them. */
function VolumeSlices({ slices, volumes }: DatasetOverview) {
  const controller = useController()
  const rule = slices === undefined ? null : readSliceRule(slices)
  const [count, setCount] = useState(rule?.slices ?? null)
  const [axis, setAxis] = useState<Plane>(rule?.axis ?? 'axial')
  if (!volumes && rule === null) return null
  const chosen = count === null ? null : `${count}:${axis}`
  return (
    <div className="tiles">
      <OptionalNumberField
        label="Slices per volume"
        unit="evenly spread, where a question names none"
        value={count}
        none="as named"
        most={mostSlices}
        onChange={setCount}
      />
      <ChoiceField
        label="Axis of NIfTI volumes"
        value={axis}
        choices={planes.map(value => ({ value }))}
        onChange={setAxis}
      />
      <Button
        disabled={chosen === (rule && `${rule.slices}:${rule.axis}`)}
        onClick={() => controller.chooseSlices(chosen)}
      >
        Read with these slices
      </Button>
    </div>
  )
}

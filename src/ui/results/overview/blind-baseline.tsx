import {
  type BaselineAxis,
  type BaselineFigure,
  type BaselineFigures,
  isAboveBlind,
} from '../../../engine/analysis/blind-baseline.ts'
import { estimateColumns } from '../../charts/voxel-table.tsx'
import { Folded } from '../../shared/controls/folded.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { savedEstimateColumns as savedEstimate } from '../../shared/table/saved-columns.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { label, percent } from '../../text/format.ts'
import { TitledTable } from './slice-table.tsx'

const names: Readonly<Record<BaselineAxis, string>> = {
  whole: 'All questions',
  rule: 'Rule',
  task: 'Task',
  modality: 'Modality',
  parts: 'Region',
  voxel: 'Voxel',
}

const columns: readonly TableColumn<BaselineFigure>[] = [
  ...estimateColumns.filter(({ key }) => !['chance', 'majority', 'letter'].includes(key)),
  figure('guess', 'Guessing', ({ chance }) => chance, percent),
  figure('majority', 'Most frequent answer', ({ majority }) => majority, percent),
  figure('options-only', 'Options only', ({ optionsOnly }) => optionsOnly, percent),
  {
    key: 'above',
    name: 'Above all three',
    cell: one => (one.answers === 1 ? 'cannot be shown: one answer' : isAboveBlind(one) ? 'yes' : 'no'),
  },
]

/** Every figure of questions from DICOM headers, beside what guessing without the image scores. */
export function BlindBaselines({ blind }: { readonly blind: BaselineFigures }) {
  return (
    <Folded name="Blind baselines: guessing, the most frequent answer, and the options alone" isPrinted>
      <p>
        A model sees the image only if its interval lies above guessing, the most frequent answer, and the
        options alone.
      </p>
      <div className="slice-grid">
        {(Object.keys(names) as BaselineAxis[]).map(axis => (
          <TitledTable
            key={axis}
            title={`Blind baseline: ${names[axis].toLowerCase()}`}
            isAcross
            columns={[{ key: 'label', name: names[axis], cell: one => label(one.label) }, ...columns]}
            rows={blind[axis]}
            rowKey={one => one.label}
            savedColumns={[
              { name: axis, value: one => one.label },
              ...savedEstimate,
              { name: 'options_only', value: one => one.optionsOnly },
            ]}
            file={`voxelwise-blind-${axis}.csv`}
          />
        ))}
      </div>
    </Folded>
  )
}

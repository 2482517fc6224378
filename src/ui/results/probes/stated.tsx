import { counted } from '../../../engine/base/counted.ts'
import type { ConfidenceScore, StatedFigures } from '../../../engine/probes/stated-confidence.ts'
import { figure, intervalColumns, textColumn } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { decimal, decimalInterval, percent } from '../../text/format.ts'

interface Row extends ConfidenceScore {
  readonly name: string
}

/** How sure the model says it is, next to the probabilities that it gave to the options. */
export function StatedConfidence({ figures }: { readonly figures: StatedFigures }) {
  const { n, unread, stated, options } = figures
  const rows: readonly Row[] = [
    ...(stated ? [{ name: 'Stated in a second turn', ...stated }] : []),
    ...(options ? [{ name: 'Option probability', ...options }] : []),
  ]
  return (
    <>
      <p className="prose muted">
        After each answer the model was asked how sure it is, from 0 to 100. {counted(n, 'reply', 'replies')}{' '}
        could be read{unread > 0 && `, ${unread} could not`}.
      </p>
      {rows.length > 0 && (
        <DataTable
          caption="Calibration of the stated confidence"
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            textColumn<Row>('confidence', 'Confidence', ({ name }) => name),
            { name: 'n', value: () => n },
            figure<Row>('mean', 'Mean', ({ mean }) => mean, percent),
            figure<Row>('accuracy', 'Accuracy', ({ accuracy }) => accuracy, percent),
            figure<Row>(
              'calibration_error',
              'Calibration error',
              ({ calibrationError }) => calibrationError,
              decimal,
            ),
            figure<Row>('brier', 'Brier', ({ brier }) => brier.share, decimal, { isStrong: true }),
            ...intervalColumns<Row>(({ brier }) => brier, decimalInterval),
          ]}
          file="voxelwise-stated-confidence.csv"
        />
      )}
    </>
  )
}

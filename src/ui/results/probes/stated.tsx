import { counted } from '../../../engine/base/counted.ts'
import type { ConfidenceScore, StatedFigures } from '../../../engine/probes/stated-confidence.ts'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { decimal, decimalInterval, percent } from '../../text/format.ts'

interface Row extends ConfidenceScore {
  readonly name: string
}

/** How sure the model says it is, next to the probabilities that it gave to the options. */
export function StatedConfidence({
  figures: { n, unread, stated, options },
}: {
  readonly figures: StatedFigures
}) {
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
          keyOf={({ name }) => name}
          columns={[
            { key: 'name', name: 'Confidence', cell: ({ name }) => name },
            figure<Row>('mean', 'Mean', ({ mean }) => mean, percent),
            figure<Row>('accuracy', 'Accuracy', ({ accuracy }) => accuracy, percent),
            figure<Row>('ece', 'Calibration error', ({ calibrationError }) => calibrationError, decimal),
            figure<Row>('brier', 'Brier', ({ brier }) => brier.share, decimal, { isStrong: true }),
            {
              key: 'interval',
              name: '95% interval',
              isNumber: true,
              cell: ({ brier }) => decimalInterval(brier.low, brier.high),
            },
          ]}
          savedColumns={[
            { name: 'confidence', value: ({ name }) => name },
            { name: 'n', value: () => n },
            { name: 'mean', value: ({ mean }) => mean },
            { name: 'accuracy', value: ({ accuracy }) => accuracy },
            { name: 'calibration_error', value: ({ calibrationError }) => calibrationError },
            { name: 'brier', value: ({ brier }) => brier.share },
            { name: 'low', value: ({ brier }) => brier.low },
            { name: 'high', value: ({ brier }) => brier.high },
          ]}
          file="voxelwise-stated-confidence.csv"
        />
      )}
    </>
  )
}

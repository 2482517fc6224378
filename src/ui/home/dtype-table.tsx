import type { DeviceState } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import type { DtypeOverview } from '../../engine/model/dtype-overview.ts'
import { measuredWords } from '../../engine/model/measured-precisions.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import {
  computedHere,
  type Device,
  deviceName,
  type Precision,
  toDeviceKind,
} from '../../engine/protocol/device.ts'
import { dtypeWords, isMixed } from '../../engine/protocol/mixed-precision.ts'
import { pick, useApp } from '../hooks/use-app.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import type { SavedColumn } from '../shared/table/sorting.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { bytes } from '../text/format.ts'

/** Each precision in the folder: file size, memory on the chosen device, and why it cannot be used. */
export function DtypeTable({ overview }: { readonly overview: ModelOverview }) {
  const { settings, device: machine } = useApp(pick('settings', 'device'))
  const device = computedHere(settings)?.device ?? 'wasm'
  const rows = shownPrecisions(overview, settings.dtype)
  const isEstimated = overview.dtypes.some(({ memory }) => memory !== null)
  const measured = overview.dtypes.find(({ agreement }) => agreement !== null)?.agreement
  const unmeasured = measuredWords(rows.map(({ dtype }) => dtype))
  return (
    <>
      <DataTable
        caption="Precisions in the folder"
        className="data dtypes"
        columns={shownColumns(
          device,
          overview.dtypes.some(({ agreement }) => agreement !== null),
        )}
        rows={rows}
        rowKey={({ dtype }) => dtype}
        rowData={precision => {
          const { verdict, reason } = judgeDtype(precision, device)
          return { 'data-usable': verdict === 'usable', 'data-explained': reason !== null }
        }}
        rowNote={precision => judgeDtype(precision, device).reason}
        savedColumns={columnsFor(device)}
        file="voxelwise-precisions.csv"
      />
      {measured && (
        <p className="note">Same as PyTorch: answers unchanged by the export ({measured.reference}).</p>
      )}
      {!measured && unmeasured && (
        <p className="note">
          This folder has no test results for its precisions. In a small model with real language weights,{' '}
          {unmeasured} (docs/fidelity.md). Test your own with <code>tools/export --verify</code>.
        </p>
      )}
      {isEstimated && (
        <p className="note">
          Memory is an estimate for {promptWords(overview)}. {limitWords(device, machine)}
        </p>
      )}
    </>
  )
}

/** All precisions but mixed ones that are not chosen, recommended or measured. */
function shownPrecisions(
  { dtypes, recommended }: ModelOverview,
  chosen: Precision,
): readonly DtypeOverview[] {
  return dtypes.filter(
    ({ dtype, agreement }) =>
      !isMixed(dtype) || dtype === chosen || dtype === recommended?.dtype || agreement !== null,
  )
}

const shownColumns = (device: Device, isMeasured: boolean): readonly TableColumn<DtypeOverview>[] => [
  { key: 'dtype', name: 'Precision', cell: ({ dtype }) => dtypeWords(dtype) },
  { key: 'files', name: 'Files', isNumber: true, cell: precision => bytes(precision.bytes) },
  {
    key: 'memory',
    name: 'Memory',
    isNumber: true,
    cell: ({ memory }) => (memory ? `≈ ${bytes(memory.total[toDeviceKind(device)])}` : '–'),
  },
  ...(isMeasured
    ? [
        {
          key: 'agreement',
          name: 'Same as PyTorch',
          isNumber: true,
          cell: ({ agreement }: DtypeOverview) =>
            agreement ? `${agreement.questions - agreement.lettersChanged} of ${agreement.questions}` : '–',
        },
      ]
    : []),
  {
    key: 'verdict',
    name: deviceName(device),
    className: 'keep',
    cell: precision => judgeDtype(precision, device).verdict,
  },
]

const columnsFor = (device: Device): readonly SavedColumn<DtypeOverview>[] => [
  { name: 'precision', value: row => row.dtype },
  { name: 'file_bytes', value: row => row.bytes },
  { name: `memory_bytes_${device}`, value: row => row.memory?.total[toDeviceKind(device)] ?? null },
  { name: 'letters_asked', value: row => row.agreement?.questions ?? null },
  { name: 'letters_changed', value: row => row.agreement?.lettersChanged ?? null },
  { name: 'largest_logit_error', value: row => row.agreement?.logits ?? null },
  { name: `verdict_${device}`, value: row => judgeDtype(row, device).verdict },
  { name: 'reason', value: row => judgeDtype(row, device).reason },
]

function judgeDtype({ missing, problems, warnings }: DtypeOverview, device: Device) {
  if (missing.length > 0) return { verdict: 'incomplete', reason: `Missing: ${missing.join(', ')}.` }
  const [problem] = problems[toDeviceKind(device)]
  if (problem) return { verdict: 'not usable', reason: problem.message }
  const [warning] = warnings[toDeviceKind(device)]
  return warning ? { verdict: 'may fail', reason: warning.message } : { verdict: 'usable', reason: null }
}

function promptWords({ prompt }: ModelOverview): string {
  const text = counted(prompt.tokens, 'token')
  if (prompt.image === 0) return text
  return prompt.images === 1
    ? `${text} with an image of 512 × 512`
    : `${text} with ${prompt.images} images of 512 × 512`
}

function limitWords(device: Device, { webgpu }: DeviceState): string {
  if (device === 'wasm') return `WASM is limited to ${bytes(2 ** 32)}.`
  if (webgpu.status !== 'available') return ''
  return `This graphics card allows buffers of ${bytes(webgpu.maxBufferSize)}, and ${bytes(webgpu.maxStorageBufferBindingSize)} per kernel. Browsers do not report its total memory.`
}

import type { TrialState } from '../../../app/state/state.ts'
import {
  type AdvisedDtype,
  advisedDtypes,
  byUse,
  expectedMemory,
  type Fit,
  fitOf,
  fittingDtype,
  folderSize,
  speedOfPublished,
} from '../../../engine/model/advice.ts'
import { wasmMemory } from '../../../engine/model/limits.ts'
import { type PublishedVlm, publishedVlms } from '../../../engine/model/published-vlms.ts'
import { secondsFor } from '../../../engine/model/speed.ts'
import { computedHere, type Device, deviceKindOf } from '../../../engine/protocol/device.ts'
import { pick, useApp } from '../../hooks/use-app.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { expectedSpeedWords, folderSizeWords } from '../../text/advice.ts'
import { bytes, deviceName, none } from '../../text/format.ts'

interface Row {
  readonly vlm: PublishedVlm
  /** The chosen precision, or the largest one that fits. */
  readonly dtype: AdvisedDtype
  /** Bytes on the chosen device in that precision; null if unknown. */
  readonly memory: number | null
  readonly question: string
  readonly seconds: number | null
  readonly fit: Fit
}

interface Props {
  readonly dtype: AdvisedDtype
  /** Called with the name of the model whose commands to show, and its precision in the table. */
  readonly onGet: (name: string, dtype: AdvisedDtype) => void
}

/** Published models with folder size, and the memory and time expected on this machine. */
export function PublishedTable({ dtype, onGet }: Props) {
  const { settings, dataset, device: machine, trial } = useApp(pick('settings', 'dataset', 'device', 'trial'))
  const device = computedHere(settings)?.device ?? 'wasm'
  const kind = deviceKindOf(device)
  const images = Math.max(1, dataset.status === 'ready' ? dataset.overview.imagesAtOnce : 1)
  const f16 = machine.webgpu.status === 'available' && machine.webgpu.f16
  const rows = publishedVlms
    .map((vlm): Row => {
      const fitIn = (one: AdvisedDtype): Fit =>
        fitOf(vlm, one, kind, { f16, memory: expectedMemory(vlm, one, images) })
      const own = fittingDtype(dtype, fitIn)
      // A trial in another precision says nothing of this one.
      const tried = triedWith(trial, device, own)
      const speed = tried && speedOfPublished(vlm, tried.speed, tried.shape)
      const memory = expectedMemory(vlm, own, images)
      return {
        vlm,
        dtype: own,
        memory: memory?.total[kind] ?? null,
        question: tried ? expectedSpeedWords(speed, tried.whole) : none,
        seconds: speed && tried ? secondsFor(speed, tried.whole) / tried.whole.questions : null,
        fit: fitIn(own),
      }
    })
    .sort(byUse)
  return (
    <>
      <DataTable
        caption="Published small models"
        className="data wide"
        columns={shownOn(deviceName(device), onGet)}
        rows={rows}
        keyOf={({ vlm }) => vlm.repository}
        savedColumns={saved}
        file="voxelwise-published-models.csv"
      />
      <p className="note prose">
        Size: the three files of one precision on huggingface.co (≈ estimated from the parameter count).
        Memory: estimated for {dtype} on {deviceName(device)}, or for the largest precision that fits; WASM is
        limited to {bytes(wasmMemory)}. {triedWith(trial, device, dtype) ? extrapolated : untried} This
        project has run none of these models.
      </p>
    </>
  )
}

const extrapolated =
  'Time per question: extrapolated from the tested model by compute, up to 8× larger or smaller.'
const untried = 'Time per question: test the speed of the chosen model in this precision first (step 3).'

/** A speed test applies only to its own device and precision. */
const triedWith = (trial: TrialState, device: Device, dtype: AdvisedDtype) =>
  trial.status === 'done' && trial.what.device === device && trial.what.dtype === dtype ? trial : null

const shownOn = (device: string, onGet: Props['onGet']): readonly TableColumn<Row>[] => [
  { key: 'model', name: 'Model', cell: ({ vlm }) => vlm.name },
  ...advisedDtypes.map(dtype => ({
    key: dtype,
    name: dtype,
    isNumber: true,
    cell: ({ vlm }: Row) => folderSizeWords(folderSize(vlm, dtype)),
  })),
  {
    key: 'memory',
    name: 'Memory',
    isNumber: true,
    cell: ({ memory, dtype }) => (memory === null ? none : `≈ ${bytes(memory)} in ${dtype}`),
  },
  { key: 'fit', name: `On ${device}`, cell: ({ fit }) => (fit === 'not known' ? none : fit) },
  { key: 'question', name: 'Per question', isNumber: true, cell: ({ question }) => question },
  {
    key: 'had',
    name: 'Commands',
    cell: ({ vlm, dtype }) => (
      <SmallButton onClick={() => onGet(vlm.name, dtype)}>
        Show<span className="visually-hidden">{` the commands for ${vlm.name}`}</span>
      </SmallButton>
    ),
  },
]

const saved: readonly SavedColumn<Row>[] = [
  { name: 'model', value: ({ vlm }) => vlm.name },
  { name: 'repository', value: ({ vlm }) => vlm.repository },
  { name: 'family', value: ({ vlm }) => vlm.family },
  { name: 'published_as', value: ({ vlm }) => vlm.publishedAs },
  ...advisedDtypes.map(dtype => ({
    name: `bytes_${dtype}`,
    value: ({ vlm }: Row) => Math.round(folderSize(vlm, dtype).bytes),
  })),
  { name: 'precision', value: ({ dtype }) => dtype },
  { name: 'memory_bytes', value: ({ memory }) => memory && Math.round(memory) },
  { name: 'fit', value: ({ fit }) => fit },
  { name: 'seconds_a_question', value: ({ seconds }) => seconds },
]

import type { TrialState } from '../../../app/state/state.ts'
import {
  type AdvisedDtype,
  advisedDtypes,
  expectedMemory,
  type Fit,
  fitOf,
  folderSize,
  speedOfPublished,
} from '../../../engine/model/advice.ts'
import { wasmMemory } from '../../../engine/model/limits.ts'
import { type PublishedVlm, publishedVlms } from '../../../engine/model/published-vlms.ts'
import { secondsFor } from '../../../engine/model/speed.ts'
import { computedHere, type Device, deviceKindOf } from '../../../engine/protocol/device.ts'
import { useApp } from '../../hooks/use-app.ts'
import { DataTable } from '../../shared/table/data-table.tsx'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { expectedWords, sizeWords } from '../../text/advice.ts'
import { bytes, deviceName, none } from '../../text/format.ts'

interface Row {
  readonly vlm: PublishedVlm
  /** Bytes on the chosen device in the chosen precision; null where it cannot be told. */
  readonly memory: number | null
  readonly question: string
  readonly seconds: number | null
  readonly fit: Fit
}

interface Props {
  readonly dtype: AdvisedDtype
  /** Told the name of a model whose commands are wanted. */
  readonly onGet: (name: string) => void
}

/** Published models with the sizes of their folders, and what they are expected to need and take here. */
export function PublishedTable({ dtype, onGet }: Props) {
  const { settings, dataset, device: machine, trial } = useApp()
  const device = computedHere(settings)?.device ?? 'wasm'
  const kind = deviceKindOf(device)
  const images = Math.max(1, dataset.status === 'ready' ? dataset.overview.imagesAtOnce : 1)
  const f16 = machine.webgpu.status === 'available' && machine.webgpu.f16
  const tried = triedWith(trial, device, dtype)
  const rows = publishedVlms.map((vlm): Row => {
    const speed = tried && speedOfPublished(vlm, tried.speed, tried.shape)
    const memory = expectedMemory(vlm, dtype, images)
    return {
      vlm,
      memory: memory?.total[kind] ?? null,
      question: tried ? expectedWords(speed, tried.whole) : none,
      seconds: speed && tried ? secondsFor(speed, tried.whole) / tried.whole.questions : null,
      fit: fitOf(vlm, dtype, kind, { f16, memory }),
    }
  })
  return (
    <>
      <DataTable
        caption="Small models that are published"
        className="data wide"
        columns={shownOn(deviceName(device), onGet)}
        rows={rows}
        keyOf={({ vlm }) => vlm.repository}
        savedColumns={saved}
        file="voxelwise-published-models.csv"
      />
      <p className="field-note advice-words">
        Sizes are of all three files of a precision, as huggingface.co has them; ≈ where they follow from the
        number of parameters. Memory: estimated in {dtype} on {deviceName(device)}, as for a folder that is
        picked; WASM can hold {bytes(wasmMemory)}, and what a graphics card holds no browser tells.{' '}
        {tried ? extrapolated : untried} None of these models was run by this project.
      </p>
    </>
  )
}

const extrapolated =
  'A question: what the model that was tried took, by the ratio of multiplications; no measurement. Of models that need more than eight times as many, or fewer than an eighth, nothing can be told.'
const untried = 'What a question takes is told after a trial, in the precision that was tried.'

/** A trial says something of the same device and precision only. */
const triedWith = (trial: TrialState, device: Device, dtype: AdvisedDtype) =>
  trial.status === 'done' && trial.what.device === device && trial.what.dtype === dtype ? trial : null

const shownOn = (device: string, onGet: Props['onGet']): readonly TableColumn<Row>[] => [
  { key: 'model', name: 'Model', cell: ({ vlm }) => vlm.name },
  ...advisedDtypes.map(dtype => ({
    key: dtype,
    name: dtype,
    isNumber: true,
    cell: ({ vlm }: Row) => sizeWords(folderSize(vlm, dtype)),
  })),
  {
    key: 'memory',
    name: 'Memory',
    isNumber: true,
    cell: ({ memory }) => (memory === null ? none : `≈ ${bytes(memory)}`),
  },
  { key: 'fit', name: `On ${device}`, cell: ({ fit }) => (fit === 'not known' ? none : fit) },
  { key: 'question', name: 'A question', isNumber: true, cell: ({ question }) => question },
  {
    key: 'had',
    name: 'To get',
    cell: ({ vlm }) => (
      <button type="button" className="button small" onClick={() => onGet(vlm.name)}>
        {vlm.publishedAs === 'onnx' ? 'Download' : 'Export'}
        <span className="visually-hidden">{` ${vlm.name}`}</span>
      </button>
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
  { name: 'memory_bytes', value: ({ memory }) => memory && Math.round(memory) },
  { name: 'fit', value: ({ fit }) => fit },
  { name: 'seconds_a_question', value: ({ seconds }) => seconds },
]

import { wasmMemory } from '../../../engine/model/limits.ts'
import { type Device, deviceName } from '../../../engine/protocol/device.ts'
import { SmallButton } from '../../../ui/shared/controls/button.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { SavedColumn } from '../../../ui/shared/table/sorting.ts'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { bytes, none } from '../../../ui/text/format.ts'
import { advisedDtypes, folderSize, tokensOfAnImage } from '../engine/advice.ts'
import { expectedSpeedWords, folderSizeWords, tokensCell } from '../text/advice-words.ts'
import type { PublishedRow } from './advised-rows.ts'

interface Props {
  readonly rows: readonly PublishedRow[]
  readonly device: Device
  /** Called with the name of the model whose commands to show. */
  readonly onGet: (name: string) => void
}

/** Published models with the size, memory and time expected on this machine; without a column that is known of none. */
export function PublishedTable({ rows, device, onGet }: Props) {
  const hasTimes = rows.some(({ seconds }) => seconds !== null)
  return (
    <>
      <DataTable
        caption="Published small models"
        className="data wide"
        columns={shownOn(rows, device, onGet)}
        rows={rows}
        rowKey={({ vlm }) => vlm.repository}
        savedColumns={saved}
        file="voxelwise-published-models.csv"
      />
      <p className="note prose">
        Size: the weights in one precision, estimated from the number of parameters. Memory: estimated on{' '}
        {deviceName(device)}
        {device === 'wasm' && <>, which is limited to {bytes(wasmMemory)}</>}. Tokens per image: of 512 × 512
        pixels at the model’s own image detail. {hasTimes && extrapolated} This project has run none of these
        models.
      </p>
    </>
  )
}

const extrapolated =
  'Time per question: extrapolated from the tested model by compute, up to 8× larger or smaller.'

function shownOn(
  rows: readonly PublishedRow[],
  device: Device,
  onGet: Props['onGet'],
): readonly TableColumn<PublishedRow>[] {
  const columns: readonly (TableColumn<PublishedRow> & { readonly isKnown?: boolean })[] = [
    { key: 'model', name: 'Model', cell: ({ vlm }) => vlm.name },
    {
      key: 'kind',
      name: 'For',
      cell: ({ vlm }) => (vlm.isMedical ? 'medicine' : 'general use'),
    },
    { key: 'precision', name: 'Precision', cell: ({ dtype }) => dtype },
    {
      key: 'size',
      name: 'Size',
      isNumber: true,
      cell: ({ vlm, dtype }) => folderSizeWords(folderSize(vlm, dtype)),
    },
    {
      key: 'memory',
      name: 'Memory',
      isNumber: true,
      isKnown: rows.some(({ memory }) => memory !== null),
      cell: ({ memory }) => (memory === null ? none : `≈ ${bytes(memory)}`),
    },
    {
      key: 'image',
      name: 'Tokens per image',
      isNumber: true,
      cell: ({ vlm }) => tokensCell(tokensOfAnImage(vlm)),
    },
    {
      key: 'fit',
      name: `On ${deviceName(device)}`,
      isKnown: rows.some(({ fit }) => fit !== 'not known'),
      cell: ({ fit }) => fit,
    },
    {
      key: 'question',
      name: 'Per question',
      isNumber: true,
      isKnown: rows.some(({ seconds }) => seconds !== null),
      cell: ({ seconds }) => expectedSpeedWords(seconds),
    },
    {
      key: 'had',
      name: 'Commands',
      cell: ({ vlm }) => (
        <SmallButton onClick={() => onGet(vlm.name)}>
          Show<span className="visually-hidden">{` the commands for ${vlm.name}`}</span>
        </SmallButton>
      ),
    },
  ]
  return columns.filter(({ isKnown = true }) => isKnown)
}

const saved: readonly SavedColumn<PublishedRow>[] = [
  { name: 'model', value: ({ vlm }) => vlm.name },
  { name: 'repository', value: ({ vlm }) => vlm.repository },
  { name: 'family', value: ({ vlm }) => vlm.family },
  { name: 'published_as', value: ({ vlm }) => vlm.publishedAs },
  ...advisedDtypes.map(dtype => ({
    name: `bytes_${dtype}`,
    value: ({ vlm }: PublishedRow) => Math.round(folderSize(vlm, dtype)),
  })),
  { name: 'precision', value: ({ dtype }) => dtype },
  { name: 'memory_bytes', value: ({ memory }) => memory && Math.round(memory) },
  { name: 'tokens_an_image', value: ({ vlm }) => tokensOfAnImage(vlm) },
  { name: 'fit', value: ({ fit }) => fit },
  { name: 'seconds_a_question', value: ({ seconds }) => seconds },
]

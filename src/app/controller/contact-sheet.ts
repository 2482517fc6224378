import type { ResultRow } from '../../engine/analysis/result-row.ts'
import type { SheetFacts, SheetSample } from './report-facts.ts'
import type { Services } from './services.ts'

/** Samples of one contact sheet; more would make a file of tens of megabytes. */
const mostSamples = 100
/** Pixels of the longer side of an image. */
const side = 320

/** What a contact sheet of some of a run's samples shows: the first hundred of them, with their images. */
export async function sheetFacts(
  { data, images, store }: Pick<Services, 'data' | 'images' | 'store'>,
  id: string,
  rows: readonly ResultRow[],
): Promise<SheetFacts> {
  const open = await store
  const run = await open.run(id)
  const samples: SheetSample[] = []
  for (const row of rows.slice(0, mostSamples)) {
    const record = await open.record(id, row.index)
    const file = row.image === null ? null : await images.of(id, row.image)
    // Read by our own decoder: a browser does not show every format.
    const picture = file && (await data.remote.picture(file, row.image ?? '', null, run.settings.window))
    if (record) samples.push({ row, record, image: picture && (await smallAddress(picture)) })
  }
  return { run, samples, of: rows.length }
}

/** An image that fits the square of a contact sheet, as a data address. */
async function smallAddress(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map(length => Math.max(1, Math.round(length * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return `data:image/png;base64,${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}`
}

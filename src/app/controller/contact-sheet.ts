import { byImage } from '../../engine/analysis/by-image.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { answerTexts } from '../../engine/probes/answer-texts.ts'
import type { SheetFacts, SheetImage, SheetSample } from './report-facts.ts'
import type { Services } from './services.ts'
import type { Waiter } from './waiter.ts'

/** Samples of one contact sheet; more would make a file of tens of megabytes. */
const mostSamples = 100
/** Pixels of the longer side of an image. */
const side = 320

/** What a contact sheet of some of a run's samples shows: the first hundred of them, by image. */
export async function sheetFacts(
  { data, images, store }: Pick<Services, 'data' | 'images' | 'store'>,
  id: string,
  rows: readonly ResultRow[],
  { signal, report }: Waiter,
): Promise<SheetFacts> {
  const open = await store
  const run = await open.run(id)
  const groups = byImage(rows.slice(0, mostSamples))
  const shown: SheetImage[] = []
  for (const [at, { image, rows }] of groups.entries()) {
    signal.throwIfAborted()
    report(`Image ${at + 1} of ${groups.length}`)
    const file = image === null ? null : await images.of(id, image)
    // Read by our own decoder: a browser does not show every format.
    const picture = file && (await data.remote.picture(file, image ?? '', null, run.settings.window))
    const samples: SheetSample[] = []
    for (const row of rows) {
      const record = await open.record(id, row.index)
      if (record) samples.push({ row, texts: answerTexts(record, run) })
    }
    shown.push({ image: picture && (await smallAddress(picture)), samples })
  }
  return { run, images: shown, shown: Math.min(rows.length, mostSamples), of: rows.length }
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

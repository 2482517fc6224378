import { counted, grouped } from '../base/counted.ts'
import { type DetailMeasure, ownDetail, readDetail } from '../base/image-detail.ts'
import { dtypeWords } from './mixed-precision.ts'
import { chosenDetail, type RunSettings } from './settings.ts'

const measured: Readonly<Record<DetailMeasure, (most: number) => string>> = {
  tiles: most => `up to ${counted(most, 'tile')}`,
  side: most => `sides up to ${grouped(most)} pixels`,
  pixels: most => `up to ${grouped(most)} pixels`,
}

/** An image detail in words: "as the model says", "up to 1 tile". */
export function detailWords(detail: string): string {
  const read = readDetail(detail)
  return read ? measured[read.measure](read.most) : 'as the model says'
}

/** In the name of a run: "fp32", "fp32 (up to 1 tile)". */
export function precisionName(settings: Pick<RunSettings, 'dtype' | 'imageDetail'>): string {
  const detail = chosenDetail(settings)
  const precision = dtypeWords(settings.dtype)
  return detail === ownDetail ? precision : `${precision} (${detailWords(detail)})`
}

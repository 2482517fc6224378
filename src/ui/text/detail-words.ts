import { counted, grouped } from '../../engine/base/counted.ts'
import { type DetailMeasure, readDetail } from '../../engine/base/image-detail.ts'

const measured: Readonly<Record<DetailMeasure, (most: number) => string>> = {
  tiles: most => `at most ${counted(most, 'tile')}`,
  side: most => `longest side at most ${grouped(most)} pixels`,
  pixels: most => `at most ${grouped(most)} pixels`,
}

/** An image detail in words: "as the model says", "at most 1 tile". */
export function detailWords(detail: string): string {
  const read = readDetail(detail)
  return read ? measured[read.measure](read.most) : 'as the model says'
}

/** How finely an image is shown to a model, as settings write it: at most so much of one measure, or as the model's files say. */

/** Most of each measure: far above what any published processor makes of an image. */
const limits = { tiles: 256, side: 8192, pixels: 2 ** 26 } as const

export type DetailMeasure = keyof typeof limits

export interface ImageDetail {
  readonly measure: DetailMeasure
  readonly most: number
}

/** As the model's own files say. A run that shows images so does not mention it. */
export const ownDetail = 'own'

export const detailForms = 'own, tiles:N, side:N or pixels:N'

const isMeasure = (text: string | undefined): text is DetailMeasure =>
  text !== undefined && Object.hasOwn(limits, text)

/** "tiles:1", "side:1024", "pixels:200704"; null for any other text, `ownDetail` among them. */
export function readDetail(text: string): ImageDetail | null {
  const [, measure, digits] = /^([a-z]+):([1-9]\d{0,8})$/.exec(text) ?? []
  const most = Number(digits)
  return isMeasure(measure) && most <= limits[measure] ? { measure, most } : null
}

export const isDetail = (text: string): boolean => text === ownDetail || readDetail(text) !== null

export const detailText = ({ measure, most }: ImageDetail): string => `${measure}:${most}`

/** How a pass names a detail without knowing the model. */
export const relativeDetails = ['least', 'middle'] as const
export type RelativeDetail = (typeof relativeDetails)[number]

import type { ImageFile } from './record.ts'

/** An image on its way to a model server. */
export interface ServerPicture {
  readonly uri: PictureUri
  /** Its source. */
  readonly file: ImageFile
  /** Whether its pixels were encoded again, as PNG. */
  readonly isReencoded: boolean
}

/** A picture as a server takes it: the bytes of a PNG or JPEG file, as a data URI. */
export type PictureUri = string

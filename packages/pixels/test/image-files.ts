import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What Pillow makes of a file, as tools/golden/pillow_decode.py writes it. */
export type Verdict =
  | {
      readonly file: string
      readonly format: string
      readonly mode: string
      readonly width: number
      readonly height: number
      /** SHA-256 of the RGB bytes. */
      readonly sha256: string
      /** The RGB bytes themselves, zlib and base64, where no browser gives the same. */
      readonly rgb?: string
      readonly error?: undefined
    }
  | { readonly file: string; readonly error: string }

export const verdicts = (
  JSON.parse(readFileSync(new URL('golden/pillow/decode.json', import.meta.url), 'utf8')) as {
    readonly files: readonly Verdict[]
  }
).files

export function imageFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`golden/pillow/decode/${name}`, import.meta.url)))
}

export function sha256(bytes: Uint8Array | Uint8ClampedArray): string {
  return createHash('sha256').update(bytes).digest('hex')
}

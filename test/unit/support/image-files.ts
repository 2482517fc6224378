import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { golden } from './golden.ts'

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

export const verdicts = golden<{ files: readonly Verdict[] }>('pillow/decode.json').files

export function imageFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve('test/golden/pillow/decode', name)))
}

export function sha256(bytes: Uint8Array | Uint8ClampedArray): string {
  return createHash('sha256').update(bytes).digest('hex')
}

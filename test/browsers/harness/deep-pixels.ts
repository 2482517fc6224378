/** DICOM files of every coding and volumes in a browser, beside what Node makes of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { sha256 } from '../../../packages/pixels/test/image-files.ts'
import { readPicture } from '../../../src/data/images/decoding.ts'
import { VoxelwiseError } from '../../../src/engine/base/errors.ts'
import type { Driven } from './driven.ts'

const goldens = 'packages/pixels/test/golden'

export interface DeepReport {
  /** Files that are the same to the byte, or refused with the same code. */
  readonly same: number
  /** What the browser makes of the others. */
  readonly different: Readonly<Record<string, string>>
  /** What the page's policy stopped. */
  readonly stopped: readonly string[]
}

/**
 * Decodes each file in the built page, under its own Content-Security-Policy: unit tests compare Node's pictures with pydicom's
 * and nibabel's.
 */
export async function deepPixelsIn(
  { run, goto }: Pick<Driven, 'run' | 'goto'>,
  origin: string,
): Promise<DeepReport> {
  await goto(`${origin}/headless.html`)
  await run(() => {
    const stopped: string[] = []
    Object.assign(globalThis, { stopped })
    document.addEventListener('securitypolicyviolation', event =>
      stopped.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  let same = 0
  const different: Record<string, string> = {}
  for (const [folder, part] of [
    ['dicom/files', ''],
    ['nifti', '//axial=2'],
  ] as const)
    for (const file of readdirSync(join(goldens, folder)).filter(name => !name.endsWith('.jsonl'))) {
      const bytes = readFileSync(join(goldens, folder, file))
      const name = `${file}${part}`
      const found = await run(
        (base64: string, name: string) => globalThis.voxelwisePixels(base64, name),
        bytes.toString('base64'),
        name,
      )
      const seen = 'code' in found ? found.code : found.sha256
      if (seen === (await inNode(bytes, name))) same++
      else different[file] = seen
    }
  const stopped = await run(() => (globalThis as unknown as { stopped: string[] }).stopped)
  return { same, different, stopped }
}

/** SHA-256 of the picture, or the code of the error. */
async function inNode(bytes: Uint8Array, name: string): Promise<string> {
  try {
    const { pixels } = await readPicture(new Uint8Array(bytes), name, nodeCodec, filePolicy)
    return sha256(pixels.data)
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info.code
    throw error
  }
}

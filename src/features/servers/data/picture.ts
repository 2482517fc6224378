import { probeImage, type WindowPolicy } from '@voxelwise/pixels'
import { readPicture } from '../../../data/images/decoding.ts'
import { type ReadFile, withMask } from '../../../data/images/mask.ts'
import { pageCodec } from '../../../data/images/page-codec.ts'
import { toPng } from '../../../data/images/picture.ts'
import type { FileBytes } from '../../../data/sources/source.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import { changedPixels } from '../../../engine/probes/changed-pixels.ts'
import { findProbeKind } from '../../../engine/probes/kind-of.ts'
import type { PixelChange } from '../../../engine/protocol/probe.ts'
import type { PictureUri, ServerPicture } from '../../../engine/protocol/server-picture.ts'

/**
 * The bytes of a PNG or JPEG file unchanged, so that only the server prepares pixels. Not every server reads other
 * formats: they are decoded here, as for a model in the page, and sent as PNG, and so are images that a probe changes.
 * @throws VoxelwiseError as `readPixels`; an empty or a cut file is refused either way
 */
export async function serverPicture(
  { bytes, modified }: FileBytes,
  path: string,
  change: PixelChange | null,
  readMask: ReadFile,
  policy: WindowPolicy,
): Promise<ServerPicture> {
  if (change && findProbeKind(change).pixels?.detail) throw new VoxelwiseError(noDetail(change.kind))
  const content = new Uint8Array(bytes)
  const format = probeImage(content)?.format
  // Also if the file itself is sent: a server would show a broken file in its own way.
  const { pixels, display } = await readPicture(content, path, pageCodec, policy)
  const file = { sha256: await sha256(bytes), size: bytes.byteLength, modified, ...(display && { display }) }
  if (change === null && !display && (format === 'png' || format === 'jpeg'))
    return { uri: dataUri(`image/${format}`, content), file, isReencoded: false }
  const placed = change && (await withMask(change, pixels, path, readMask, pageCodec))
  const png = await toPng(placed ? changedPixels(pixels, path, placed) : pixels)
  return { uri: dataUri('image/png', new Uint8Array(await png.arrayBuffer())), file, isReencoded: true }
}

const noDetail = (pass: string) =>
  ({
    code: 'model-unsupported',
    subject: pass,
    message: 'A model server prepares images itself, so their detail cannot be chosen here.',
    remedy: 'Remove this pass, or run the model in the page.',
  }) as const

/** Maximum bytes per `String.fromCharCode`; divisible by 3, so that parts of base64 can be joined. */
const part = 0x6000

function dataUri(type: string, bytes: Uint8Array): PictureUri {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += part)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + part))))
  return `data:${type};base64,${parts.join('')}`
}

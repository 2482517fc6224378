import type { Family, ModelConfigs, PreparedImage, TensorData } from '../../engine/families/family.ts'
import type { Pixels } from '../../engine/image/pixels.ts'
import { changedPixels } from '../../engine/probes/corrupt.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { prepareImage } from '../../engine/runtime/prepare.ts'
import type { ImageInput } from '../../engine/runtime/prepared.ts'
import { sha256 } from '../sources/fingerprint.ts'
import type { FileBytes } from '../sources/source.ts'
import type { ImageCodec } from './codec.ts'
import { decodeRgb } from './decode.ts'

/** How images become inputs of a model's encoder. */
export interface ImageSettings {
  readonly family: Family
  readonly configs: ModelConfigs
  /** The browser's unless given. */
  readonly codec?: ImageCodec
  /** Features stored by earlier runs; null if there are none. */
  readonly features: KeptFeatures | null
}

export interface KeptFeatures {
  /** The storage name of an image with these bytes (SHA-256, or another identifier of the same length). */
  nameOf(identity: string): string
  read(name: string): Promise<{ readonly image: PreparedImage; readonly features: TensorData } | null>
}

/** An image without the identity of its file. */
type Input = Omit<ImageInput, 'file' | 'identity'>

/**
 * @param path rooted path, used in errors
 * @param count images in the same prompt
 * @param change a probe's change to its pixels
 * @throws VoxelwiseError as `decodeRgb` and `prepareImage`
 */
export async function imageInput(
  settings: ImageSettings,
  { bytes, modified }: FileBytes,
  path: string,
  count: number,
  change: PixelChange | null,
): Promise<ImageInput> {
  const { family, codec, features } = settings
  const file = { sha256: await sha256(bytes), size: bytes.byteLength, modified }
  const among = family.dependsOnCount && count > 1 ? '-among-several' : ''
  // Noise differs from path to path.
  const rest = { identity: `${file.sha256}${among} ${path}`, file }
  const decoded = () => decodeRgb(new Uint8Array(bytes), path, codec)
  if (change) {
    const pixels = await decoded()
    return { ...(await changed(settings, pixels, path, count, among, change)), ...rest }
  }
  const key = features && features.nameOf(file.sha256) + among
  return { ...(await keptOr(settings, key, path, count, decoded)), ...rest }
}

/** Blank images of one size share their features. Corrupted ones are used once and not worth the disk. */
function changed(
  settings: ImageSettings,
  pixels: Pixels,
  path: string,
  count: number,
  among: string,
  change: PixelChange,
): Promise<Input> {
  const size = `${pixels.width}x${pixels.height}`
  const { features } = settings
  const key =
    features && change.kind === 'blank-image' ? `${features.nameOf(`${change.kind}-${size}`)}${among}` : null
  return keptOr(settings, key, path, count, async () => changedPixels(pixels, path, change))
}

/** The features stored under a name, or the pixels for the encoder. */
async function keptOr(
  { family, configs, features }: ImageSettings,
  key: string | null,
  path: string,
  count: number,
  pixels: () => Promise<Pixels>,
): Promise<Input> {
  const kept = features && key ? await features.read(key) : null
  if (kept) return { ...kept, key: null }
  return { image: prepareImage(family, configs, await pixels(), path, count), features: null, key }
}

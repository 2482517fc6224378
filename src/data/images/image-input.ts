import { type ImageCodec, isDicom, type Pixels, splitPart, type WindowPolicy } from '@voxelwise/pixels'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { relativeDetail, withDetail } from '../../engine/families/detail.ts'
import type { Family, ModelConfigs, PreparedImage, TensorData } from '../../engine/families/family.ts'
import { tokenPlaces } from '../../engine/families/token-places.ts'
import { changedPixels } from '../../engine/probes/changed-pixels.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { prepareImage } from '../../engine/runtime/prepare.ts'
import type { ImageInput, ImageLayout } from '../../engine/runtime/prepared.ts'
import type { FileBytes } from '../sources/source.ts'
import { dependsOnPolicy, readPicture } from './decoding.ts'
import { findMarkedBox, type ReadFile, withMask } from './mask.ts'
import { pageCodec } from './page-codec.ts'

/** How images become inputs of a model's encoder. */
export interface ImageSettings {
  readonly family: Family
  readonly configs: ModelConfigs
  /** How finely they are shown; `ownDetail`, or as `readDetail` reads it. */
  readonly detail: string
  /** The browser's unless given. */
  readonly codec?: ImageCodec
  /** How values of more than 8 bits are shown. */
  readonly policy: WindowPolicy
  /** Features stored by earlier runs; null if there are none. */
  readonly features: KeptFeatures | null
  /** Reads masks of regions in the same data set. */
  readonly readMask: ReadFile
}

export interface KeptFeatures {
  /** The storage name of an image with these bytes (SHA-256, or another identifier of the same length). */
  storageName(identity: string): string
  read(name: string): Promise<{ readonly image: PreparedImage; readonly features: TensorData } | null>
}

type Input = Omit<ImageInput, 'file' | 'identity'>

/** @param count images in the same prompt @throws VoxelwiseError as `readPixels` and `prepareImage` */
export async function imageInput(
  settings: ImageSettings,
  { bytes, modified }: FileBytes,
  path: string,
  count: number,
  change: PixelChange | null,
): Promise<ImageInput> {
  const { family, codec = pageCodec, features, policy, readMask } = settings
  const work = change && findProbeKind(change).pixels
  const relative = change && work?.detail?.(change)
  const detail = relative ? relativeDetail(family, settings.configs, relative) : settings.detail
  const configs = withDetail(family, settings.configs, detail)
  const digest = await sha256(bytes)
  const content = new Uint8Array(bytes)
  const decode = () => readPicture(content, path, codec, policy)
  // Its record states how it was shown, even where its features are known.
  const hasDepth = isDicom(content) || dependsOnPolicy(content, path, policy)
  const shown = hasDepth ? await decode() : null
  const display = shown?.display
  const file = { sha256: digest, size: bytes.byteLength, modified, ...(display && { display }) }
  const others = family.dependsOnCount === 'exactly' ? String(count) : 'several'
  const alone = family.dependsOnCount && count > 1 ? `-among-${others}` : ''
  // The same image at another detail has other features.
  const among = detail === ownDetail ? alone : `${alone}-at-${detail}`
  const decoded = async () => (shown ?? (await decode())).pixels
  /** The features stored under a name, or the pixels for the encoder. */
  const keptOr = async (key: string | null, pixels: () => Promise<Pixels>): Promise<Input> => {
    const storedFeatures = features && key ? await features.read(key) : null
    if (storedFeatures) return { ...storedFeatures, key: null }
    const picture = await pixels()
    const image = prepareImage(family, configs, picture, path, count)
    return { image, features: null, key, size: [picture.width, picture.height] }
  }
  const isMapped = change !== null && (work?.keepsImage?.(change) ?? false)
  if (change && !isMapped && !relative) {
    const pixels = await decoded()
    const size = `${pixels.width}x${pixels.height}`
    const isUniform = work?.isUniform ?? false
    // Blank images of one size share their features. Corrupted ones are used once and not worth the disk.
    const key = features && isUniform ? `${features.storageName(`${change.kind}-${size}`)}${among}` : null
    const input = await keptOr(key, async () =>
      changedPixels(pixels, path, await withMask(change, pixels, path, readMask, codec)),
    )
    // Noise differs from path to path, and the region from question to question.
    const scope = isUniform ? size : `${digest} ${path} ${JSON.stringify(change)}`
    return { ...input, identity: `${change.kind} ${scope}${among}`, file }
  }
  const identity = `${digest}${among} ${path}`
  const sign = shown ? await partDigest(digest, path, policy) : digest
  const key = features && features.storageName(sign) + among
  if (!isMapped) return { ...(await keptOr(key, decoded)), identity, file }
  // A map begins with the image as it is.
  const pixels = await decoded()
  const input = await keptOr(key, async () => pixels)
  const marked = await findMarkedBox(change, pixels, path, readMask, codec)
  const layout = { ...imageLayout({ family, configs }, pixels, count), ...(marked && { marked }) }
  return { ...input, identity, file, layout }
}

function imageLayout(
  { family, configs }: Pick<ImageSettings, 'family' | 'configs'>,
  pixels: Pixels,
  count: number,
): ImageLayout {
  const { width, height } = pixels
  const tokens = family.imageTokens?.(width, height, configs)
  const places = tokens === undefined ? null : tokenPlaces(family, configs, pixels, tokens, count)
  return { size: [width, height], places }
}

/** Another part of a file, or another window, is another image. */
const partDigest = (digest: string, path: string, policy: WindowPolicy): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify([digest, splitPart(path).part, policy])))

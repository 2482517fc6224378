/** The official loader's decision on one item of a `test.json`: a sample, or skipped and why. */
import {
  get,
  isAbsolute,
  isInside,
  isJsonObject,
  type Json,
  type JsonObject,
  join,
  normalise,
  str,
  truthy,
} from '@voxelwise/python'
import type { Texts } from '../../engine/base/texts.ts'
import { listOptions } from '../../engine/protocol/protocols/medrcube.ts'
import type { FindingKind, SkipReason } from '../../engine/protocol/sample.ts'

/** Where an item was found. */
interface Surroundings {
  /** The picked folder's own name. */
  readonly root: string
  /** Rooted path of the folder with the `test.json`. */
  readonly folder: string
  /** Rooted paths of images, which samples share. */
  readonly images: Texts
}

/** An item with its rooted path, and what is odd about that. */
interface Rooted {
  readonly fields: JsonObject
  readonly image: string | null
  readonly finding: { readonly kind: FindingKind; readonly subject: string } | null
}

export type Admission = Rooted &
  ({ readonly skip: null } | { readonly skip: SkipReason; readonly subject: string })

/** One for all: what is no object has nothing of its own to tell. */
const notAnObject: Admission = {
  skip: 'missing_required_fields',
  fields: {},
  image: null,
  subject: 'not an object',
  finding: null,
}

const required = ['id', 'question', 'gt_answer'] as const

/**
 * All checks except whether the image exists: `unlessMissing` does that.
 * @param item changed in place: its path becomes rooted, as copies of 700,000 items would need much memory
 */
export function admit(item: Json, around: Surroundings): Admission {
  if (!isJsonObject(item)) return notAnObject
  const rooted = rootImage(item, around)
  const { image, finding } = rooted
  const skip = (reason: SkipReason, subject: string): Admission => ({ ...rooted, skip: reason, subject })

  const missing = required.find(field => !truthy(get(item, field)))
  if (missing) return skip('missing_required_fields', missing)
  if (listOptions(item).length === 0) return skip('missing_options', 'option_A … option_D')
  // A path that is no text, or leads out of the folder, names nothing that could be read.
  if (image !== null && finding) return skip('missing_image', image)
  return { ...rooted, skip: null }
}

/** @param exists whether a rooted path is a file or a folder of the picked folder */
export function unlessMissing(admission: Admission, exists: (path: string) => boolean): Admission {
  const { skip, image } = admission
  const isMissing = skip === null && image !== null && !exists(image)
  return isMissing ? { ...admission, skip: 'missing_image', subject: image } : admission
}

/** The fields with `image_path` joined to the folder and normalised, where there is one. */
function rootImage(item: JsonObject, { root, folder, images }: Surroundings): Rooted {
  const given = get(item, 'image_path')
  if (given === undefined || given === null || given === '')
    return { fields: item, image: null, finding: null }
  if (typeof given !== 'string') {
    // What Python takes for false is no image; anything else would stop the official loader.
    const image = truthy(given) ? str(given) : null
    return { fields: item, image, finding: { kind: 'path-not-text', subject: str(given) } }
  }
  const image = isAbsolute(given) ? given : images.of(normalise(join(folder, given)))
  const fields = isAbsolute(given) ? item : Object.assign(item, { image_path: image })
  const outside = isAbsolute(given) || !isInside(root, image)
  return { fields, image, finding: outside ? { kind: 'path-outside-folder', subject: given } : null }
}

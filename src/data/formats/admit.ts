/** The official loader's decision on one item of a `test.json`: a sample, or skipped and why. */
import { isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { isAbsolute, isInside, join, normalise } from '../../engine/base/paths.ts'
import { get, str, truthy } from '../../engine/base/python.ts'
import type { Texts } from '../../engine/base/texts.ts'
import { optionsOf } from '../../engine/protocol/protocols/medrcube.ts'
import type { FindingKind, SkipReason } from '../../engine/protocol/sample.ts'

/** Where an item was found. */
export interface Surroundings {
  /** The picked folder's own name. */
  readonly root: string
  /** Rooted path of the folder with the `test.json`. */
  readonly folder: string
  /** Rooted paths of images, which samples share. */
  readonly images: Texts
}

interface PathFinding {
  readonly kind: FindingKind
  readonly subject: string
}

export type Admission =
  | {
      readonly skip: null
      readonly fields: JsonObject
      readonly image: string | null
      readonly finding: PathFinding | null
    }
  | {
      readonly skip: SkipReason
      readonly fields: JsonObject
      readonly subject: string
      readonly finding: PathFinding | null
    }

/** One for all: what is no object has nothing of its own to tell. */
const notAnObject: Admission = {
  skip: 'missing_required_fields',
  fields: {},
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
  const { fields, image, finding } = rootImage(item, around)
  const skip = (reason: SkipReason, subject: string): Admission => ({
    skip: reason,
    fields,
    subject,
    finding,
  })

  const missing = required.find(field => !truthy(get(item, field)))
  if (missing) return skip('missing_required_fields', missing)
  if (optionsOf(item).length === 0) return skip('missing_options', 'option_A … option_D')
  // A path that is no text, or leads out of the folder, names nothing that could be read.
  if (image !== null && finding) return skip('missing_image', image)
  return { skip: null, fields, image, finding }
}

/** @param exists whether a rooted path is a file or a folder of the picked folder */
export function unlessMissing(admission: Admission, exists: (path: string) => boolean): Admission {
  if (admission.skip !== null || admission.image === null || exists(admission.image)) return admission
  const { fields, image, finding } = admission
  return { skip: 'missing_image', fields, subject: image, finding }
}

interface Rooted {
  readonly fields: JsonObject
  readonly image: string | null
  readonly finding: PathFinding | null
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

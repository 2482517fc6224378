import { sha256 } from '../../data/sources/fingerprint.ts'
import { modelFingerprint } from '../../data/sources/model-files.ts'
import { familyOf } from '../../engine/families/registry.ts'
import type { Precision } from '../../engine/protocol/device.ts'
import type { ServerInfo } from '../../engine/protocol/server-info.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { identityText } from '../../engine/servers/identify.ts'

/** A model's folder, or the server that runs it. `base`: where our own server forwards questions to it. */
export type OpenedModel =
  | { readonly kind: 'folder'; readonly folder: ModelFolder }
  | { readonly kind: 'server'; readonly info: ServerInfo; readonly base: string }

/** SHA-256 (hex) of the model in one precision, or of what a server says about itself. */
export function fingerprintOf(model: OpenedModel, family: string, dtype: Precision): Promise<string> {
  if (model.kind === 'server') return sha256(new TextEncoder().encode(identityText(model.info)))
  if (dtype === 'server' || dtype === 'elsewhere') throw new Error('This model is a folder, not a server.')
  return modelFingerprint(model.folder, familyOf(family).sessions, dtype)
}

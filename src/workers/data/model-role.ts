import { connectServer } from '../../data/seams.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import { openModelFolder, summariseModel } from '../../data/sources/model-files.ts'
import { modelFingerprint } from '../../data/sources/model-fingerprint.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import { type CopyOrder, openCopy } from '../../data/store/model-copies.ts'
import { brought } from '../../engine/base/brought.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { findFamily } from '../../engine/families/registry.ts'
import type { DeviceLimits } from '../../engine/model/limits.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { identityText, serverOverview } from '../../engine/model/served.ts'
import type { Dtype, Precision } from '../../engine/protocol/device.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import type { ServerInfo } from '../../engine/protocol/server-info.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { Opening } from '../contracts/folders.ts'
import { OpenedRole } from './opened-role.ts'

/** A model's folder, or the server that runs it. `base`: where our own server forwards questions to it. */
export type OpenedModel =
  | { readonly kind: 'folder'; readonly folder: ModelFolder; readonly source: SourceKind }
  | { readonly kind: 'server'; readonly info: ServerInfo; readonly base: string }

/** The model, or the judge, that is open: a folder or a server. */
export class ModelRole {
  readonly #role = new OpenedRole<OpenedModel>()

  /** @param images of one question, which need memory */
  async openFolder(
    number: number,
    descriptor: SourceDescriptor,
    limits: DeviceLimits,
    images: () => number,
  ): Promise<ModelOverview> {
    const source = openSource(descriptor)
    await this.#role.open(number, async () => ({
      kind: 'folder',
      folder: await openModelFolder(source),
      source: source.kind,
    }))
    return this.describe(limits, images())
  }

  /** As `openFolder`, of a private copy. */
  async openCopy(
    number: number,
    id: string,
    name: string,
    limits: DeviceLimits,
    images: () => number,
  ): Promise<ModelOverview> {
    await this.#role.open(number, async () => ({
      kind: 'folder',
      folder: await openCopy(id, name),
      source: 'directory',
    }))
    return this.describe(limits, images())
  }

  /** What a private copy of the open checkpoint holds. @throws VoxelwiseError fingerprint-mismatch as `hold` */
  async copyOrder(opening: Opening, family: string, dtype: Dtype): Promise<CopyOrder> {
    const model = this.hold(opening)
    if (model.kind !== 'folder') throw new Error('A server’s model has no files.')
    const { sessions } = findFamily(family)
    const fingerprint = await modelFingerprint(model.folder, sessions, dtype, null)
    return { folder: model.folder, sessions, dtype, fingerprint }
  }

  /** As `DataWorker.openServer`. */
  async openServer(
    number: number,
    base: string,
    model: string,
    onStep: (words: string) => void,
  ): Promise<ModelOverview> {
    const { info } = await this.#role.open(number, async signal => ({
      kind: 'server',
      info: await brought(connectServer)(base, model, onStep, signal),
      base,
    }))
    return serverOverview(info)
  }

  describe(limits: DeviceLimits, images: number): Promise<ModelOverview> {
    const model = this.#role.latest
    if (model?.kind !== 'folder') throw new Error('No model folder is open.')
    return summariseModel(model.folder, model.source, limits, images)
  }

  /** @throws VoxelwiseError fingerprint-mismatch where another model was opened since */
  hold(opening: Opening): OpenedModel {
    return this.#role.hold(opening)
  }

  fingerprint(opening: Opening, family: string, dtype: Precision, known: string | null): Promise<string> {
    return fingerprintOpened(this.hold(opening), family, dtype, known)
  }
}

/** SHA-256 (hex) of the model in one precision, or of a server's facts about itself. @param known as in `modelFingerprint` */
export function fingerprintOpened(
  model: OpenedModel,
  family: string,
  dtype: Precision,
  known: string | null,
): Promise<string> {
  if (model.kind === 'server') return sha256(new TextEncoder().encode(identityText(model.info)))
  if (dtype === 'server' || dtype === 'elsewhere') throw new Error('This model is a folder, not a server.')
  return modelFingerprint(model.folder, findFamily(family).sessions, dtype, known)
}

import type { ErrorInfo } from '../base/errors.ts'
import type { Dtype } from '../protocol/device.ts'
import type { AdapterFacts, SourceKind } from '../protocol/identity.ts'
import type { ServerInfo } from '../protocol/server-info.ts'
import type { DtypeOverview } from './dtype-overview.ts'
import type { Prompt } from './memory.ts'
import type { ParameterCount } from './parameters.ts'
import type { Recommendation } from './recommend.ts'
import type { ModelShape } from './speed.ts'

/** Pixels of each side of the image that memory and work are estimated for. */
export const imageSide = 512

export interface ImageTokens {
  readonly width: number
  readonly height: number
  readonly tokens: number
}

/** A detail that can be chosen for a run (`isDetail`), and what it makes of images. */
export interface DetailOverview {
  readonly detail: string
  readonly imageTokens: readonly ImageTokens[]
}

/** Facts about a model, known before it is loaded. */
export interface ModelOverview {
  readonly name: string
  readonly source: SourceKind
  /** `model_type` of config.json. */
  readonly family: string
  /** Complete ones first; at the end those that mix, of which every file is there. */
  readonly dtypes: readonly DtypeOverview[]
  readonly parameters: ParameterCount | null
  /** What the time per question depends on; null if it was not read. */
  readonly shape: ModelShape | null
  /** Maximum tokens of a prompt and its answer; null if the model does not give it. */
  readonly contextLength: number | null
  readonly imageTokens: readonly ImageTokens[]
  /** What it can be shown images at, its own detail first; absent where there is no other, and of a server. */
  readonly details?: readonly DetailOverview[]
  /** The prompt that memory is estimated for, and how many images it has. */
  readonly prompt: Prompt & { readonly images: number }
  /** It takes no images at all; absent where it does. */
  readonly textOnly?: true
  /** Why it is asked about one image at most, in words; absent where it takes several. */
  readonly oneImage?: string
  /** Whether it brings a chat template, its own or its family's. */
  readonly hasTemplate: boolean
  /** Whether it thinks aloud before it answers: `switch` if its template can be asked not to. Absent if it does not. */
  readonly thinks?: 'always' | 'switch'
  /** The one precision of a private copy; absent for a folder. */
  readonly copied?: Dtype
  /** Known differences from PyTorch, on any device, in words; null if none. */
  readonly departure: string | null
  /** Why it cannot be run; empty where it can. */
  readonly problems: readonly ErrorInfo[]
  readonly recommended: Recommendation | null
  /** The LoRA adapter that is merged into a checkpoint, null for none; absent for exported graphs and servers. */
  readonly adapter?: AdapterFacts | null
  /** Facts about a server, which has no files. */
  readonly server?: ServerInfo
}

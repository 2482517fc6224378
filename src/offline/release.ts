export interface ReleasedFile {
  /** Below the page's own address, with `/`. */
  readonly path: string
  readonly size: number
  /** The digest of its bytes, in base64, as `fetch` checks it. */
  readonly sha256: string
}

/** One version of the built page: what `build/service-worker.ts` writes into its service worker. */
export interface Release {
  /** A digest of all files and headers: two builds that differ in a byte have two. */
  readonly version: string
  /** That every answer carries, whatever the host sends. */
  readonly headers: Readonly<Record<string, string>>
  readonly files: readonly ReleasedFile[]
}

/** The page's messages to its service worker, each with a port for the answer. */
export type OfflineRequest =
  | 'status'
  /** Keep all that is needed without a server, now and of later versions: the user agreed. */
  | 'keep'
  /** Show the version that this worker came with from now on: the user agreed. */
  | 'take'

export interface OfflineStatus {
  readonly shown: string
  /** The one that the service worker came with. */
  readonly own: string
  /** Whether all files that this browser needs are stored. */
  readonly isWhole: boolean
  /** Whether the user wants them stored, this version's and later ones'. */
  readonly isWanted: boolean
  /** Bytes of those. */
  readonly size: number
}

export type OfflineAnswer =
  | { readonly status: OfflineStatus }
  /** What hindered it. */
  | { readonly failed: string }

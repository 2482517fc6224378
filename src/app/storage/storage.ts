import { granted, isKeptForGood } from '../../data/store/browser-storage.ts'
import { reserveHeld } from '../../data/store/disk-reserve.ts'
import { keptBytes } from '../../data/store/features/feature-store.ts'
import { type KeptCopy, keptCopies } from '../../data/store/model-copies.ts'
import type { Store } from '../../data/store/store.ts'

export interface StorageOverview {
  /** Bytes of each run's second copy, by id; the database has about as many again. */
  readonly journals: ReadonlyMap<string, number>
  readonly features: number
  readonly copies: readonly KeptCopy[]
  readonly reserve: number
  readonly folders: number
  /** Answers of runs that are not there. */
  readonly orphans: number
  /** As reported by the browser; null if it does not report it. */
  readonly usage: number | null
  readonly quota: number | null
  /** Whether the browser promised to throw nothing away. */
  readonly isPersistent: boolean
  readonly hasJournals: boolean
}

/** Deletes the answers of runs that are not there. */
export async function deleteOrphans(store: Store): Promise<void> {
  for (const id of (await store.orphans()).keys()) await store.deleteRun(id)
}

export async function storageOverview(store: Store): Promise<StorageOverview> {
  const journals = new Map<string, number>()
  for (const { run } of await store.runs()) journals.set(run.id, await store.copyBytes(run.id))
  const { usage, quota } = await granted()
  return {
    journals,
    features: store.hasJournals ? await keptBytes() : 0,
    copies: store.hasJournals ? await keptCopies() : [],
    reserve: (await reserveHeld()) ?? 0,
    folders: (await store.folders.keys()).length,
    orphans: [...(await store.orphans()).values()].reduce((sum, answers) => sum + answers, 0),
    usage,
    quota,
    isPersistent: await isKeptForGood(),
    hasJournals: store.hasJournals,
  }
}

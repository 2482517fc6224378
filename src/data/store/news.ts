/** Changes to the stored runs, broadcast to every thread and tab. */
export type StoreNews =
  | { readonly type: 'changed' }
  /** The browser had lost them, or some of their records. */
  | { readonly type: 'restored'; readonly runs: number; readonly records: number }
  /** A thread can write no second copies of runs any more. */
  | { readonly type: 'no-copy' }
  /** The browser deleted a run in progress. `lost` of its `answers` are missing, and are asked again. */
  | { readonly type: 'lost'; readonly run: string; readonly answers: number; readonly lost: number }

const channel = 'voxelwise/store'

export function broadcastStoreChange(news: StoreNews): void {
  const sender = new BroadcastChannel(channel)
  sender.postMessage(news)
  sender.close()
}

export function onNews(listener: (news: StoreNews) => void): void {
  new BroadcastChannel(channel).onmessage = ({ data }: MessageEvent<StoreNews>) => listener(data)
}

/** The result of restoring a backup, or a copy in a folder. */
export interface Restored {
  /** That were not here. */
  readonly runs: number
  /** That were not here, of those runs and of others. */
  readonly records: number
  /** Files of the backup that could not be restored, and why. */
  readonly problems: readonly string[]
}

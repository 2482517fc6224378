/** Work that no other thread or tab does at the same time; where there are no locks (Node) there are no other threads. */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request(name, work) : work()
}

/** The same, or nothing where someone else is at it. */
export async function tryWithLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return work()
  await navigator.locks.request(name, { ifAvailable: true }, lock => (lock ? work() : undefined))
}

/** Acquires a lock and keeps it. @returns what releases it; null if someone else has it */
export async function tryLock(name: string): Promise<(() => void) | null> {
  if (!globalThis.navigator?.locks) return () => {}
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, lock => {
        if (!lock) return resolve(null)
        return new Promise<void>(release => resolve(release))
      })
      .catch(reject)
  })
}

/** The lock of whichever thread works on a run. */
export const lockName = (run: string): string => `voxelwise/run/${run}`

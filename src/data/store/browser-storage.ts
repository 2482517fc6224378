/** The browser's report on the page's storage. WebKitGTK has no `navigator.storage` at all: no report. */
const manager = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage

/** Asks the browser to throw nothing away. @returns whether it promised */
export async function askToKeep(): Promise<boolean> {
  return (
    (await manager()
      ?.persist?.()
      .catch(() => false)) ?? false
  )
}

/** Whether it would promise that without a question to the user. */
export async function wouldKeep(): Promise<boolean> {
  try {
    const permission = await globalThis.navigator?.permissions?.query({ name: 'persistent-storage' })
    return permission?.state === 'granted'
  } catch (error) {
    // A browser that does not know the permission, or has none to give.
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

export async function isKeptForGood(): Promise<boolean> {
  return (await manager()?.persisted?.()) ?? false
}

/** Bytes used, and bytes granted; null if the browser does not report them. */
export async function granted(): Promise<{ readonly usage: number | null; readonly quota: number | null }> {
  const { usage = null, quota = null } = (await manager()?.estimate?.()) ?? {}
  return { usage, quota }
}

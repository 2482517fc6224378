/** What a browser says of all that a page keeps. WebKitGTK's has no `navigator.storage` at all, which is as if it said nothing. */
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
    const asked = await globalThis.navigator?.permissions?.query({ name: 'persistent-storage' })
    return asked?.state === 'granted'
  } catch (error) {
    // A browser that does not know the permission, or has none to give.
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

/** Whether it has promised to throw nothing away. */
export async function isKeptForGood(): Promise<boolean> {
  return (await manager()?.persisted?.()) ?? false
}

/** Bytes that are used, and that are granted; null where the browser does not say. */
export async function granted(): Promise<{ readonly usage: number | null; readonly quota: number | null }> {
  const { usage = null, quota = null } = (await manager()?.estimate?.()) ?? {}
  return { usage, quota }
}

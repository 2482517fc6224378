/**
 * Whether threads of this page can share memory, as WebAssembly's must. Browsers allow it to a cross-origin isolated page
 * only, and some (WebKitGTK) to none: they say that the page is isolated, and have no `SharedArrayBuffer`.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined'

/**
 * Whether threads of this page can share memory, as WebAssembly's must. Browsers allow it only to a cross-origin
 * isolated page, and some (WebKitGTK) to none: they report the page as isolated, and have no `SharedArrayBuffer`.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined'

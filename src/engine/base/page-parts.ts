import { errorReason, VoxelwiseError } from './errors.ts'

/** A part of the page that its server does not have: a new build removes the files of an older page. */
export const notLoaded = (cause?: unknown): VoxelwiseError =>
  new VoxelwiseError({
    code: 'page-outdated',
    subject: 'this page',
    message: 'A part of the page could not be loaded.',
    remedy: 'Reload the page. Its server may have stopped, or have a newer version.',
    ...(cause !== undefined && { detail: errorReason(cause), cause }),
  })

/** The messages of Chromium, Firefox and WebKit for a missing module. */
const noModule = /dynamically imported module|Importing a module script failed/
/** The same for WebAssembly, if the server sent an error page instead. */
const noWebAssembly = /fetching of the wasm failed|expected magic word|magic number|doesn't parse at byte 0/

/**
 * The same if nothing was sent: its server has stopped, or the service worker of an older page found other bytes than its build
 * had. ONNX Runtime then asks by XMLHttpRequest, which every browser answers with a NetworkError. Files of a data set or a
 * model fail by errors of our own.
 */
const noAnswer = /Failed to fetch|NetworkError|Load failed/

/** Whether an error means that a file of the page could not be loaded. */
export function isNotLoaded(thrown: unknown): boolean {
  const reason = errorReason(thrown)
  return noModule.test(reason) || noWebAssembly.test(reason) || noAnswer.test(reason)
}

/**
 * Awaits a module that is imported when it is needed.
 * @throws VoxelwiseError page-outdated where its file cannot be loaded
 */
export function pagePart<T>(part: Promise<T>): Promise<T> {
  return part.catch(cause => {
    throw isNotLoaded(cause) ? notLoaded(cause) : cause
  })
}

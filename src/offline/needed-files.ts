import type { ReleasedFile } from './release.ts'

/** What decides which of ONNX Runtime's three builds a browser takes, as `engine/runtime/ort.ts` does. */
export interface RuntimeFacts {
  /** JavaScript Promise Integration. */
  readonly hasJspi: boolean
  readonly hasWebGpu: boolean
}

/** Pages that only commands open, and what only they load. */
const commandsOnly = /^(headless\.html|bench\.html|assets\/(headless|bench|trace|naive|floor)[-.])/

/** Each of the builds has tens of megabytes; a browser uses one of them, or two. */
const runtimeBuild = /^assets\/ort-wasm-simd-threaded(?:\.(jspi|asyncify))?-[^.]*\.(?:mjs|wasm)$/

/** Files that this browser needs to run the page and the demo without a server. */
export function neededFiles(files: readonly ReleasedFile[], facts: RuntimeFacts): readonly ReleasedFile[] {
  return files.filter(({ path }) => {
    if (commandsOnly.test(path)) return false
    const build = runtimeBuild.exec(path)
    if (!build) return true
    if (facts.hasJspi) return build[1] === 'jspi'
    return build[1] === undefined || (build[1] === 'asyncify' && facts.hasWebGpu)
  })
}

/** The page itself, without the runtime and the demo: a small part, needed first. */
export function pageFiles(files: readonly ReleasedFile[]): readonly ReleasedFile[] {
  return files.filter(({ path }) => !/^(datasets|models)\//.test(path) && !path.endsWith('.wasm'))
}

/**
 * The path below the page's own address that a request asks for; null where it asks elsewhere.
 * @param scope the page's own address, ending in `/`
 */
export function pathBelow(scope: string, url: string): string | null {
  const { origin, pathname } = new URL(url)
  const own = new URL(scope)
  if (origin !== own.origin || !pathname.startsWith(own.pathname)) return null
  const path = pathname.slice(own.pathname.length)
  try {
    return path === '' ? 'index.html' : decodeURIComponent(path)
  } catch {
    return null
  }
}

import { type OrtBuild, ortBuild, type RuntimeFacts } from '../engine/base/ort-build.ts'
import type { OfflineStatus, Release, ReleasedFile } from './release.ts'

interface BrowserFacts extends RuntimeFacts {
  readonly hasWebGpu: boolean
}

/** Pages that only commands open, and what only they load. */
const commandsOnly = /^(headless\.html|bench\.html|assets\/(headless|bench|trace|naive|floor)[-.])/

/** Each of the builds has tens of megabytes; a browser uses one of them, or two. */
const runtimeBuild = /^assets\/ort-wasm-simd-threaded(?:\.(jspi|asyncify|relaxed))?-[^.]*\.(mjs|wasm)$/

/** Files that this browser needs to run the page and the demo without a server. */
export function neededFiles(files: readonly ReleasedFile[], facts: BrowserFacts): readonly ReleasedFile[] {
  const used = new Set<OrtBuild>([
    ortBuild('wasm', facts),
    ...(facts.hasWebGpu ? [ortBuild('webgpu', facts)] : []),
  ])
  return files.filter(({ path }) => {
    if (commandsOnly.test(path)) return false
    const [, build = 'plain', kind] = runtimeBuild.exec(path) ?? [path]
    if (kind === undefined) return true
    // The relaxed build has the plain one's script.
    return used.has(build as OrtBuild) || (build === 'plain' && kind === 'mjs' && used.has('relaxed'))
  })
}

/** The page itself, without the runtime and the demo: a small part, needed first. */
export function pageFiles(files: readonly ReleasedFile[]): readonly ReleasedFile[] {
  return files.filter(({ path }) => !/^(datasets|models)\//.test(path) && !path.endsWith('.wasm'))
}

/** The path below the page's own address that a request asks for; null elsewhere. @param scope ends in `/` */
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

const atOnce = 8

/** Milliseconds that the browser may take to look something up in the cache: on a crowded machine it takes seconds. */
const timeoutMs = 10_000

/** The same to write a file of tens of megabytes to it. */
const patienceToPut = 60_000

/**
 * The files of the shown version, and of this service worker's version, in the browser's cache. A new worker takes over
 * immediately, and still shows the old version: only `take` changes which one is shown.
 *
 * If the browser deletes all data of the page, Chromium (156) may never again answer for the cache, in this worker.
 * Then the host is asked.
 */
export class KeptVersions {
  readonly #release: Release
  /** The files of the release that this browser needs. */
  readonly #needed: readonly ReleasedFile[]
  /** The page's own address, ending in `/`. */
  readonly #scope: string
  readonly #keeping = new Map<string, Promise<void>>()
  /** Whether the browser has not answered for the cache in time, the last time that it was asked. */
  #isSilent = false

  constructor(release: Release, needed: readonly ReleasedFile[], scope: string) {
    this.#release = release
    this.#needed = needed
    this.#scope = scope
  }

  /** The shown version; null before anything has been stored. */
  async shown(): Promise<string | null> {
    const said = await (await caches.open(this.#prefix)).match(this.#scope)
    return said ? said.text() : null
  }

  /** Shows this worker's own version from now on. */
  async take(): Promise<void> {
    await (await caches.open(this.#prefix)).put(this.#scope, new Response(this.#release.version))
  }

  /**
   * Stores the page itself, and all files where the user wants them. @throws QuotaExceededError
   * @throws TypeError if the host does not send what was built, or does not answer
   */
  async install(): Promise<void> {
    await this.#keep((await this.#isWanted()) ? this.#needed : pageFiles(this.#needed))
    if ((await this.shown()) === null) await this.take()
  }

  /** Stores all that is needed without a server, also of later versions. Throws as `install`. */
  async keepAll(): Promise<void> {
    await (await caches.open(this.#prefix)).put(this.#wish, new Response('yes'))
    await this.install()
  }

  async #isWanted(): Promise<boolean> {
    return (await (await caches.open(this.#prefix)).match(this.#wish)) !== undefined
  }

  /** Where the user's wish is stored: an address that names no file. */
  get #wish(): string {
    return `${this.#scope}?offline`
  }

  async status(): Promise<OfflineStatus> {
    const { version } = this.#release
    const kept = await (await this.#open(version)).keys()
    const urls = new Set(kept.map(({ url }) => url))
    return {
      shown: (await this.shown()) ?? version,
      own: version,
      isWhole: this.#needed.every(({ path }) => urls.has(this.#address(path))),
      isWanted: await this.#isWanted(),
      size: this.#needed.reduce((sum, { size }) => sum + size, 0),
    }
  }

  /**
   * A file as it was built: of the version that is shown, or of one that another tab shows; null where none has it.
   * @throws TypeError as `install`
   */
  async answer(path: string): Promise<Response | null> {
    const looking = this.#look(path)
    try {
      const found = await this.#inTime(looking)
      return found && 'sha256' in found ? this.#fetchAndKeep(found) : found
    } catch {
      const file = this.#findFile(path)
      if (!file) return null
      // Without a host, a cache that is only slow is still the place to have it from.
      return await Promise.any([this.#fetchAsBuilt(file), looking.then(answerOrNone)]).catch(first)
    }
  }

  /** @returns the stored file; the file to fetch if that is the same; null if there is neither */
  async #look(path: string): Promise<Response | ReleasedFile | null> {
    const address = this.#address(path)
    const shown = await this.shown()
    if (shown !== null) {
      const kept = await (await this.#open(shown)).match(address)
      if (kept) return kept
    }
    const { version } = this.#release
    const file = this.#findFile(path)
    if (file && (shown ?? version) === version) return file
    // Its name contains its digest: it is the same in every version.
    return path.startsWith('assets/') ? ((await caches.match(address)) ?? null) : null
  }

  #findFile(path: string): ReleasedFile | undefined {
    return this.#release.files.find(one => one.path === path)
  }

  /** Throws away versions that are neither shown nor new. While one window at most is open. */
  async tidy(): Promise<void> {
    const shown = await this.shown()
    const wanted = [this.#prefix, ...[shown, this.#release.version].map(version => this.#name(version ?? ''))]
    for (const name of await caches.keys())
      if (name.startsWith(this.#prefix) && !wanted.includes(name)) await caches.delete(name)
  }

  async #keep(files: readonly ReleasedFile[]): Promise<void> {
    const cache = await this.#open(this.#release.version)
    const older = await this.#olderFiles()
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    const missing = files.filter(({ path }) => !kept.has(this.#address(path)))
    for (let at = 0; at < missing.length; at += atOnce)
      await Promise.all(missing.slice(at, at + atOnce).map(file => this.#keepOnce(cache, file, older)))
  }

  /** The page may request a file while it is being stored: two writes of one file may corrupt it. */
  async #keepOnce(cache: Cache, file: ReleasedFile, older: Cache | null): Promise<void> {
    const keeping = this.#keeping.get(file.path) ?? this.#keepOne(cache, file, older)
    this.#keeping.set(file.path, keeping)
    try {
      await keeping
    } finally {
      this.#keeping.delete(file.path)
    }
  }

  async #keepOne(cache: Cache, file: ReleasedFile, older: Cache | null): Promise<void> {
    const same = await older?.match(this.#address(file.path))
    const response = same?.headers.get('etag') === etag(file) ? same : await this.#fetch(file)
    await this.#inTime(cache.put(this.#address(file.path), this.#withHeaders(response, file)), patienceToPut)
  }

  async #fetchAndKeep(file: ReleasedFile): Promise<Response> {
    try {
      const cache = await this.#inTime(this.#open(this.#release.version))
      await this.#keepOnce(cache, file, null)
      const kept = await this.#inTime(cache.match(this.#address(file.path)))
      if (kept) return kept
    } catch {
      // Where there is no room it is fetched again the next time.
    }
    return this.#fetchAsBuilt(file)
  }

  async #fetchAsBuilt(file: ReleasedFile): Promise<Response> {
    return this.#withHeaders(await this.#fetch(file), file)
  }

  /** The browser's answer for the cache. @throws Error if it does not answer in time, or did not before */
  async #inTime<T>(work: Promise<T>, most = timeoutMs): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      const fail = () => {
        this.#isSilent = true
        reject(new Error('The browser does not answer for its cache.'))
      }
      timer = setTimeout(fail, this.#isSilent ? 0 : most)
    })
    const answered = () => {
      this.#isSilent = false
    }
    work.then(answered, answered)
    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }

  /** Only from our own host, and only what was built: the browser compares the digest. */
  async #fetch({ path, sha256 }: ReleasedFile): Promise<Response> {
    // Some hosts send `/index.html` on to `/`.
    const address = path === 'index.html' ? this.#scope : this.#address(path)
    const response = await fetch(address, { integrity: `sha256-${sha256}`, cache: 'no-cache' })
    if (!response.ok) throw new TypeError(`${path} was answered with status ${response.status}.`)
    return response
  }

  #withHeaders({ body, headers }: Response, file: ReleasedFile): Response {
    return new Response(body, {
      headers: {
        'content-type': headers.get('content-type') ?? 'application/octet-stream',
        'content-length': String(file.size),
        etag: etag(file),
        ...this.#release.headers,
      },
    })
  }

  async #olderFiles(): Promise<Cache | null> {
    const shown = await this.shown()
    return shown === null || shown === this.#release.version ? null : this.#open(shown)
  }

  #open(version: string): Promise<Cache> {
    return caches.open(this.#name(version))
  }

  #address(path: string): string {
    return this.#scope + path.split('/').map(encodeURIComponent).join('/')
  }

  /** One origin may serve several copies of the page. */
  get #prefix(): string {
    return `voxelwise ${this.#scope} `
  }

  #name(version: string): string {
    return this.#prefix + version
  }
}

function answerOrNone(found: Response | ReleasedFile | null): Response {
  if (found instanceof Response) return found
  throw new TypeError('It is not stored.')
}

/** Throws the first of several errors, or the only one. */
function first(error: unknown): never {
  throw error instanceof AggregateError ? error.errors[0] : error
}

const etag = ({ sha256 }: ReleasedFile): string => `"${sha256}"`

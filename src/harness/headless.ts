import type { Controller } from '../app/controller/commands.ts'
import { createController } from '../app/controller/controller.ts'
import type { Picked } from '../app/state/state.ts'
import { recordText } from '../data/export/record-lines.ts'
import { digestPixels, type PixelDigest } from '../data/export/samples-jsonl.ts'
import { Store } from '../data/store/store.ts'
import { type ErrorInfo, internalError } from '../engine/base/errors.ts'
import type { PageFunction } from './features.ts'
import * as featureFunctions from './features.ts'
import { JournalNews } from './journal-news.ts'

/** A page that works on one shard: new records go out, and those of an earlier session come in. */
class ShardPage {
  readonly #controller: Pick<Controller, 'start'>
  #store: Promise<Store> | null = null
  readonly #earlier: string[] = []
  /** Indices of existing or reported samples. */
  readonly #reported = new Set<number>()

  constructor(controller: Pick<Controller, 'start'>) {
    this.#controller = controller
  }

  /** @param lines records of an earlier session, and the indices of their samples */
  takeEarlier(lines: string, indices: readonly number[]): void {
    this.#earlier.push(lines)
    for (const index of indices) this.#reported.add(index)
  }

  /** Starts the run with the current choices, from where the earlier session ended. */
  start(): Promise<void> {
    return this.#controller.start(this.#earlier.length > 0 ? new Blob(this.#earlier) : undefined)
  }

  /** The next records on disk that were not reported yet, up to a given number. */
  async fresh(run: string, most: number): Promise<readonly string[]> {
    this.#store ??= Store.open()
    const store = await this.#store
    const indices = (await store.done(run)).filter(index => !this.#reported.has(index)).slice(0, most)
    const lines: string[] = []
    for (const index of indices) {
      const record = await store.record(run, index)
      if (!record) continue
      lines.push(recordText(record))
      this.#reported.add(index)
    }
    return lines
  }
}

/**
 * The files that a command put into the `#files` input, as a folder. An input for whole folders skips links, of which
 * Hugging Face's cache consists; one for files follows them.
 * @param paths of the files below the folder, in the order in which they were put there
 * @throws Error if others were put there
 */
function inputFiles(name: string, paths: readonly string[]): Extract<Picked, { from: 'files' }> {
  const files = [...(document.querySelector<HTMLInputElement>('#files')?.files ?? [])]
  if (files.length !== paths.length) throw new Error('The page was given other files than were named.')
  return { from: 'files', name, files: files.map((file, at) => ({ path: paths[at] ?? file.name, file })) }
}

declare global {
  /** The page's own controller, for `npm run evaluate` to press its buttons. */
  var voxelwise: Controller
  var voxelwiseFiles: typeof inputFiles
  /** The stored records, for `npm run evaluate` to write them to disk as they arrive. */
  var voxelwiseNews: JournalNews
  /** Part of a run, for `npm run evaluate -- --shard`. */
  var voxelwiseShard: ShardPage
  /** The model's input for a JPEG or WebP, for `npm run samples`. */
  var voxelwisePixels: typeof pixels
}

/** @param base64 the encoded file @returns plain data either way: an error's own fields do not cross */
async function pixels(base64: string, name: string): Promise<PixelDigest | ErrorInfo> {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  try {
    return await digestPixels(bytes, name)
  } catch (error) {
    return internalError(name, error)
  }
}

globalThis.voxelwise = createController({
  loadsAhead: false,
  remember: false,
  reports: () => import('../ui/report/page.ts'),
})
globalThis.voxelwiseNews = new JournalNews()
globalThis.voxelwiseShard = new ShardPage(globalThis.voxelwise)
globalThis.voxelwiseFiles = inputFiles
globalThis.voxelwisePixels = pixels
Object.assign(globalThis, featureFunctions satisfies Readonly<Record<string, PageFunction>>)

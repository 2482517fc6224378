import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { LiveRun } from '../state/state.ts'

type Question = NonNullable<LiveRun['current']>

/** Milliseconds that a question stays in view at least: time for its image to come, and for an eye to follow. */
const minMillisecondsInView = 500

/** The question shown during a run. A fast model answers more than can be read: questions are skipped, but not the last. */
export class SamplePreview {
  readonly #open: (path: string) => Promise<Blob>
  readonly #onChange: () => void
  #shown: Question | null = null
  /** Asked since. */
  #next: Question | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #images: readonly { readonly path: string; url: string | null }[] = []

  /** @param onChange is called when `question` has changed by itself */
  constructor(open: (path: string) => Promise<Blob>, onChange: () => void) {
    this.#open = open
    this.#onChange = onChange
  }

  get question(): Question | null {
    return this.#shown && { ...this.#shown, images: this.#images.map(({ url }) => url) }
  }

  ask(sample: Sample): void {
    this.#next = { sample, images: [], text: '', verdict: null, read: null }
    if (this.#timer === null) this.#show()
  }

  /** The known parts of the answer to sample `index`. */
  update(
    index: number,
    { text, verdict, read }: Pick<Question, 'text'> & Partial<Pick<Question, 'verdict' | 'read'>>,
  ): void {
    const news = { text, ...(verdict && { verdict }), ...(read && { read }) }
    const has = (question: Question | null): question is Question => question?.sample.index === index
    if (has(this.#next)) this.#next = { ...this.#next, ...news }
    if (has(this.#shown)) this.#shown = { ...this.#shown, ...news }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#showImages([])
  }

  #show(): void {
    this.#timer = null
    if (!this.#next) return
    this.#shown = this.#next
    this.#next = null
    this.#showImages(listImages(this.#shown.sample))
    this.#timer = setTimeout(() => this.#show(), minMillisecondsInView)
    this.#onChange()
  }

  /** Those that were shown already stay as they are. */
  #showImages(paths: readonly string[]): void {
    const before = this.#images
    const images = paths.map(path => before.find(image => image.path === path) ?? { path, url: null })
    this.#images = images
    for (const image of before) if (image.url && !images.includes(image)) revokeLater(image.url)
    for (const image of new Set(images)) if (!before.includes(image)) this.#read(image)
  }

  #read(image: { readonly path: string; url: string | null }): void {
    this.#open(image.path).then(
      blob => {
        if (!this.#images.includes(image)) return
        image.url = URL.createObjectURL(blob)
        this.#onChange()
      },
      // The run itself records why the image cannot be read.
      () => {},
    )
  }
}

/** Revokes the object URL of an `<img>` after two seconds: revoked during its load, the image would report an error. */
export function revokeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 2000)
}

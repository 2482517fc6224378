import type { Sample } from '../../engine/protocol/sample.ts'
import { letGo } from '../let-go.ts'
import type { LiveRun } from '../state.ts'

type Question = NonNullable<LiveRun['current']>

/** Milliseconds that a question stays in view at least: time for its image to come, and for an eye to follow. */
const minMillisecondsInView = 500

/**
 * The question on show while a run goes on. A fast model answers more than can be looked at, so questions are
 * passed over; the last one told is always shown in the end.
 */
export class SamplePreview {
  readonly #open: (path: string) => Promise<Blob>
  readonly #onChange: () => void
  #shown: Question | null = null
  /** Asked since. */
  #next: Question | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #image: { readonly path: string; url: string | null } | null = null

  /**
   * @param open reads an image
   * @param onChange is called when `question` has changed by itself
   */
  constructor(open: (path: string) => Promise<Blob>, onChange: () => void) {
    this.#open = open
    this.#onChange = onChange
  }

  get question(): Question | null {
    return this.#shown && { ...this.#shown, image: this.#image?.url ?? null }
  }

  ask(sample: Sample): void {
    this.#next = { sample, image: null, text: '', verdict: null, read: null }
    if (this.#timer === null) this.#show()
  }

  /** What is known of the answer to sample `index` by now. */
  tell(
    index: number,
    { text, verdict, read }: Pick<Question, 'text'> & Partial<Pick<Question, 'verdict' | 'read'>>,
  ): void {
    const told = { text, ...(verdict && { verdict }), ...(read && { read }) }
    const has = (question: Question | null): question is Question => question?.sample.index === index
    if (has(this.#next)) this.#next = { ...this.#next, ...told }
    if (has(this.#shown)) this.#shown = { ...this.#shown, ...told }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#showImage(null)
  }

  #show(): void {
    this.#timer = null
    if (!this.#next) return
    this.#shown = this.#next
    this.#next = null
    this.#showImage(this.#shown.sample.image)
    this.#timer = setTimeout(() => this.#show(), minMillisecondsInView)
    this.#onChange()
  }

  #showImage(path: string | null): void {
    if (path === (this.#image?.path ?? null)) return
    if (this.#image?.url) letGo(this.#image.url)
    const image = path === null ? null : { path, url: null as string | null }
    this.#image = image
    if (!image) return
    this.#open(image.path).then(
      blob => {
        if (this.#image !== image) return
        image.url = URL.createObjectURL(blob)
        this.#onChange()
      },
      // The run itself records why the image cannot be read.
      () => {},
    )
  }
}

/** How fast a model answers here: measured by a short trial, and expected of another of a known shape. Plain functions. */

/** What the time per question depends on, for an image of 512 × 512. */
export interface ModelShape {
  /** Parameters of the image encoder, and of the decoder with its output matrix. */
  readonly encoder: number
  readonly decoder: number
  /** Patches that the encoder sees of an image, and tokens that become of them. */
  readonly patches: number
  readonly tokens: number
  /** Whether every prompt is computed in full, including its image tokens. */
  readonly isWhole: boolean
}

/** One question of a trial; milliseconds. */
export interface TriedQuestion {
  /** From the end of the one before it, or from the beginning, to its own end. */
  readonly span: number
  /** The part that is computed once per image; 0 if it was already available. */
  readonly shared: number
}

/** What one copy of the model did in a trial. */
export interface CopyTrial {
  readonly tried: readonly TriedQuestion[]
  /** Questions that failed by themselves, their image unreadable for example. */
  readonly failed: number
}

/** Milliseconds of one copy of the model, and how many work side by side. */
export interface Speed {
  readonly perImage: number
  readonly perQuestion: number
  readonly copies: number
}

export interface MeasuredSpeed extends Speed {
  /** Images that were encoded and questions that were answered in the trial. */
  readonly images: number
  readonly questions: number
}

/** The remaining work. */
export interface Workload {
  /** Groups of questions that share their images. */
  readonly images: number
  readonly questions: number
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Time per question and per image, separately, because a trial is too short to end with complete images. Leaves out the
 * first of each copy if others followed, since kernels are compiled and memory grows in it.
 * @returns null if nothing was answered
 */
export function measuredSpeed(copies: readonly CopyTrial[]): MeasuredSpeed | null {
  const all = copies.flatMap(({ tried }) => tried)
  const later = copies.flatMap(({ tried }) => tried.slice(1))
  const shared = (tried: readonly TriedQuestion[]) => tried.map(one => one.shared).filter(ms => ms > 0)
  if (all.length === 0) return null
  const answerTimes = (later.length > 0 ? later : all).map(({ span, shared: ms }) => Math.max(0, span - ms))
  const images = shared(later).length > 0 ? shared(later) : shared(all)
  return {
    perImage: mean(images),
    perQuestion: mean(answerTimes),
    copies: Math.max(1, copies.filter(({ tried }) => tried.length > 0).length),
    images: shared(all).length,
    questions: all.length,
  }
}

/** Seconds that it takes to ask them. */
export const secondsFor = ({ perImage, perQuestion, copies }: Speed, work: Workload): number =>
  (work.images * perImage + work.questions * perQuestion) / copies / 1000

/** How much more or less work a model may be than the one that was tried: beyond, cores and caches are used otherwise. */
const widest = 8

/**
 * The expected time of another model on the same device and precision, by the ratio of multiplications: encoder
 * parameters times patches, decoder parameters times tokens. Attention is left out.
 * @param text tokens of a question's own, about: the same of every model
 * @returns null if the two are too different, or no question with images was tried
 */
export function expectedSpeed(
  measured: Speed,
  tried: ModelShape,
  other: ModelShape,
  text: number,
): Speed | null {
  const image = imageWork(other) / imageWork(tried)
  const question = questionWork(other, text) / questionWork(tried, text)
  if (![image, question].every(ratio => ratio >= 1 / widest && ratio <= widest)) return null
  return { ...measured, perImage: measured.perImage * image, perQuestion: measured.perQuestion * question }
}

const imageWork = ({ encoder, decoder, patches, tokens, isWhole }: ModelShape): number =>
  encoder * patches + (isWhole ? 0 : decoder * tokens)

const questionWork = ({ decoder, tokens, isWhole }: ModelShape, text: number): number =>
  decoder * (text + (isWhole ? tokens : 0))

/** Tokens of an image of the trial at an image detail, on average. */
export interface DetailTokens {
  readonly detail: string
  readonly tokens: number
}

/**
 * Seconds that an image takes once at an image detail: measured at the one that was tried, elsewhere in proportion to the
 * multiplications, as in `expectedSpeed`.
 * @param details of the images that were tried
 * @param tried the detail of the trial
 * @returns null where no image was tried, or nothing is known of the detail
 */
export function imageSeconds(
  { perImage, copies }: Speed,
  shape: ModelShape | null,
  details: readonly DetailTokens[],
  tried: string,
  detail: string,
): number | null {
  const seconds = perImage / copies / 1000
  if (seconds === 0) return null
  if (detail === tried) return seconds
  const tokensAt = (wanted: string): number => details.find(one => one.detail === wanted)?.tokens ?? 0
  const [from, to] = [tokensAt(tried), tokensAt(detail)]
  if (!shape || shape.tokens === 0 || from === 0 || to === 0) return null
  const work = (tokens: number): number =>
    imageWork({ ...shape, tokens, patches: (shape.patches / shape.tokens) * tokens })
  return seconds * (work(to) / work(from))
}

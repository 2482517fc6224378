import { isFields } from '../../engine/base/config-fields.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'

/**
 * Samples that a page had in preparation when it died. A decoder that takes all memory takes the page with it, and no code is
 * left to say of what; so what takes long is written down while it is prepared, where it outlives the page.
 */

/** By the index of a sample. */
type Marks = Readonly<Record<string, { readonly deaths: number; readonly isInHand: boolean }>>

/** A page that died so often of one image will again. */
const crashLimit = 2

const place = (run: string): string => `voxelwise:prepared:${run}`

function read(run: string): Marks {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(run)) ?? '{}')
    if (isFields(stored)) return stored as Marks
  } catch {
    // Storage refused or spoilt: nothing is known.
  }
  return {}
}

function write(run: string, marks: Marks): void {
  try {
    if (Object.keys(marks).length === 0) localStorage.removeItem(place(run))
    else localStorage.setItem(place(run), JSON.stringify(marks))
  } catch {
    // Storage refused or full: the run can do without.
  }
}

/** Told when the preparation of a sample has taken long, and when it has ended after all. */
export function markPreparing(run: string, index: number, isInHand: boolean): void {
  const { [index]: mark = { deaths: 0, isInHand: false }, ...others } = read(run)
  const stored = isInHand || mark.deaths > 0
  write(run, stored ? { ...others, [index]: { ...mark, isInHand } } : others)
}

/**
 * To be called when a run is taken up: what is in hand still was when its page died.
 * @returns samples that are not to be prepared again, and what to say of them
 */
export function refusedSamples(
  run: string,
): readonly { readonly index: number; readonly error: ErrorInfo }[] {
  const entries = Object.entries(read(run)).map(
    ([index, { deaths, isInHand }]) =>
      [index, { deaths: deaths + Number(isInHand), isInHand: false }] as const,
  )
  write(run, Object.fromEntries(entries))
  return entries
    .filter(([, { deaths }]) => deaths >= crashLimit)
    .map(([index]) => ({
      index: Number(index),
      error: {
        code: 'image-unreadable',
        subject: `sample ${index}`,
        message: 'The page broke down twice while it prepared this image.',
        remedy: 'Store the image again with another program, or leave it out, and start a new run.',
      },
    }))
}

/** To be called when a page is left in good order, or a run has ended: nobody died. */
export function clearCrashMarks(run: string): void {
  const entries = Object.entries(read(run)).filter(([, { deaths }]) => deaths > 0)
  write(run, Object.fromEntries(entries.map(([index, mark]) => [index, { ...mark, isInHand: false }])))
}

/** To be called when a run is whole, or deleted. */
export const forgetCrashMarks = (run: string): void => write(run, {})

/** Marks of samples whose preparation may end the page or process that a run is made in. All take the run's id. */
export interface CrashMarks {
  refused(run: string): ReturnType<typeof refusedSamples>
  mark(run: string, index: number, isInHand: boolean): void
  clear(run: string): void
  forget(run: string): void
}

/** They are kept with the page. */
export const pageCrashMarks: CrashMarks = {
  ...{ refused: refusedSamples, mark: markPreparing, clear: clearCrashMarks, forget: forgetCrashMarks },
}

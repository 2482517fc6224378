import { isFields } from '../../engine/base/config-fields.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'

/**
 * Marks of samples whose preparation crashed the page. A decoder that takes all memory crashes the page, and no code
 * remains to report the cause. So long preparations are recorded while they last, in storage that survives the page.
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

/** Called when the preparation of a sample takes long, and when it has ended. */
export function markPreparing(run: string, index: number, isInHand: boolean): void {
  const { [index]: mark = { deaths: 0, isInHand: false }, ...others } = read(run)
  const stored = isInHand || mark.deaths > 0
  write(run, stored ? { ...others, [index]: { ...mark, isInHand } } : others)
}

/**
 * To be called when a run is opened: samples still in preparation were so when their page crashed.
 * @returns samples that must not be prepared again, with their errors
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

/** To be called when a run is complete, or deleted. */
export const forgetCrashMarks = (run: string): void => write(run, {})

/** Marks of samples whose preparation may crash the page or process. All methods take the run's id. */
export interface CrashMarks {
  refused(run: string): ReturnType<typeof refusedSamples>
  mark(run: string, index: number, isInHand: boolean): void
  clear(run: string): void
  forget(run: string): void
}

/** They are stored with the page. */
export const pageCrashMarks: CrashMarks = {
  ...{ refused: refusedSamples, mark: markPreparing, clear: clearCrashMarks, forget: forgetCrashMarks },
}

import { isFields } from '../../engine/base/config-fields.ts'
import type { RunTask } from '../../workers/contracts/run.ts'

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

/** Marks of samples whose preparation may crash the page or process. All methods take the run's id. */
export interface CrashMarks {
  /** When a run is opened: samples in preparation were so when their page crashed. @returns those not to prepare again */
  refused(run: string): RunTask['refused']
  /** Called when the preparation of a sample takes long, and when it has ended. */
  mark(run: string, index: number, isInHand: boolean): void
  /** To be called when a page is left in good order, or a run has ended: nobody died. */
  clear(run: string): void
  /** To be called when a run is complete, or deleted. */
  forget(run: string): void
}

/** They are stored with the page. */
export const pageCrashMarks: CrashMarks = {
  refused(run) {
    const entries = Object.entries(read(run)).map(
      ([index, { deaths, isInHand }]) =>
        [index, { deaths: deaths + Number(isInHand), isInHand: false }] as const,
    )
    write(run, Object.fromEntries(entries))
    const fatal = entries.filter(([, { deaths }]) => deaths >= crashLimit)
    return fatal.map(([index]) => ({
      index: Number(index),
      error: {
        code: 'image-unreadable',
        subject: `sample ${index}`,
        message: 'The page broke down twice while it prepared this image.',
        remedy: 'Store the image again with another program, or leave it out, and start a new run.',
      },
    }))
  },
  mark(run, index, isInHand) {
    const { [index]: mark = { deaths: 0, isInHand: false }, ...others } = read(run)
    const stored = isInHand || mark.deaths > 0
    write(run, stored ? { ...others, [index]: { ...mark, isInHand } } : others)
  },
  clear(run) {
    const entries = Object.entries(read(run)).filter(([, { deaths }]) => deaths > 0)
    write(run, Object.fromEntries(entries.map(([index, mark]) => [index, { ...mark, isInHand: false }])))
  },
  forget: run => write(run, {}),
}

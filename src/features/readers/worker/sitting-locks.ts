import { VoxelwiseError } from '../../../engine/base/errors.ts'

/** Who may write a sitting: one tab at a time. A lock ends with its thread, so a killed tab blocks nothing. */
export class SittingLocks {
  /** What lets go of each sitting that this thread holds. */
  readonly #held = new Map<string, () => void>()
  readonly #onChange: (sitting: string) => void

  /** @param onChange what this thread knows of a sitting may be old, because another may have had it */
  constructor(onChange: (sitting: string) => void) {
    this.#onChange = onChange
  }

  /** Until `release`, or until this thread ends. @throws VoxelwiseError run-locked */
  async hold(sitting: string): Promise<void> {
    if (this.#held.has(sitting)) return
    const release = await new Promise<(() => void) | null>(resolve => {
      void navigator.locks.request(lockName(sitting), { ifAvailable: true }, lock => {
        if (lock === null) return resolve(null)
        return new Promise<void>(end => resolve(end))
      })
    })
    if (!release) throw openElsewhere()
    this.#onChange(sitting)
    this.#held.set(sitting, release)
  }

  release(sitting: string): void {
    this.#onChange(sitting)
    this.#held.get(sitting)?.()
    this.#held.delete(sitting)
  }

  /** Works on sittings that no other tab has open. @throws VoxelwiseError run-locked */
  async alone(sittings: readonly string[], work: () => Promise<void>): Promise<void> {
    const fresh = sittings.filter(one => !this.#held.has(one))
    try {
      for (const one of fresh) await this.hold(one)
      await work()
    } finally {
      for (const one of fresh) this.release(one)
    }
  }

  /** Two tabs that begin at once begin one sitting. */
  begun(begin: () => Promise<string>): Promise<string> {
    return navigator.locks.request('voxelwise/sitting-begun', begin)
  }
}

const lockName = (sitting: string): string => `voxelwise/sitting/${sitting}`

const openElsewhere = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: '',
    message: 'This sitting is open in another tab.',
    remedy: 'Continue there, or close that tab and reload this page.',
  })

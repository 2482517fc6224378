import { vi } from 'vitest'

/**
 * Pauses of less than two seconds last a fraction of that, until mocks are restored: for what fake timers would stop, such as Node's own
 * connections.
 */
export function quickTimers(times: number): void {
  const { setTimeout: later } = globalThis
  const soon = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    later(work, ms < 2000 ? ms / times : ms, ...args)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as typeof setTimeout)
}

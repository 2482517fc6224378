/** Long work in steps, so that the thread it runs on can turn to others in between. */
export type Steps<T> = Generator<void, T, void>

/** All of it in one step. */
export function toEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * All of it, with others let through now and then.
 * @param breath milliseconds of work after which they are
 * @throws DOMException AbortError where the signal was aborted in between
 */
export async function toEndInPortions<T>(steps: Steps<T>, breath: number, signal?: AbortSignal): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - begun < breath) continue
    await new Promise(resolve => setTimeout(resolve))
    signal?.throwIfAborted()
    begun = performance.now()
  }
}

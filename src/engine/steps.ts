/** Long work in steps, so that the thread it runs on can turn to others in between. */
export type Steps<T> = Generator<void, T, void>

/** All of it at once. */
export function toEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Milliseconds of work after which others are let through. */
const breath = 30

/** All of it, with others let through now and then. */
export async function toEndInPortions<T>(steps: Steps<T>): Promise<T> {
  for (let begun = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - begun < breath) continue
    await new Promise(resolve => setTimeout(resolve))
    begun = performance.now()
  }
}

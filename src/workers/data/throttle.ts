const milliseconds = 250

interface Throttled<T extends readonly unknown[]> {
  (...args: T): void
  /** Makes the call that still waits: nothing comes after this. */
  end(): void
}

/** Calls at most four times a second, because the page draws all views at each call. The last call is always made. */
export function throttle<T extends readonly unknown[]>(call: (...args: T) => void): Throttled<T> {
  let last = Number.NEGATIVE_INFINITY
  let waiting: T | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const callNow = (args: T): void => {
    clearTimeout(timer)
    timer = undefined
    waiting = null
    last = performance.now()
    call(...args)
  }
  const callWaiting = (): void => {
    if (waiting) callNow(waiting)
  }
  const throttled = (...args: T): void => {
    const left = last + milliseconds - performance.now()
    if (left <= 0) {
      callNow(args)
      return
    }
    waiting = args
    timer ??= setTimeout(callWaiting, left)
  }
  return Object.assign(throttled, { end: callWaiting })
}

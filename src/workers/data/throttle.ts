/** Calls at most four times a second, because the page draws all views at each call. */
export function throttle<T extends readonly unknown[]>(call: (...args: T) => void): (...args: T) => void {
  let last = 0
  return (...args) => {
    if (performance.now() - last < 250) return
    last = performance.now()
    call(...args)
  }
}

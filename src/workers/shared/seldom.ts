/** Calls at most four times a second: the page draws all views at each call. */
export function seldom<T extends readonly unknown[]>(call: (...args: T) => void): (...args: T) => void {
  let last = 0
  return (...args) => {
    if (performance.now() - last < 250) return
    last = performance.now()
    call(...args)
  }
}

/** Lets go of an object URL that an `<img>` has had: one that is still being fetched would fail loudly. */
export function letGo(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 2000)
}

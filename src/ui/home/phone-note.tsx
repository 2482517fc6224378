/** A pointer that is a finger, and nothing that hovers: a phone or a tablet. */
const isHandheld = (): boolean => matchMedia('(pointer: coarse) and (hover: none)').matches

/** What works on a phone, where few browsers let a page have a folder, and memory is short. */
export function PhoneNote() {
  if (!isHandheld()) return null
  return (
    <p className="muted">
      On a phone or tablet the demo runs, and results that were exported elsewhere can be opened. For folders
      of your own use a computer: few browsers here let a page pick one, and models need its memory.
    </p>
  )
}

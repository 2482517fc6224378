/** A touch pointer without hover: a phone or a tablet. */
const isHandheld = (): boolean => matchMedia('(pointer: coarse) and (hover: none)').matches

/** What works on phones and tablets, which have little memory and rarely open folders. */
export function PhoneNote() {
  if (!isHandheld()) return null
  return (
    <p className="muted">
      On a phone or tablet you can run the demo and open exported results. Use a computer for your own
      folders: few mobile browsers open folders, and models need memory.
    </p>
  )
}

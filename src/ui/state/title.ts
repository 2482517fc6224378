let place = 'Voxelwise'
let progress: string | null = null

const show = (): void => {
  document.title = progress === null ? place : `${progress} · ${place}`
}

/** Names the view in the tab. */
export function titlePlace(name: string | null): void {
  place = name === null ? 'Voxelwise' : `${name} · Voxelwise`
  show()
}

/** Puts how far a run is before the name of the view; null takes it away. */
export function titleProgress(text: string | null): void {
  progress = text
  show()
}

let viewTitle = 'Voxelwise'
let progress: string | null = null

const show = (): void => {
  document.title = progress === null ? viewTitle : `${progress} · ${viewTitle}`
}

/** Sets the name of the view in the tab's title. */
export function titlePlace(name: string | null): void {
  viewTitle = name === null ? 'Voxelwise' : `${name} · Voxelwise`
  show()
}

/** Shows progress before the name of the view; null removes it. */
export function titleProgress(text: string | null): void {
  progress = text
  show()
}

const marker = '//frame='
const numbered = /\/\/frame=([1-9]\d{0,6})$/

/** What a sample says of its image, with the frame that it means: one text, since images are known by it. */
export const withFrame = (path: string, frame: number): string => `${path}${marker}${frame}`

/** @returns the path of the file, and the frame that stands behind it */
export function splitFrame(path: string): { readonly path: string; readonly frame: number | null } {
  const found = numbered.exec(path)
  return found ? { path: path.slice(0, found.index), frame: Number(found[1]) } : { path, frame: null }
}

/** Whether a file may be DICOM as far as its name shows: such files often have no ending. */
export function mayBeDicom(path: string): boolean {
  const file = splitFrame(path).path
  const name = file.split('/').at(-1) ?? ''
  return /\.(?:dcm|dicom|ima|\d+)$/i.test(name) || !(name.includes('.') || file.includes('//'))
}

/** The image of a sample, with the frame that its field `frame` names. */
export function framed(path: string, frame: unknown): string {
  const number = typeof frame === 'string' && /^\d{1,7}$/.test(frame) ? Number(frame) : frame
  const isFrame = typeof number === 'number' && Number.isInteger(number) && number > 0
  return isFrame && mayBeDicom(path) ? withFrame(path, number) : path
}

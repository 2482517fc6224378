/** The name of a private data set in place of its folder's. */
const called = 'Private data '

/** @param isMarked whether the user says that it is private; otherwise its DICOM files make it so */
export const privateName = (fingerprint: string, isMarked: boolean): string =>
  `${isMarked ? called : 'DICOM images '}${fingerprint.slice(0, 8)}`

/** Whether the user marked a data set as private that has a name in place of its folder's. */
export const isMarkedPrivate = ({
  name,
  salted,
}: {
  readonly name: string
  readonly salted?: true | undefined
}): boolean => salted === true && name.startsWith(called)

import { useState } from 'react'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { SmallButton } from './button.tsx'
import { ErrorBox } from './error-box.tsx'

interface Props {
  /** Name of the picture, for errors. */
  readonly name: string
  /** A PNG; null where there is none. Called on click. */
  readonly draw: () => Promise<Blob> | null
}

/** Copies a picture to the clipboard, for slides and documents. */
export function CopyImage({ name, draw }: Props) {
  const [isCopied, setCopied] = useState(false)
  const { problem, run } = useOwnTask()
  const copy = () =>
    run('Copying', name, async () => {
      const picture = draw()
      if (picture === null) return
      // Not awaited before: Safari allows it only while the click lasts.
      const written = navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
      await written.catch((cause: unknown) => {
        throw refused(name, cause)
      })
      setCopied(true)
    })
  return (
    <>
      <SmallButton onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</SmallButton>
      {problem && <ErrorBox error={problem} />}
    </>
  )
}

const refused = (subject: string, cause: unknown): VoxelwiseError =>
  new VoxelwiseError({
    code: 'permission-denied',
    subject,
    message: 'The browser did not allow the picture on the clipboard.',
    remedy: 'Allow it for this page, or save the picture as PNG.',
    cause,
  })

import { useState } from 'react'
import { askForDirectory, isAtHand } from '../../../app/folders/describe.ts'
import type { ErrorInfo } from '../../../engine/base/errors.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import type { Desk } from '../app/desk-commands.ts'
import type { ImageFolder, KeptFolder } from '../data/image-folder.ts'

/** The folder of images that was chosen for people, now or on an earlier visit. */
interface ImageFolderState {
  /** Whether it is known if there is one. */
  readonly isKnown: boolean
  /** The folder that images are read from; null where none was chosen here. */
  readonly open: string | null
  /** A folder of an earlier visit, which the browser wants to be asked for; null without one. */
  readonly asked: KeptFolder | null
  readonly error: ErrorInfo | null
  take(folder: ImageFolder): Promise<void>
}

const folderName = (folder: ImageFolder): string =>
  folder.kind === 'directory' ? folder.handle.name : folder.name

/** Takes the remembered folder, if a study needs one, where the browser allows that without a press. */
export function useImageFolder({ remote }: Desk): ImageFolderState {
  const [taken, setTaken] = useState<string | null>(null)
  const stored = useAsync('the folder of images', async () => {
    const folder = (await remote.needsFolder()) ? await remote.keptFolder() : null
    const isOpen = folder !== null && (await isAtHand(folder))
    if (isOpen) await remote.takeFolder(folder)
    return { folder, isOpen }
  })
  const { folder = null, isOpen = false } = stored.status === 'ready' ? stored.value : {}
  return {
    isKnown: stored.status !== 'loading',
    open: taken ?? (isOpen && folder ? folderName(folder) : null),
    asked: taken === null && !isOpen ? folder : null,
    error: stored.status === 'failed' ? stored.error : null,
    async take(next) {
      await remote.takeFolder(next)
      setTaken(folderName(next))
    },
  }
}

/** A button that reads the folder of the last visit again. */
export function FolderAgain({ folder: { asked, error, take } }: { readonly folder: ImageFolderState }) {
  const [isRefused, setRefused] = useState(false)
  if (error) return <ErrorBox error={error} />
  if (!asked) return null
  const again = async () => {
    const isAllowed = await askForDirectory(asked)
    setRefused(!isAllowed)
    if (isAllowed) await take(asked)
  }
  return (
    <div className="actions">
      <Button look="primary" onClick={again}>
        Read the images of “{asked.handle.name}” again
      </Button>
      {isRefused && <p className="warning">The browser did not allow it.</p>}
    </div>
  )
}

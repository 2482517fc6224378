import { type ReactNode, useRef, useState } from 'react'
import { fromInput } from '../../../app/folders/picking.ts'
import type { ForgottenFolder } from '../../../app/folders/registry.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useController } from '../../hooks/use-app.ts'
import { wholeFolder } from '../controls/whole-folder.ts'

interface ForgottenFolders {
  /** Asks for the folders that the browser did not keep, one after another, then begins. */
  readonly start: () => Promise<void>
  /** Names the folder that is asked for next; null where none is. */
  readonly label: ReactNode
  /** The hidden input: it must be somewhere in the view. */
  readonly input: ReactNode
}

/**
 * Lets a press that needs the folders of a run open the browser's picker itself.
 * @param press that errors belong to, as in `Notice`
 * @param begin once every folder is there
 */
export function useForgottenFolders(run: Run, press: string, begin: () => Promise<void>): ForgottenFolders {
  const controller = useController()
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<ForgottenFolder | null>(null)
  const start = async () => {
    const [next] = await controller.forgottenFolders(run.id)
    setAsked(next ?? null)
    if (next) input.current?.click()
    else await begin()
  }
  const take = async (files: FileList | null) => {
    const picked = fromInput(files)
    if (asked && picked && (await controller.bringFolder(asked, picked, press))) await start()
  }
  return {
    start,
    // One child: a button lays out its children apart, without the spaces between them.
    label: asked && (
      <span>
        Pick <bdi>{asked.name}</bdi>
      </span>
    ),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        multiple
        data-testid="forgotten-folder-input"
        aria-label={asked ? `Folder ${asked.name}` : 'Folder'}
        {...wholeFolder}
        onChange={event => {
          void take(event.target.files)
          event.target.value = ''
        }}
      />
    ),
  }
}

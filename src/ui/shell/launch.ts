import type { Controller } from '../../app/controller/commands.ts'
import { openLaunched } from '../../app/controller/launched.ts'
import { navigate, resultsHref } from '../state/router.ts'

/** Chromium's launch queue for installed pages, missing from TypeScript's types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemHandle[] }) => void): void
}

/** Opens the files that launched the installed page, one after the other. */
export function openLaunches(controller: Controller): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files }) => {
    void (async () => {
      for (const file of files) {
        try {
          const opened = await openLaunched(controller, file)
          navigate(
            opened.kind === 'run' ? resultsHref(opened.id) : opened.kind === 'backup' ? '#/runs' : '#/',
          )
        } catch (error) {
          controller.notify(error)
        }
      }
    })()
  })
}

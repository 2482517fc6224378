import { ErrorBoundary } from '../shared/controls/error-boundary.tsx'
import '../styles/index.css'
import '../styles/features.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Controller } from '../../app/controller/commands.ts'
import { createController } from '../../app/controller/controller.ts'
import { openLaunched } from '../../app/controller/launched.ts'
import { readyToStart, registerServiceWorker } from '../../app/offline/isolation.ts'
import { pagePart } from '../../engine/base/page-parts.ts'
import { ControllerContext } from '../hooks/use-app.ts'
import { loadLateParts } from '../shared/late.ts'
import { loadPreferences } from '../state/preferences.ts'
import { navigate, resultsHref } from '../state/router.ts'
import { App } from './app.tsx'
import { showRunSigns } from './run-signs.ts'

loadPreferences()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
try {
  if (await readyToStart(registerServiceWorker)) start(root)
} catch (error) {
  const opening = document.getElementById('opening')
  if (!opening) throw error
  opening.dataset.failed = ''
  opening.textContent = error instanceof Error ? error.message : String(error)
}

function start(root: HTMLElement): void {
  const controller = createController({
    loadsAhead: true,
    remember: true,
    reports: () => pagePart(import('../report/page.ts')),
  })
  // Unhandled errors would only reach the console. The browser's own warnings carry no error.
  addEventListener('unhandledrejection', ({ reason }) => controller.notify(reason))
  addEventListener('error', ({ error }) => error && controller.notify(error))
  showRunSigns(controller)
  openLaunches(controller)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, loadLateParts, { once: true })
  const page = (
    <StrictMode>
      <ErrorBoundary subject="the page">
        <ControllerContext value={controller}>
          <App />
        </ControllerContext>
      </ErrorBoundary>
    </StrictMode>
  )
  // In slices of some milliseconds: input and the first answers of the threads are handled in between.
  startTransition(() => createRoot(root).render(page))
}

/** Chromium's launch queue for installed pages, missing from TypeScript's types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemHandle[] }) => void): void
}

/** Opens the files that launched the installed page, one after the other. */
function openLaunches(controller: Controller): void {
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

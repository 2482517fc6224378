import '../styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createController } from '../../app/controller.ts'
import { ControllerContext } from '../hooks/use-app.ts'
import { loadPreferences } from '../state/preferences.ts'
import { App } from './app.tsx'

loadPreferences()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ControllerContext
      value={createController({ remember: true, reports: () => import('../report/page.ts') })}
    >
      <App />
    </ControllerContext>
  </StrictMode>,
)

import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createController } from './controller.ts'
import { loadPreferences } from './preferences.ts'
import { ControllerContext } from './use-app.ts'

loadPreferences()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ControllerContext value={createController()}>
      <App />
    </ControllerContext>
  </StrictMode>,
)

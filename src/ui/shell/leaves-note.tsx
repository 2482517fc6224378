import { useApp } from '../hooks/use-app.ts'

/** States that no data leaves the machine, or which model server receives it. */
export function LeavesNote() {
  const { model, live } = useApp()
  const server = (model.status === 'ready' ? model.overview.server : undefined) ?? live?.run.model.server
  if (!server) return 'Your data never leave this machine.'
  return `Questions and images go only to the model server at ${server.address}.`
}

import { useApp } from '../hooks/use-app.ts'

/** States that no data leaves the machine, or which model server receives it. */
export function LeavesNote() {
  const server = useApp(({ model, live }) =>
    model.status === 'ready' && model.overview.server ? model.overview.server : live?.run.model.server,
  )
  if (!server) return 'Your data never leave this machine.'
  return `Questions and images go only to the model server at ${server.address}.`
}

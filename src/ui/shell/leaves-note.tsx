import { useApp } from '../hooks/use-app.ts'

/** Where what is picked goes: nowhere, unless a model server was connected. */
export function LeavesNote() {
  const { model, live } = useApp()
  const server = (model.status === 'ready' ? model.overview.server : undefined) ?? live?.run.model.server
  if (!server) return 'Nothing you pick here leaves this machine.'
  return `What you run goes to the model server at ${server.address}, and nowhere else.`
}

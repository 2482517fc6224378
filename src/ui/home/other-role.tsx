import type { AskedRole } from '../../app/state/state.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { Button } from '../shared/controls/button.tsx'

const names: Readonly<Record<AskedRole, string>> = { dataset: 'data set', model: 'model' }

/** Offers to use a folder that could not be opened as what it is. */
export function OtherRole({ chosenAs: role }: { readonly chosenAs: AskedRole }) {
  const controller = useController()
  const kind = useAsync(`kind of the ${role}`, () => controller.folderKind(role))
  if (kind.status !== 'ready' || kind.value === null || kind.value === role) return null
  return (
    <p className="actions">
      <span>This looks like a {names[kind.value]} folder.</span>
      <Button onClick={() => controller.moveToOtherRole(role)}>Use it as the {names[kind.value]}</Button>
    </p>
  )
}

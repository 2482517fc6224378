import { adapterWords } from '../../engine/protocol/adapter-words.ts'
import type { AdapterFacts } from '../../engine/protocol/identity.ts'
import { useController } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { Facts } from '../shared/controls/facts.tsx'
import { useFolderWays } from './folder-card.tsx'

interface Props {
  readonly adapter: AdapterFacts | null
  /** Whether the model is a private copy, whose matrices are rounded. */
  readonly isFixed: boolean
}

/** Adds a LoRA adapter to the chosen checkpoint, or shows the one that it has. */
export function AdapterChoice({ adapter, isFixed }: Props) {
  const controller = useController()
  const ways = useFolderWays({
    title: 'Adapter',
    what: 'adapter',
    inputId: 'adapter-folder-input',
    choose: picked => controller.adaptModel(picked),
  })
  return (
    <div className="column">
      {adapter && <Facts facts={[{ name: 'Adapter', value: adapterWords(adapter) }]} />}
      {!isFixed && (
        <div className="row">
          <Button onClick={ways.pick}>{adapter ? 'Choose another adapter' : 'Add a LoRA adapter'}</Button>
          {adapter && <Button onClick={() => void controller.adaptModel(null)}>Remove the adapter</Button>}
        </div>
      )}
      {ways.hint && <p className="warning">{ways.hint}</p>}
      {ways.inputs}
    </div>
  )
}

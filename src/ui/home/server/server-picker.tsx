import { useId, useState } from 'react'
import type { Picked } from '../../../app/state.ts'
import type { FoundServer } from '../../../data/servers/connect.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { serverWords } from '../../../engine/model/served.ts'
import { useController } from '../../hooks/use-app.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'

type Found =
  | { readonly status: 'none' | 'looking' }
  | { readonly status: 'found'; readonly server: FoundServer }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

interface Props {
  readonly choose: (picked: Picked) => Promise<void>
}

/** The models of the server that Voxelwise was started with; where there is none, what is needed. */
export function ServerPicker({ choose }: Props) {
  const controller = useController()
  const [found, setFound] = useState<Found>({ status: 'none' })
  const look = async () => {
    setFound({ status: 'looking' })
    setFound(
      await controller.findServer().then(
        server => ({ status: 'found', server }) as const,
        error => ({ status: 'failed', error: internalError('model server', error) }) as const,
      ),
    )
  }
  return (
    <div className="server-picker">
      <button
        type="button"
        className="button"
        disabled={found.status === 'looking'}
        onClick={() => void look()}
      >
        Use a model server
      </button>
      {found.status === 'looking' && <p className="muted">Looking for it…</p>}
      {found.status === 'failed' && <ErrorBox error={found.error} />}
      {found.status === 'found' && <Models server={found.server} choose={choose} />}
    </div>
  )
}

function Models({ server, choose }: Props & { readonly server: FoundServer }) {
  const id = useId()
  const [first = ''] = server.models
  const [model, setModel] = useState(first)
  const where = `${serverWords(server)} at ${server.address}`
  if (first === '') return <p className="warning">{where} has no model: load one there, then look again.</p>
  return (
    <div className="server-models">
      <label htmlFor={id}>{where}</label>
      <select id={id} value={model} onChange={event => setModel(event.target.value)}>
        {server.models.map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" className="button primary" onClick={() => void choose({ from: 'server', model })}>
        Connect
      </button>
      <p className="field-note">It is asked a dozen short questions first, to find out what it can.</p>
    </div>
  )
}

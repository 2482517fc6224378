import { useId, useState } from 'react'
import type { Picked } from '../../../app/state/state.ts'
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

/** In the list of models: a name that is typed. No model is called so. */
const otherName = ''

function Models({ server, choose }: Props & { readonly server: FoundServer }) {
  const id = useId()
  const nameId = useId()
  const { models, unlisted } = server
  const [listed, setListed] = useState(models[0] ?? otherName)
  const [typed, setTyped] = useState('')
  const model = listed === otherName ? typed.trim() : listed
  const where = `${serverWords(server)} at ${server.address}`
  return (
    <form
      className="server-models"
      onSubmit={event => {
        event.preventDefault()
        if (model !== '') void choose({ from: 'server', model })
      }}
    >
      {models.length === 0 ? (
        <p className="warning">
          {where} {unlisted === null ? 'lists no model.' : `does not tell which models it has: ${unlisted}.`}
        </p>
      ) : (
        <>
          <label htmlFor={id}>{where}</label>
          <select id={id} value={listed} onChange={event => setListed(event.target.value)}>
            {models.map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
            <option value={otherName}>Another name…</option>
          </select>
        </>
      )}
      {listed === otherName && (
        <>
          <label htmlFor={nameId}>Name of the model, as the server calls it</label>
          <input id={nameId} type="text" value={typed} onChange={event => setTyped(event.target.value)} />
        </>
      )}
      <button type="submit" className="button primary" disabled={model === ''}>
        Connect
      </button>
      <p className="field-note">First, a dozen short questions find out what it can do.</p>
    </form>
  )
}

import { useId, useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { serverWords } from '../../../engine/model/served.ts'
import type { ServerChoiceProps } from '../../../ui/home/server/server-choice.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import type { FoundServer } from '../data/connect.ts'

type Found =
  | { readonly status: 'none' | 'looking' }
  | { readonly status: 'found'; readonly server: FoundServer }
  | { readonly status: 'failed'; readonly error: ErrorInfo }

/** The models of the server that Voxelwise was started with, or an error that explains how to start it. */
export function ServerPicker({ choose }: ServerChoiceProps) {
  const controller = useController()
  const [search, setSearch] = useState<Found>({ status: 'none' })
  const look = async () => {
    setSearch({ status: 'looking' })
    setSearch(
      await controller.findServer().then(
        server => ({ status: 'found', server }) as const,
        error => ({ status: 'failed', error: internalError('model server', error) }) as const,
      ),
    )
  }
  return (
    <div className="column">
      <Button disabled={search.status === 'looking'} onClick={look}>
        Use a model server
      </Button>
      {search.status === 'looking' && <p className="muted">Looking for the server…</p>}
      {search.status === 'failed' && <ErrorBox error={search.error} />}
      {search.status === 'found' && <Models server={search.server} choose={choose} />}
    </div>
  )
}

/** The list's entry for a typed name. No model has this name. */
const otherName = ''

function Models({ server, choose }: ServerChoiceProps & { readonly server: FoundServer }) {
  const id = useId()
  const nameId = useId()
  const { models, unlisted } = server
  const [listed, setListed] = useState(models[0] ?? otherName)
  const [typed, setTyped] = useState('')
  const model = listed === otherName ? typed.trim() : listed
  const where = `${serverWords(server)} at ${server.address}`
  return (
    <form
      className="column"
      onSubmit={event => {
        event.preventDefault()
        if (model !== '') void choose({ from: 'server', model })
      }}
    >
      {models.length === 0 ? (
        <p className="warning">
          {where} {unlisted === null ? 'lists no models.' : `did not list its models: ${unlisted}.`}
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
            <option value={otherName}>Other name…</option>
          </select>
        </>
      )}
      {listed === otherName && (
        <>
          <label htmlFor={nameId}>Model name on the server</label>
          <input id={nameId} type="text" value={typed} onChange={event => setTyped(event.target.value)} />
        </>
      )}
      <Button type="submit" look="primary" disabled={model === ''}>
        Connect
      </Button>
      <p className="note">Connecting sends about a dozen short test questions.</p>
    </form>
  )
}

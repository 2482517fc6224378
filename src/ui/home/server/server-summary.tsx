import { Fragment } from 'react'
import type { ServerInfo } from '../../../engine/protocol/server-info.ts'
import { abilityFacts, identityFacts } from '../../text/server.ts'

/** A model server and its abilities, on the model's card. */
export function ServerSummary({ server }: { readonly server: ServerInfo }) {
  return (
    <dl className="facts server-facts">
      {[...identityFacts(server), ...abilityFacts(server)].map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

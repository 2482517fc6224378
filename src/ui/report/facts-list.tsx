import type { Fact } from './settings.ts'

/** A setting's value; fingerprints and ids are set as code. */
export const FactValue = ({ fact: { value, isCode } }: { readonly fact: Fact }) =>
  isCode ? <code>{value}</code> : value

/** Facts by name, one below the other. */
export function FactsList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(fact => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>
            <FactValue fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { useState } from 'react'
import type { BrokenChain } from '../../engine/report.ts'
import { count, counted } from '../format.ts'
import type { ResultRow } from '../state.ts'
import { RowLinks } from './row-links.tsx'

interface Props {
  readonly run: string
  readonly chains: readonly BrokenChain<ResultRow>[]
}

const step = 20

/** Images whose diagnosis was right although their perception was wrong, most broken links first. */
export function BrokenChains({ run, chains }: Props) {
  const [shown, setShown] = useState(step)
  return (
    <section className="stack" aria-labelledby="chains">
      <h3 id="chains">Worst shortcut chains</h3>
      {chains.length === 0 ? (
        <p className="muted">No image has a right diagnosis above a wrong perception.</p>
      ) : (
        <p className="prose muted">
          {counted(chains.length, 'image')} with a right diagnosis above a wrong perception, most broken links
          first.
        </p>
      )}
      <ul className="chains">
        {chains.slice(0, shown).map(chain => (
          <li key={chain.image}>
            <p className="chain-image">
              <span className="mono">{chain.image}</span>
              <span className="muted">
                {count(chain.misperceived.length)} of {counted(chain.perceptions, 'perception')} wrong
              </span>
            </p>
            <RowLinks run={run} rows={[...chain.diagnoses, ...chain.misperceived]} />
          </li>
        ))}
      </ul>
      {chains.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + step)}>
          Show {count(Math.min(step, chains.length - shown))} more
        </button>
      )}
    </section>
  )
}

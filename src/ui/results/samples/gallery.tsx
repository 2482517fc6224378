import { useState } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { hrefWith } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'

/** Images that are shown at once. */
const step = 60

interface Props {
  readonly run: string
  readonly rows: readonly ResultRow[]
  /** Index of the open sample. */
  readonly open: number | null
}

/** The selected samples as thumbnails with their verdicts. */
export function Gallery({ run, rows, open }: Props) {
  const [shown, setShown] = useState(step)
  return (
    <section aria-label="Gallery">
      <ul className="gallery">
        {rows.slice(0, shown).map(row => (
          <li key={row.index}>
            <a
              href={hrefWith({ sample: String(row.index) })}
              aria-current={row.index === open ? 'true' : undefined}
            >
              <Thumbnail run={run} path={row.image} />
              <span className="gallery-name">
                <Verdict verdict={row.verdict} short /> {row.question}
              </span>
              <span className="muted">{voxelName(row)}</span>
            </a>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + step)}>
          Show more of {count(rows.length)}
        </button>
      )}
    </section>
  )
}

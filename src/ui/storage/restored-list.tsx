import type { Restored } from '../../data/store/news.ts'
import { counted } from '../../engine/base/counted.ts'
import { count } from '../text/format.ts'

/** The number of restored runs, and the files that could not be restored. */
export function RestoredList({ restored, from }: { readonly restored: Restored; readonly from: string }) {
  const { runs, records, problems } = restored
  return (
    <>
      <p>
        Restored {counted(runs, 'run')} and {counted(records, 'record')}.
      </p>
      {problems.length > 0 && (
        <>
          <p>
            {count(problems.length)} of the {from} could not be restored:
          </p>
          <ul>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

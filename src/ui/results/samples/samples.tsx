import { useMemo, useState } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { useOtherRuns } from '../../hooks/use-other-runs.ts'
import { Button } from '../../shared/controls/button.tsx'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { isOpen } from '../../shared/sample/filters.ts'
import { unviewed } from '../../shared/sample/image-view.ts'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { chosenOne } from '../../shared/sections.tsx'
import { ListAndDetail } from '../../shared/table/list-and-detail.tsx'
import { changeQuery, hrefWith } from '../../state/router.ts'
import { count, percentShort } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'
import type { TabProps } from '../tab-props.ts'
import { SampleDetail } from './sample-detail.tsx'
import { SampleFilters } from './sample-filters.tsx'
import { SelectionActions, shownAs } from './selection-actions.tsx'
import { SelectionFigures } from './selection-figures.tsx'
import { useSelection } from './use-selection.ts'

/** Images that are shown at once. */
const step = 60

interface GalleryProps {
  readonly run: string
  readonly rows: readonly ResultRow[]
  /** Index of the open sample. */
  readonly open: number | null
}

/** The selected samples as thumbnails with their verdicts. */
function Gallery({ run, rows, open }: GalleryProps) {
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
        <Button onClick={() => setShown(shown + step)}>Show more of {count(rows.length)}</Button>
      )}
    </section>
  )
}

const nothing: readonly ResultRow[] = []
const open = (row: ResultRow | undefined) =>
  changeQuery({ ...unviewed, sample: row ? String(row.index) : null })

/** The samples of a run, as list or gallery, and one of them; selection, view and sample are in the address. */
export function SamplesTab({ results, query, levels }: TabProps) {
  const { run, rows, overview } = results
  const { filter, sort, column, listed, tags } = useSelection(results, query, levels)
  const others = useOtherRuns(run)
  const isScored = useMemo(() => rows.some(({ confidence }) => confidence !== null), [rows])
  const found = listed.status === 'ready' ? listed.value : nothing
  const as = chosenOne(query, 'as', shownAs)
  const sample = query.get('sample')
  const asked = useMemo(() => rows.find(one => String(one.index) === sample), [rows, sample])
  // Without a choice the first wrong answer, beside the list.
  const row = asked ?? (as === 'list' ? found.find(({ verdict }) => verdict === 'wrong') : undefined)
  const selected = useMemo(
    () => (row === undefined ? -1 : found.findIndex(({ index }) => index === row.index)),
    [found, row],
  )
  const other = others.find(({ id }) => id === filter.against)
  // Of samples that were selected by their verdicts, an accuracy means nothing.
  const hasFigures = found.length > 0 && filter.axes.verdict === undefined && filter.change === null
  return (
    <>
      <h2 className="visually-hidden">Samples</h2>
      <SampleFilters
        {...{ overview, isScored, filter, column, sort, tags, others }}
        isJudged={run.judging !== undefined}
      />
      {column.status === 'failed' && <ErrorBox error={column.error} />}
      {hasFigures && (other || !isOpen(filter)) && !run.judging && (
        <SelectionFigures run={run.id} rows={found} other={other} />
      )}
      <SelectionActions run={run.id} all={rows.length} listed={listed} as={as} tags={tags} />
      <ListAndDetail
        label="Samples"
        count={found.length}
        selected={selected}
        isChosen={asked !== undefined}
        onOpen={position => open(found[position])}
        row={position => found[position] && <SampleRow row={found[position]} />}
        pane={as === 'gallery' && <Gallery run={run.id} rows={found} open={row?.index ?? null} />}
        detail={
          row ? (
            <SampleDetail
              run={run.id}
              row={row}
              rows={rows}
              tags={tags}
              before={selected > 0 ? () => open(found[selected - 1]) : null}
              after={selected + 1 < found.length ? () => open(found[selected + 1]) : null}
              onClose={() => open(undefined)}
            />
          ) : null
        }
        hint="Select a sample to see its image, prompt and answer."
        none={listed.status === 'ready' ? 'No sample matches this selection.' : ''}
      />
    </>
  )
}

function SampleRow({ row }: { readonly row: ResultRow }) {
  return (
    <>
      <Verdict verdict={row.verdict} short />
      <span className="row-main">{row.question}</span>
      <span className="note row-sub">
        {row.isUnparsed && 'unparsed · '}
        {row.confidence !== null && `${percentShort(row.confidence)}% sure · `}
        {voxelName(row)}
      </span>
      <span className="row-id">{row.id}</span>
    </>
  )
}

import { useMemo, useState } from 'react'
import type { Comparison } from '../../../engine/analysis/paired-differences.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { AccuracyLine } from '../../charts/accuracy.tsx'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { useOtherRuns } from '../../hooks/use-other-runs.ts'
import { Button } from '../../shared/controls/button.tsx'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { isOpen } from '../../shared/sample/filters.ts'
import { unviewed } from '../../shared/sample/image-view.ts'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { chosenOne } from '../../shared/sections.tsx'
import { ListAndDetail } from '../../shared/table/list-and-detail.tsx'
import { changeQuery, compareHref, hrefWith } from '../../state/router.ts'
import { clusterCell } from '../../text/clusters.ts'
import { count, percent, percentShort, points, pointsInterval, pWords } from '../../text/format.ts'
import { guessingWords } from '../../text/rates.ts'
import { voxelName } from '../../text/voxels.ts'
import type { TabProps } from '../tab-props.ts'
import { SampleDetail } from './sample-detail.tsx'
import { SampleFilters } from './sample-filters.tsx'
import { SelectionActions, shownAs } from './selection-actions.tsx'
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

interface FiguresProps {
  readonly run: string
  readonly rows: readonly ResultRow[]
  /** The run that it is compared with. */
  readonly other: Run | undefined
}

const numbers = new WeakMap<readonly ResultRow[], number>()
let lists = 0

/** A number for each list: its rows may be a million, too many to compare. */
function numberOf(rows: readonly ResultRow[]): number {
  const known = numbers.get(rows)
  if (known !== undefined) return known
  numbers.set(rows, ++lists)
  return lists
}

/** The accuracy of the selected samples, and their test against another run. */
function SelectionFigures({ run, rows, other }: FiguresProps) {
  const controller = useController()
  const found = useAsync(`figures of ${run}, ${other?.id}, list ${numberOf(rows)}`, signal => {
    const indices = Uint32Array.from(rows, ({ index }) => index)
    return controller.fact('selected', { runs: other ? [run, other.id] : [run], indices }, signal)
  })
  if (found.status === 'failed') return <ErrorBox error={found.error} />
  if (found.status === 'loading') return <p className="muted">Counting…</p>
  const { accuracy, against } = found.value
  return (
    <div className="stack" aria-live="polite">
      <p>
        Accuracy <AccuracyLine estimate={accuracy} />
        {guessingWords(accuracy) && <span className="muted"> {guessingWords(accuracy)}</span>}
      </p>
      {other && against && <Test run={run} other={other} against={against} />}
    </div>
  )
}

/** "This run minus “B”: −3.1 points (95% interval −5.0 to −1.2), p 0.0030." */
function Test({ run, other, against }: { run: string; other: Run; against: Comparison }) {
  const { n, first, second, difference, low, high, p, table } = against
  if (n === 0) return <p>The runs have no answered sample of these in common.</p>
  return (
    <p>
      This run {percent(second)}, <bdi>{other.name}</bdi> {percent(first)}:{' '}
      <strong>{points(difference)} points</strong>, 95% interval {pointsInterval(low, high)},{' '}
      <strong className="keep">{pWords(p)}</strong> on {count(n)} samples ({clusterCell(against)}).{' '}
      {count(table.onlySecond)} gained, {count(table.onlyFirst)} lost.{' '}
      <a href={compareHref([other.id, run])}>Compare both runs</a>
    </p>
  )
}

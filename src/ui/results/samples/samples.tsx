import { useMemo } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { useOtherRuns } from '../../hooks/use-other-runs.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { isOpen } from '../../shared/sample/filters.ts'
import { unviewed } from '../../shared/sample/image-view.ts'
import { Verdict } from '../../shared/sample/verdict.tsx'
import { chosenOne } from '../../shared/sections.tsx'
import { ListAndDetail } from '../../shared/table/list-and-detail.tsx'
import { changeQuery } from '../../state/router.ts'
import { percentShort } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'
import type { TabProps } from '../tab-props.ts'
import { Gallery } from './gallery.tsx'
import { SampleDetail } from './sample-detail.tsx'
import { SampleFilters } from './sample-filters.tsx'
import { SelectionActions, shownAs } from './selection-actions.tsx'
import { SelectionFigures } from './selection-figures.tsx'
import { TagNames, useSampleTags } from './tag-names.tsx'
import { useSelection } from './use-selection.ts'
import { type Ticks, useTicks } from './use-ticks.ts'

const nothing: readonly ResultRow[] = []
const open = (row: ResultRow | undefined) =>
  changeQuery({ ...unviewed, sample: row ? String(row.index) : null })

/** The samples of a run, as list or gallery, and one of them; selection, view and sample are in the address. */
export function SamplesTab({ results, query, levels }: TabProps) {
  const { run, rows, overview } = results
  const { filter, sort, column, listed, tags } = useSelection(results, query, levels)
  const findTags = useSampleTags(tags)
  const ticks = useTicks(run.id)
  const others = useOtherRuns(run)
  const isScored = useMemo(() => rows.some(({ confidence }) => confidence !== null), [rows])
  const matches = listed.status === 'ready' ? listed.value : nothing
  const as = chosenOne(query, 'as', shownAs)
  const sample = query.get('sample')
  const chosenRow = useMemo(() => rows.find(one => String(one.index) === sample), [rows, sample])
  // Without a choice the first wrong answer, beside the list.
  const row = chosenRow ?? (as === 'list' ? matches.find(({ verdict }) => verdict === 'wrong') : undefined)
  const selected = useMemo(
    () => (row === undefined ? -1 : matches.findIndex(({ index }) => index === row.index)),
    [matches, row],
  )
  useKeys({ x: () => row && ticks.toggle([row.index]) })
  const other = others.find(({ id }) => id === filter.against)
  // The accuracy of samples that were selected by their verdicts means nothing.
  const hasFigures =
    matches.length > 0 && filter.axes.verdict === undefined && filter.change === null && filter.only === null
  return (
    <>
      <h2 className="visually-hidden">Samples</h2>
      <SampleFilters
        {...{ overview, isScored, filter, column, sort, tags, others }}
        isJudged={run.judging !== undefined}
      />
      {column.status === 'failed' && <ErrorBox error={column.error} />}
      {hasFigures && (other || !isOpen(filter)) && !run.judging && (
        <SelectionFigures run={run.id} rows={matches} other={other} />
      )}
      <SelectionActions run={run.id} {...{ rows, listed, as, tags, findTags, ticks }} />
      <ListAndDetail
        label="Samples"
        count={matches.length}
        selected={selected}
        isChosen={chosenRow !== undefined}
        onOpen={position => open(matches[position])}
        row={position =>
          matches[position] && (
            <SampleRow row={matches[position]} tags={findTags(matches[position].index)} ticks={ticks} />
          )
        }
        pane={
          as === 'gallery' && (
            <Gallery run={run.id} rows={matches} open={row?.index ?? null} tags={findTags} ticks={ticks} />
          )
        }
        detail={
          row ? (
            <SampleDetail
              run={run.id}
              row={row}
              rows={rows}
              tags={tags}
              before={selected > 0 ? () => open(matches[selected - 1]) : null}
              after={selected + 1 < matches.length ? () => open(matches[selected + 1]) : null}
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

interface RowProps {
  readonly row: ResultRow
  readonly tags: readonly string[]
  readonly ticks: Ticks
}

function SampleRow({ row, tags, ticks }: RowProps) {
  const isTicked = ticks.has(row.index)
  return (
    <>
      <span>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: an option of a list has no control in it; the key X ticks it */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <span
          className="tick-mark"
          data-ticked={isTicked}
          onClick={event => {
            event.stopPropagation()
            ticks.toggle([row.index])
          }}
        />
        {isTicked && <span className="visually-hidden">Ticked</span>}
        <Verdict verdict={row.verdict} short />
      </span>
      <span className="row-main">{row.question}</span>
      <span className="note row-sub">
        {row.isUnparsed && 'unparsed · '}
        {row.confidence !== null && `${percentShort(row.confidence)}% sure · `}
        {voxelName(row)} <TagNames names={tags} />
      </span>
      <span className="row-id">{row.id}</span>
    </>
  )
}

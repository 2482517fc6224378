import { useMemo } from 'react'
import { type LevelChoice, shortcutOptions } from '../../../app/controller/levels.ts'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { levelUnder } from '../../../engine/protocol/shortcut.ts'
import { type Tags, taggedWith } from '../../../engine/protocol/tags.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { type Async, useAsync, useLast } from '../../hooks/use-async.ts'
import { useVisibleTags } from '../../seams.ts'
import {
  type Filter,
  filterFromQuery,
  listInPortions,
  type SampleSort,
  sampleSortFromQuery,
} from '../../shared/sample/filters.ts'

interface Selected {
  readonly filter: Filter
  readonly sort: SampleSort
  /** Column of the filtered field. */
  readonly column: Async<FieldColumn | null>
  /** The samples; the previous ones while they are looked for. */
  readonly listed: Async<readonly ResultRow[]>
  /** All tags of the run. */
  readonly tags: Tags
}

const none: Tags = {}

/** The samples that the address selects. */
export function useSelection(
  { run, rows }: Pick<Results, 'run' | 'rows'>,
  query: URLSearchParams,
  levels: LevelChoice,
): Selected {
  const controller = useController()
  const all = useApp(({ runs }) => runs?.find(summary => summary.run.id === run.id)?.run.tags) ?? none
  const tags = useVisibleTags(run.id, all)
  const filter = useMemo(() => filterFromQuery(query), [query])
  const sort = sampleSortFromQuery(query)
  const field = filter.field?.name ?? null
  const column = useAsync(`field ${field} of ${run.id}, ${rows.length} rows`, async signal =>
    field === null ? null : controller.fact('column', { run: run.id, field }, signal),
  )
  const other = filter.change === null ? null : filter.against
  const changed = useAsync(`changes of ${run.id} from ${other}, ${rows.length} rows`, async () =>
    other === null
      ? null
      : new Map((await controller.changed(other, run.id)).map(({ second, change }) => [second, change])),
  )
  const linked = useAsync(
    `shortcuts of ${filter.only === 'shortcut' ? `${run.id}, ${rows.length} rows, ${JSON.stringify(levels)}` : null}`,
    async signal =>
      filter.only === 'shortcut'
        ? new Set(
            (await controller.fact('brokenLinks', { run: run.id, levels: shortcutOptions(levels) }, signal))
              .samples,
          )
        : null,
  )
  const tagged = filter.tag === null ? null : taggedWith(tags, filter.tag)
  const waiting = [column, changed, linked].find(({ status }) => status !== 'ready')
  const key = [
    `samples of ${run.id}, ${rows.length} rows`,
    JSON.stringify([filter, sort, levels, tagged]),
    waiting?.status,
  ].join(' ')
  const now = useAsync(key, async () =>
    listInPortions(
      rows,
      filter,
      {
        taskLevel: levelUnder(shortcutOptions(levels)),
        ...(column.status === 'ready' && { column: column.value }),
        ...(changed.status === 'ready' && changed.value && { changed: changed.value }),
        ...(linked.status === 'ready' && linked.value && { ofShortcuts: linked.value }),
        ...(tagged && { tagged: new Set(tagged) }),
      },
      sort,
    ),
  )
  const listed = useLast(waiting && waiting.status !== 'ready' ? waiting : now)
  return { filter, sort, column, listed, tags }
}

import { useMemo } from 'react'
import { shortcutOptions } from '../../../app/controller/levels.ts'
import { chainImage, orderTasks } from '../../../engine/analysis/report.ts'
import { counted } from '../../../engine/base/counted.ts'
import { levelUnder } from '../../../engine/protocol/shortcut.ts'
import { useLast } from '../../../ui/hooks/use-async.ts'
import { useFact } from '../../../ui/hooks/use-fact.ts'
import { UnknownTasks } from '../../../ui/results/shortcuts/unknown-tasks.tsx'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { unviewed } from '../../../ui/shared/sample/image-view.ts'
import { verdicts } from '../../../ui/shared/sample/verdict.tsx'
import { ListAndDetail } from '../../../ui/shared/table/list-and-detail.tsx'
import { SaveCsv } from '../../../ui/shared/table/save-csv.tsx'
import type { SavedColumn } from '../../../ui/shared/table/sorting.ts'
import { changeQuery } from '../../../ui/state/router.ts'
import { count, label } from '../../../ui/text/format.ts'
import {
  type ChainEntry,
  type ChainTable,
  type ConstantChains,
  chainAt,
  type FindRow,
  groupCodes,
  type LabelledChains,
  rowsByIndex,
} from '../engine/chain-table.ts'
import { taskSigns } from '../text/task-signs.ts'
import { ChainDetail } from './chain-detail.tsx'
import { ChainFilters, chainFilterFromQuery, filterChains } from './chain-filters.tsx'
import { WorstChains } from './worst-chains.tsx'

/** For every image its chain of questions in reading order. */
export function ChainsTab({ results, levels, query }: TabProps) {
  const { run, rows, overview } = results
  const input = { run: run.id, levels: shortcutOptions(levels) }
  const chains = useLast(useFact('chains', input, rows.length))
  const taskLevels = useMemo(() => {
    const taskLevel = levelUnder(shortcutOptions(levels))
    return overview.labels.task.map(([task, records]) => ({ task, records, level: taskLevel(task) }))
  }, [overview, levels])
  return (
    <>
      <h2>Chains</h2>
      <p className="prose">
        All questions about one image, from perception (left) to diagnosis (right). A right diagnosis with a
        wrong perception is a shortcut.
      </p>
      <Awaited of={chains} doing="Reading the chains…" />
      <UnknownTasks levels={taskLevels} choice={levels} />
      {chains.status === 'ready' && <Found results={results} chains={chains.value} query={query} />}
    </>
  )
}

interface FoundProps extends Omit<TabProps, 'levels'> {
  readonly chains: LabelledChains
}

function Found({ results: { run, rows, overview }, chains: { table, labels }, query }: FoundProps) {
  const findRow: FindRow = useMemo(() => rowsByIndex(rows), [rows])
  const signs = useMemo(() => taskSigns(orderTasks(overview.labels.task.map(([task]) => task))), [overview])
  const filter = useMemo(() => chainFilterFromQuery(query), [query])
  const chains = useMemo(() => filterChains(table, findRow, filter), [table, findRow, filter])
  const [broken, constant] = useMemo(() => {
    const shown = new Set(chains)
    const ranked = Array.from(table.worst.subarray(0, table.shortcuts)).filter(chain => shown.has(chain))
    return [ranked, constantAmong(table, shown)]
  }, [chains, table])
  const imageHref = (chain: number) => {
    const row = findRow.get(table.samples[table.starts[chain] ?? -1] ?? -1)
    return row ? chainImage(row) : ''
  }
  const image = query.get('image')
  const selected = image === null ? -1 : chains.findIndex(chain => imageHref(chain) === image)
  const chosen = chains[selected]
  const all = table.worst.length
  return (
    <>
      <ChainFilters labels={labels} filter={filter} />
      <div className="actions">
        <p className="note list-count" role="status">
          {chains.length === all
            ? counted(all, 'image')
            : `${count(chains.length)} of ${counted(all, 'image')}`}
        </p>
        <SaveCsv columns={chainColumns(table, findRow)} rows={chains} file="voxelwise-chains.csv" />
      </div>
      <WorstChains
        key={JSON.stringify(filter)}
        run={run.id}
        chains={broken}
        constant={constant}
        chainEntry={chain => chainAt(table, chain)}
        findRow={findRow}
      />
      <h3>Every image</h3>
      <TaskKey signs={signs} />
      <ListAndDetail
        label="Chains"
        count={chains.length}
        selected={selected}
        onOpen={position => changeQuery({ ...unviewed, image: imageHref(chains[position] ?? -1) })}
        row={position => {
          const chain = chains[position]
          return (
            chain !== undefined && (
              <ChainRow
                image={imageHref(chain)}
                entry={chainAt(table, chain)}
                findRow={findRow}
                taskSigns={signs}
              />
            )
          )
        }}
        detail={
          chosen !== undefined ? (
            <ChainDetail
              key={chosen}
              run={run.id}
              image={imageHref(chosen)}
              entry={chainAt(table, chosen)}
              findRow={findRow}
              onClose={() => changeQuery({ ...unviewed, image: null })}
            />
          ) : null
        }
        hint="Select an image to see its questions, each with its verdict."
        none="No image matches these filters."
      />
    </>
  )
}

/** The diagnoses that one answer fits, with their shown chains only. */
const constantAmong = (table: ChainTable, shown: ReadonlySet<number>): readonly ConstantChains[] =>
  table.constant
    .map(one => ({ ...one, chains: one.chains.filter(chain => shown.has(chain)) }))
    .filter(({ chains }) => chains.length > 0)

/** A saved chain: its place in the table is the row. */
function chainColumns(table: ChainTable, findRow: FindRow): readonly SavedColumn<number>[] {
  const questionRows = (chain: number) =>
    chainAt(table, chain).questions.flatMap(({ sample }) => findRow.get(sample) ?? [])
  return [
    { name: 'image', value: chain => questionRows(chain).slice(0, 1).map(chainImage)[0] ?? null },
    { name: 'questions', value: chain => questionRows(chain).length },
    {
      name: 'right',
      value: chain => questionRows(chain).filter(({ verdict }) => verdict === 'correct').length,
    },
    ...groupCodes.map(group => ({
      name: group,
      value: (chain: number) => chainAt(table, chain).links[group],
    })),
    { name: 'organ_wrong', value: chain => table.organWrong[chain] ?? null },
  ]
}

function ChainRow({ image, entry, findRow, taskSigns }: StripProps & { readonly image: string }) {
  const shortcuts = entry.links.D
  return (
    <>
      <span className="chain-name mono">{image.slice(image.indexOf('/') + 1)}</span>
      <span className="note">
        {shortcuts > 0 ? counted(shortcuts, 'broken link') : counted(entry.questions.length, 'question')}
      </span>
      <ChainStrip entry={entry} findRow={findRow} taskSigns={taskSigns} />
    </>
  )
}

/** The meaning of the signs in the chains. */
function TaskKey({ signs }: { readonly signs: ReadonlyMap<string, string> }) {
  return (
    <dl className="note words task-key">
      {Array.from(signs, ([task, sign]) => (
        <div key={task}>
          <dt>{sign}</dt>
          <dd>{label(task)}</dd>
        </div>
      ))}
      {Object.entries(verdicts).map(([verdict, { sign, word }]) => (
        <div key={verdict}>
          <dt className="chain-link" data-verdict={verdict}>
            {sign}
          </dt>
          <dd>{word.toLowerCase()}</dd>
        </div>
      ))}
    </dl>
  )
}

interface StripProps {
  readonly entry: ChainEntry
  readonly findRow: FindRow
  /** Short signs of the tasks. */
  readonly taskSigns: ReadonlyMap<string, string>
}

/** A chain's questions in reading order, a gap between levels; verdicts by sign, shape and colour. */
function ChainStrip({ entry, findRow, taskSigns }: StripProps) {
  return (
    <span className="chain-strip">
      {entry.questions.map(({ sample, tier, level }, at) => {
        const row = findRow.get(sample)
        if (!row) return null
        const { sign, word } = verdicts[row.verdict]
        return (
          <span
            key={sample}
            className="chain-link"
            data-verdict={row.verdict}
            data-ignored={level === 'ignored'}
            data-opens={at > 0 && entry.questions[at - 1]?.tier !== tier}
          >
            <span aria-hidden="true">
              {taskSigns.get(row.task)} {sign}
            </span>
            <span className="visually-hidden">
              {label(row.task)} {word.toLowerCase()},
            </span>
          </span>
        )
      })}
    </span>
  )
}

import type { LevelChoice, Results } from '../../../app/controller/controller-api.ts'
import { levelsToQuery } from '../../../app/controller/levels.ts'
import type { Credibility } from '../../../engine/analysis/chains.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import { type ClusteredRates, defaultResamples, defaultSeed } from '../../../engine/statistics/bootstrap.ts'
import { Figure } from '../../charts/accuracy.tsx'
import { ChainFlow } from '../../charts/chain-flow.tsx'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { useLast } from '../../hooks/use-last.ts'
import { Awaited } from '../../shared/controls/awaited.tsx'
import { TaskLevels } from '../../shared/run/task-levels.tsx'
import { SaveCsv } from '../../shared/table/save-csv.tsx'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import { resultsHref } from '../../state/router.ts'
import { wholeRatesWords } from '../../text/estimates.ts'
import { count } from '../../text/format.ts'
import { rateNames, rates } from '../../text/rates.ts'
import { UnknownTasks } from '../chains/unknown-tasks.tsx'
import { RatesBy } from './rates-by.tsx'
import { ShortcutGroups } from './shortcut-groups.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
  readonly query: URLSearchParams
}

/** Whether right diagnoses rest on right perception of the same image. */
export function ShortcutsTab({ results: { run, rows }, levels, query }: Props) {
  const controller = useController()
  const key = `shortcuts of ${run.id}, ${rows.length} rows, levels ${JSON.stringify(levels)}`
  const found = useLast(useAsync(key, () => controller.credibility(run.id, levels)))
  return (
    <>
      <h2>Shortcut chains</h2>
      <Awaited of={found} doing={`Drawing images again, ${count(defaultResamples)} times…`} />
      {found.status === 'ready' && (
        <Found run={run.id} credibility={found.value} levels={levels} query={query} />
      )}
    </>
  )
}

interface FoundProps {
  readonly run: string
  readonly credibility: Credibility
  readonly levels: LevelChoice
  readonly query: URLSearchParams
}

function Found({ run, credibility: { levels: tasks, overall, whole, groups }, levels, query }: FoundProps) {
  const href = (change: Readonly<Record<string, string>>) =>
    resultsHref(run, 'chains', { ...levelsToQuery(levels), ...change })
  return (
    <>
      <p className="prose">
        A diagnosis that is right although the model misread the same image is a shortcut: it was lucky, or it
        rests on something other than what the image shows. Every pair of a diagnosis question and a
        perception question on one image is a link. This run has {counted(overall.links, 'link')} on{' '}
        {counted(overall.images, 'image')}. <a href={href({})}>See every chain</a>
      </p>
      <UnknownTasks levels={tasks} choice={levels} />
      {overall.links > 0 && (
        <>
          <div className="flow-grid">
            <ChainFlow counts={overall.counts} href={group => href({ group })} />
            <div className="stack">
              <ShortcutGroups counts={overall.counts} />
              <SaveCsv columns={groupColumns} rows={linkGroups(overall)} file="voxelwise-groups.csv" />
            </div>
          </div>
          <Rates overall={overall} whole={whole} />
          {whole !== null && <p className="prose">{wholeRatesWords(whole)}</p>}
          <p className="prose muted">
            {whole !== null && 'By label, of the images that were asked: '}Links on one image hang together,
            so images are drawn again, not links: percentile intervals of {count(defaultResamples)} resamples,
            seed {defaultSeed}. Where all images say the same, that shows no doubt; then the interval is
            Wilson’s, each image a single observation, and it is marked.
          </p>
          <RatesBy
            overall={overall}
            groups={groups}
            query={query}
            href={(axis: Axis, label: string) => href({ [axis]: label })}
            allHref={href({})}
          />
        </>
      )}
      <TaskLevels levels={tasks} choice={levels} />
    </>
  )
}

const groupColumns: readonly SavedColumn<readonly [string, number]>[] = [
  { name: 'group', value: ([group]) => group },
  { name: 'links', value: ([, links]) => links },
]

const linkGroups = ({ counts }: ClusteredRates) => Object.entries(counts)

function Rates({ overall, whole }: Pick<Credibility, 'overall' | 'whole'>) {
  return (
    <div className="rates">
      {rates.map(key => {
        const { name, formula, meaning } = rateNames[key]
        const rate = overall[key]
        const wilson = rate.method === 'wilson' ? ' (Wilson’s interval)' : ''
        return (
          <Figure
            key={key}
            name={`${name} = ${formula}`}
            estimate={{
              ...rate,
              chance: null,
              ...(whole !== null && { part: { of: whole, isDrawn: true } }),
            }}
            counted={
              rate.n === 0
                ? `No such links: the official tool writes ${rate.share}`
                : `${count(rate.correct)} of ${count(rate.n)} ${meaning}${wilson}`
            }
          />
        )
      })}
    </div>
  )
}

/** The stored runs as rows of a table: what each is called, what it asked and what it cost. Plain functions. */
import { isInterrupted, ownRuns } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { LiveRun, RunSummary } from '../../app/state/state.ts'
import { bareShare, type Estimate, isBare, isTooFew } from '../../engine/analysis/shares.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { runSettings } from '../../engine/protocol/run-settings.ts'
import { wholeSize } from '../text/estimates.ts'
import { howRun } from '../text/format.ts'

type RunWord = 'Running now' | 'Paused' | 'In another tab' | 'Failed' | 'Unfinished' | 'Done'

export interface RunRow {
  readonly summary: RunSummary
  readonly run: Run
  /** Its name, with what differs from other runs of that name. */
  readonly name: string
  /** What its name does not say. */
  readonly facts: readonly string[]
  readonly word: RunWord
  readonly isLive: boolean
  readonly asked: number
  readonly failed: number
  readonly accuracy: Estimate
  /** How many questions there are in all, where fewer were asked; null where all were. */
  readonly of: number | null
  /** Seconds of asking; null where nobody measured them. */
  readonly seconds: number | null
  /** Bytes; null where they are not known. */
  readonly memory: number | null
  readonly size: number | null
  readonly origin: string
}

/** @param accuracies those with intervals that are known by now, by id */
export function runRows(
  runs: readonly RunSummary[],
  live: LiveRun | null,
  accuracies: ReadonlyMap<string, Estimate>,
): readonly RunRow[] {
  const summaries = ownRuns(runs)
  const names = distinctNames(summaries.map(({ run }) => run))
  return summaries.map(summary => {
    const { run } = summary
    const isLive = live?.run.id === run.id && isBusy(live)
    // The list was read when the run began.
    const { answered, failed, correct } = isLive ? live : summary
    const known = accuracies.get(run.id)
    return {
      ...{ summary, run, isLive, failed },
      ...namedFacts(run, names.get(run.id) ?? run.name),
      word: stateWord(summary, live),
      asked: answered + failed,
      accuracy: known?.n === answered ? known : bareShare(answered, correct),
      of: wholeSize(run, answered + failed),
      seconds: run.timings.asking > 0 ? run.timings.asking / 1000 : null,
      memory: run.model.memory ?? null,
      size: run.model.size ?? null,
      origin: originWord(run),
    }
  })
}

/** Whether the accuracy's interval can be shown. */
export const hasInterval = ({ accuracy, of }: Pick<RunRow, 'accuracy' | 'of'>): boolean =>
  !isBare(accuracy) && !isTooFew(accuracy) && (of === null || accuracy.part !== undefined)

function stateWord(summary: RunSummary, live: LiveRun | null): RunWord {
  if (live?.run.id === summary.run.id && isBusy(live))
    return live.phase === 'paused' ? 'Paused' : 'Running now'
  if (summary.isHeld) return 'In another tab'
  if (summary.run.state === 'failed') return 'Failed'
  return isInterrupted(summary) ? 'Unfinished' : 'Done'
}

function originWord({ imported, merged, model: { elsewhere, reader } }: Run): string {
  if (elsewhere) return `log of ${toolWords(elsewhere)}`
  if (reader) return 'a person'
  if (merged) return 'merged shards'
  return imported === undefined ? 'this browser' : 'imported'
}

/** What one run may have done differently from another of its name, most telling first. */
const ways: readonly ((run: Run) => string)[] = [
  ({ model }) => model.name,
  ({ dataset }) => dataset.name,
  ...runSettings
    .flatMap(({ label }) => label ?? [])
    .sort((a, b) => a.place - b.place)
    .map(({ of }) => of),
]

/** By id: the run's name, and what differs where several runs have it. */
function distinctNames(runs: readonly Run[]): ReadonlyMap<string, string> {
  return new Map(
    runs.map(run => {
      const others = runs.filter(other => other !== run && other.name === run.name)
      const telling = ways
        .filter(way => others.some(other => way(other) !== way(run)))
        .map(way => way(run))
        .filter(text => !run.name.includes(text))
      return [run.id, [run.name, ...telling].join(' · ')]
    }),
  )
}

/** Its name, and of model, data set, precision, device and scoring what the name does not say. */
function namedFacts(run: Run, name: string): Pick<RunRow, 'name' | 'facts'> {
  const { model, dataset, settings } = run
  const facts = [
    model.name,
    dataset.name,
    ...howRun(run).split(', '),
    ...(settings.scoring === 'choices' ? ['option probabilities'] : []),
  ]
  return { name, facts: facts.filter(text => !name.includes(text)) }
}

/** Figures of one run that findings are looked for in. */
import { meanDifference } from '@voxelwise/statistics'
import type { AskedPart } from '../../../engine/analysis/asked-part.ts'
import { accuracyShares } from '../../../engine/analysis/report.ts'
import type { RunOverview } from '../../../engine/analysis/run-overview.ts'
import { type Countable, type Estimate, intervalMethod } from '../../../engine/analysis/shares.ts'
import { type Decision, decided, type RunFigure, undecided } from './finding.ts'

type Answered = Pick<RunOverview, 'overall' | 'slices' | 'part'>

/** A run as findings see it. A part of a run has only shares with an estimate for the whole. */
export class FindingRun {
  readonly rows: readonly Countable[]
  readonly overview: Answered
  readonly part: AskedPart | null

  constructor(rows: readonly Countable[], overview: Answered) {
    this.rows = rows
    this.overview = overview
    this.part = overview.part
  }

  overall(what: string): RunFigure {
    return makeFigure(what, this.overview.overall)
  }

  /** Null where the run has no such task, or region. */
  slice(axis: 'task' | 'parts', label: string): RunFigure | null {
    const slice = this.overview.slices[axis].find(one => one.label === label)
    return slice ? makeFigure(`accuracy in ${label}`, slice) : null
  }

  /** Decided by a difference, which needs all questions. */
  decided(figure: RunFigure | null, conditions: Parameters<typeof decided>[1]): Decision {
    if (!this.part) return decided(figure, conditions)
    return undecided('Differences need a finished run, and this run is a part of its data set.')
  }

  /** Tasks pooled, second less first; null where the run is a part, or lacks one side. */
  difference(what: string, first: readonly string[], second: readonly string[]): RunFigure | null {
    if (this.part) return null
    const shares = accuracyShares(this.rows)
    const inFirst = ({ task }: Countable) => first.includes(task)
    const inSecond = ({ task }: Countable) => second.includes(task)
    const [a, b] = [shares.where(inFirst), shares.where(inSecond)]
    if (a.n === 0 || b.n === 0) return null
    const { difference, low, high } = shares.difference(inFirst, inSecond)
    // What the smaller side rests on decides how much is known.
    const [n, clusters] = [Math.min(a.n, b.n), Math.min(a.basis?.clusters ?? 0, b.basis?.clusters ?? 0)]
    return {
      ...{ what, value: difference, isDifference: true, low, high, n, clusters },
      ...{ unit: shares.unit, method: 'mover' },
    }
  }

  /** The mean over some tasks less the mean over others, each task counting alike; null as in `difference`. */
  contrast(what: string, first: readonly string[], second: readonly string[]): RunFigure | null {
    if (this.part) return null
    const shares = accuracyShares(this.rows)
    const byTask = shares.by(({ task }) => task)
    const sizes = [...first, ...second].map(task => byTask.get(task))
    if (sizes.some(size => size === undefined)) return null
    const [a, b] = [first, second].map(tasks =>
      shares.meanOver(
        ({ task }) => task,
        ({ task }) => tasks.includes(task),
      ),
    )
    if (!a || !b) return null
    const { difference, low, high } = meanDifference(a, b)
    // Every task must rest on enough: the smallest decides.
    const [n, clusters] = [sizes.map(size => size?.n ?? 0), sizes.map(size => size?.basis?.clusters ?? 0)]
    return {
      ...{ what, value: difference, isDifference: true, low, high, unit: shares.unit, method: 'mover' },
      ...{ n: Math.min(...n), clusters: Math.min(...clusters) },
    }
  }
}

const makeFigure = (what: string, estimate: Estimate): RunFigure => {
  const { share, low, high, n, basis } = estimate
  return {
    ...{ what, value: share, isDifference: false, low, high, n, method: intervalMethod(estimate) },
    ...{ clusters: basis?.clusters ?? 0, unit: basis?.unit ?? 'question' },
  }
}

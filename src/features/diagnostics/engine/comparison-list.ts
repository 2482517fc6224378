/** The figures of compared runs per finding, in the form of `figures.json`. */
import type { Unit } from '../../../engine/analysis/clusters.ts'
import { type Figure, figuresJson } from '../../../engine/analysis/figures.ts'
import type { DiagnosedRuns } from './finding-ties.ts'
import {
  type ComparedName,
  comparedNames,
  type FigureDifference,
  type RunDifferences,
} from './run-differences.ts'
import { type StatedMargin, testedMargins } from './stated-margins.ts'

type Slice = Figure['slice']

/** Second run less the first: `difference-…`; claims with a margin: `non-inferiority-…`, `equivalence-…`, with their verdict. */
function comparisonList(
  runs: readonly string[],
  { against }: Pick<DiagnosedRuns, 'against'>,
  stated: readonly StatedMargin[],
): Figure[] {
  const [baseline = '', ...others] = runs
  return others.flatMap((run, at) => {
    const differences = against[at]
    return differences ? ofRun(differences, { run, baseline }, stated) : []
  })
}

export const comparisonFiguresText = (...of: Parameters<typeof comparisonList>): string =>
  figuresJson(comparisonList(...of))

function ofRun(
  differences: RunDifferences,
  pair: { readonly run: string; readonly baseline: string },
  stated: readonly StatedMargin[],
): Figure[] {
  const { unit, accuracy, findings } = differences
  return [
    ...differenceFigure('accuracy', accuracy, pair, unit),
    ...findings.flatMap(({ finding, figures, tested }) => [
      ...comparedNames.flatMap(name => differenceFigure(name, figures[name], { finding, ...pair }, unit)),
      ...(['sensitivity', 'specificity'] as const).flatMap(name =>
        differenceFigure(`${name}-at-own-thresholds`, tested?.[name] ?? null, { finding, ...pair }, unit),
      ),
    ]),
    ...testedMargins(stated, [pair.baseline, pair.run], differences).flatMap(
      ({ claim, figure, finding, margin, difference, p, isShown }) =>
        differenceFigure(
          figure,
          difference,
          { ...(finding !== null && { finding }), margin, ...pair },
          unit,
        ).map(one => ({
          ...one,
          figure: `${claim}-${figure}`,
          verdict: p === null ? 'no test' : isShown ? 'shown' : 'not shown',
        })),
    ),
  ]
}

function differenceFigure(
  name: ComparedName | 'accuracy' | `${ComparedName}-at-own-thresholds`,
  difference: FigureDifference | null,
  slice: Slice,
  unit: Unit,
): Figure[] {
  if (!difference) return []
  const { n, first, second, clusters, estimate } = difference
  return [
    {
      ...{ figure: `difference-${name}`, slice, n, correct: null, clusters, unit, share: second - first },
      ...{ low: estimate?.low ?? null, high: estimate?.high ?? null, designEffect: null, effectiveN: null },
      ...{ method: estimate && (name === 'auroc' ? 'obuchowski' : 'taylor'), icc: null },
    },
  ]
}

import type { ComparisonFacts } from '../../app/controller/report-facts.ts'
import { minRuns } from '../../engine/analysis/comparison.ts'
import type { Run } from '../../engine/protocol/run.ts'
import {
  bootstrap,
  type Citation,
  fisher,
  holm,
  kornGraubard,
  medrcube,
  mover,
  signFlip,
  software,
} from './citations.tsx'
import { chainWords, engineWords, protocolWords } from './methods.ts'

/** How the figures were computed, in words for a paper. */
export function ComparisonMethods({ compared: { runs }, levels }: ComparisonFacts) {
  return (
    <>
      {protocolsOf(runs).map(([protocol, numbers]) => (
        <p key={protocol}>
          {runs.length > 1 && `Run${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}: `}
          {protocol}
        </p>
      ))}
      <p>
        Samples are paired by id, question and image. Accuracy is the share of right answers, with a 95%
        Korn–Graubard interval over clusters: questions that share an image, or the data set’s groups. The
        guessing rate is the mean of one over the number of options. A difference in accuracy covers the
        samples that both runs answered, with a 95% MOVER interval and the two-sided p-value of the exact
        sign-flip test over clusters. p-values are adjusted by Holm’s method: overall for the number of runs,
        elsewhere for all slices or voxels of one run. A voxel is one combination of region, modality and
        task.
      </p>
      <p>{chainWords}</p>
      <p>
        The relation of accuracy and Shortcut_Prob is Pearson’s r over at least {minRuns} runs. Its p-value is
        from Student’s t, its 95% interval Fisher’s. Islands are Pearson’s r of accuracies over models,
        ordered by average-linkage clustering on 1 − r. Diagnosis tasks are{' '}
        {levels.high ? 'those chosen above' : 'those of the official defaults'}. Published figures are those
        of the paper’s table and enter no statistic of the measured runs.
      </p>
    </>
  )
}

export const comparisonCitations: readonly Citation[] = [
  medrcube,
  kornGraubard,
  signFlip,
  holm,
  mover,
  bootstrap,
  fisher,
  ...software,
]

/** How each run was made, in words; runs that were made alike together, by their numbers. */
function protocolsOf(runs: readonly Run[]): readonly (readonly [string, readonly number[]])[] {
  const found = new Map<string, number[]>()
  for (const [at, run] of runs.entries()) {
    const protocol = `evaluated with Voxelwise ${run.environment.app}, ${engineWords(run)}, ${protocolWords(run.settings)}`
    found.set(protocol, [...(found.get(protocol) ?? []), at + 1])
  }
  return [...found]
}

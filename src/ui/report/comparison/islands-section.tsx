import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import { minRuns } from '../../../engine/analysis/comparison.ts'
import { publishedIsland } from '../../../engine/analysis/island.ts'
import { counted } from '../../../engine/base/counted.ts'
import { Matrix } from '../../compare/charts/matrix.tsx'
import { byNames, type CompareBy } from '../../compare/compare-rows.ts'
import { EstimateFrom } from '../../hooks/estimate-from.ts'
import { count } from '../../text/format.ts'

const splits: readonly CompareBy[] = ['voxel', 'task', 'modality', 'parts']

/** Which parts of the benchmark rise and fall together over models. */
export function IslandsSection({ facts: { compared } }: { readonly facts: ComparisonFacts }) {
  const { islands } = compared.comparison
  const published = publishedIsland()
  return (
    <section aria-labelledby="islands">
      <h2 id="islands">Islands</h2>
      <p>
        Pearson’s r of accuracy between parts of the benchmark over models, in the order of their clusters
        (average linkage on 1 − r): what rises and falls together lies together.
      </p>
      {islands && islands.shared > 0 ? (
        <>
          <p>
            {counted(compared.runs.length, 'run')} on the {count(islands.shared)} samples that all of them
            answered. With few runs single cells say little.
          </p>
          {splits
            .filter(by => islands[by].labels.length > 1)
            .map(by => (
              <Matrix
                key={by}
                title={`Correlation by ${byNames[by].toLowerCase()} over ${counted(compared.runs.length, 'run')}`}
                island={islands[by]}
                file=""
              />
            ))}
        </>
      ) : (
        <p>
          {islands
            ? 'The runs have no answered sample in common.'
            : `A correlation over models needs at least ${minRuns} runs; this report has ${compared.runs.length}.`}
        </p>
      )}
      <EstimateFrom value={null}>
        <Matrix
          title={`Published, not measured here: correlation between slices over the ${published.models} published models`}
          island={published}
          file=""
        />
      </EstimateFrom>
    </section>
  )
}

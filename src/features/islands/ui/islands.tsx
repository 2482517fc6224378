import type { Compared } from '../../../app/controller/report-facts.ts'
import { minRuns } from '../../../engine/analysis/comparison.ts'
import type { correlatedNames } from '../../../engine/analysis/correlated-labels.ts'
import { counted } from '../../../engine/base/counted.ts'
import { EstimateFrom } from '../../../ui/hooks/estimate-from.ts'
import { MethodsNote, PageOnly } from '../../../ui/shared/controls/page-link.tsx'
import { runNoun } from '../../../ui/text/comparability.ts'
import { count } from '../../../ui/text/format.ts'
import { byNames } from '../../../ui/text/voxels.ts'
import { type Islands, publishedIsland } from '../engine/island.ts'
import { Matrix } from './matrix.tsx'

/** What islands are. */
export function IslandsIntro() {
  return (
    <>
      <p className="prose">
        An island is a group of skills that rise and fall together across models. The paper’s example is the
        brain.
      </p>
      <MethodsNote>
        Cells are Pearson’s r of accuracies over models. Rows are ordered by average-linkage clustering on 1 −
        r.
      </MethodsNote>
    </>
  )
}

interface Props {
  readonly compared: Compared | null
  readonly bys: readonly (typeof correlatedNames)[number][]
}

/** Which parts of the benchmark rise and fall together over the chosen runs. */
export function Measured({ compared, bys }: Props) {
  const copies = compared?.comparison.copies ?? []
  const runs = (compared?.runs.length ?? 0) - copies.length
  const noun = runNoun({ copies })
  const islands = compared?.comparison.added.get('islands') as Islands | undefined
  const shared = compared?.comparison.shared ?? null
  if (!islands || shared === null)
    return (
      <p>
        A correlation over models needs at least {minRuns} {noun}s; {runs === 1 ? 'one is' : `${runs} are`}{' '}
        chosen.{' '}
        <PageOnly>
          <a href="#/runs">Choose more in the list of results</a>
        </PageOnly>
      </p>
    )
  if (shared === 0) return <p>The runs have no answered sample in common.</p>
  return (
    <>
      <p className="prose muted">
        {counted(runs, noun)} on the {count(shared)} samples that all of them answered. With few runs, single
        cells are unreliable: over four, the 95% interval of r = 0.9 is −0.45 to 1.
      </p>
      {bys
        .filter(by => bys.length === 1 || islands[by].labels.length > 1)
        .map(by => (
          <Matrix
            key={by}
            title={`Correlation by ${byNames[by].toLowerCase()} over ${counted(runs, noun)}`}
            island={islands[by]}
            file={`voxelwise-islands-${by}.svg`}
          />
        ))}
    </>
  )
}

/** The same over the published models, which no run takes part in. */
export function Published() {
  const island = publishedIsland()
  return (
    <>
      <p className="prose muted">
        The slices of the paper’s table, as printed, misprints included. Slices by task, modality and region
        overlap: they sum the same samples.
      </p>
      <EstimateFrom value={null}>
        <Matrix
          title={`Published, not measured here: correlation between slices over ${island.models} models`}
          island={island}
          file="voxelwise-islands-published.svg"
        />
      </EstimateFrom>
    </>
  )
}

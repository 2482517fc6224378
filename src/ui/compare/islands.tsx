import { useMemo } from 'react'
import type { Compared } from '../../app/controller/controller-api.ts'
import { minRuns } from '../../engine/analysis/comparison.ts'
import { publishedIsland } from '../../engine/analysis/island.ts'
import { counted } from '../../engine/base/counted.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { count } from '../text/format.ts'
import { BySelect } from './by-select.tsx'
import { Matrix } from './charts/matrix.tsx'
import { byFromQuery, byNames, compareBys } from './compare-rows.ts'

interface Props {
  readonly compared: Compared | null
  readonly query: URLSearchParams
}

/** Which parts of the benchmark rise and fall together over models. */
export function IslandsTab({ compared, query }: Props) {
  const published = useMemo(publishedIsland, [])
  return (
    <>
      <p className="prose">
        Where models that are good at one thing are good at another, the two hang together. Rows are put in
        the order of their clusters (average linkage on 1 − r), so that what belongs together shows as an
        island: the paper’s example is the brain.
      </p>
      <section className="stack whole" aria-labelledby="measured">
        <h2 id="measured">Over the chosen runs</h2>
        <Measured compared={compared} query={query} />
      </section>
      <section className="stack whole" aria-labelledby="published">
        <h2 id="published">Over the published models</h2>
        <p className="prose muted">
          Published, not measured here: the {published.models} models by the slices of the paper’s table,
          cells as printed, misprints too. Slices by task, modality and region overlap: they are sums over the
          same samples.
        </p>
        <EstimateFrom value={null}>
          <Matrix
            title="Correlation between slices over the published models"
            island={published}
            file="voxelwise-islands-published.svg"
          />
        </EstimateFrom>
      </section>
    </>
  )
}

function Measured({ compared, query }: Props) {
  const by = byFromQuery(query, compareBys, 'voxel')
  const runs = compared?.runs.length ?? 0
  const islands = compared?.comparison.islands
  if (!compared || !islands)
    return (
      <p>
        A correlation over models needs at least {minRuns} runs; {runs === 1 ? 'one is' : `${runs} are`}{' '}
        chosen. <a href="#/runs">Choose more in the list of results</a>.
      </p>
    )
  if (islands.shared === 0) return <p>The runs have no answered sample in common.</p>
  return (
    <>
      <BySelect by={by} choices={compareBys} />
      <p className="prose muted">
        {counted(islands[by].models, 'run')} on the {count(islands.shared)} samples that all of them answered.
        With so few runs single cells say little; over four runs the 95% interval of r = 0.9 is −0.45 to 1.
      </p>
      <Matrix
        title={`Correlation by ${byNames[by].toLowerCase()} over ${counted(runs, 'run')}`}
        island={islands[by]}
        file={`voxelwise-islands-${by}.svg`}
      />
    </>
  )
}

import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import { pooledAccuracies } from '../../../engine/analysis/pooled-voxels.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { axes } from '../../../engine/protocol/sample.ts'
import { everything, isInSlice } from '../../../engine/protocol/voxel-map.ts'
import { Accuracy, AccuracyLine } from '../../charts/accuracy.tsx'
import { useFact } from '../../hooks/use-fact.ts'
import { RowLinks } from '../../shared/sample/row-links.tsx'
import { Thumbnail } from '../../shared/sample/thumbnail.tsx'
import { hrefWith, resultsHref } from '../../state/router.ts'
import { count, percent } from '../../text/format.ts'
import { guessingWords } from '../../text/rates.ts'
import { type VoxelLabels, voxelKey, voxelName } from '../../text/voxels.ts'

const mostListed = 10
/** Wrong answers that are read for their options. */
const mostRead = 60
const mostLinked = 8

type Facts = Pick<Results, 'run' | 'rows' | 'overview'>

interface SideProps {
  readonly facts: Facts
  /** Single ones, and all of each row and column. */
  readonly voxels: readonly VoxelEstimate[]
  readonly chosen: VoxelLabels | null
}

/** Next to the cube: the voxel that was chosen, or else the weakest. */
export function CubeSide({ facts, voxels, chosen }: SideProps) {
  return (
    <aside
      className="lines cube-side"
      data-chosen={chosen !== null}
      aria-label={chosen ? voxelName(chosen) : 'Weakest voxels'}
    >
      {chosen ? (
        <ChosenVoxel facts={facts} voxels={voxels} chosen={chosen} />
      ) : (
        <WeakestVoxels facts={facts} />
      )}
    </aside>
  )
}

/** Voxels of fewer answers show what is known of their task, too. */
const fewAnswers = 20

/** The voxels with the lowest accuracies, as their task lets expect; without those in which one answer is always right or given. */
function WeakestVoxels({ facts }: { readonly facts: Facts }) {
  const { weakest, pooled } = useMemo(() => {
    const { voxels } = facts.overview
    const pooled = pooledAccuracies(voxels)
    const expected = (voxel: VoxelEstimate) => pooled.get(voxel) ?? voxel.share
    const weakest = voxels
      .filter(({ constant }) => !constant)
      .sort((a, b) => expected(a) - expected(b) || a.high - b.high)
    return { weakest: weakest.slice(0, mostListed), pooled }
  }, [facts])
  return (
    <>
      <h3>Weakest voxels</h3>
      <ol className="weak-voxels">
        {weakest.map(voxel => (
          <li className="lines" key={voxelKey(voxel)}>
            <a href={hrefWith({ task: voxel.task, modality: voxel.modality, parts: voxel.parts })}>
              <bdi>{voxelName(voxel)}</bdi>
            </a>
            <WeakVoxel facts={facts} voxel={voxel} pooled={pooled.get(voxel) ?? null} />
          </li>
        ))}
      </ol>
    </>
  )
}

interface WeakProps {
  readonly facts: Facts
  readonly voxel: VoxelEstimate
  /** Its accuracy pooled with the other voxels of its task, if known. */
  readonly pooled: number | null
}

function WeakVoxel({ facts, voxel, pooled }: WeakProps) {
  const wrong = useWrong(facts, voxel)
  return (
    <>
      <p>
        <AccuracyLine estimate={voxel} />
        {pooled !== null && voxel.n < fewAnswers && (
          <span className="muted">, {percent(pooled)} pooled by task</span>
        )}
        {guessingWords(voxel) && <span className="muted">, {guessingWords(voxel)}</span>}
      </p>
      <WrongImages facts={facts} wrong={wrong} />
      <MostChosen facts={facts} wrong={wrong} />
    </>
  )
}

/** One voxel, or all of a row, a column or a modality: its figures, its wrong answers, and the way to its samples. */
function ChosenVoxel({ facts, voxels, chosen }: SideProps & { readonly chosen: VoxelLabels }) {
  const { run } = facts
  const wrong = useWrong(facts, chosen)
  const voxel = voxels.find(one => voxelKey(one) === voxelKey(chosen))
  const samples = (verdict?: string) =>
    resultsHref(run.id, 'samples', {
      ...Object.fromEntries(axes.map(axis => [axis, chosen[axis] === everything ? null : chosen[axis]])),
      verdict: verdict ?? null,
    })
  return (
    <>
      <p>
        <a href={hrefWith({ task: null, modality: null, parts: null })}>Back to the weakest voxels</a>
      </p>
      <h3>
        <bdi>{voxelName(chosen)}</bdi>
      </h3>
      {voxel ? <Accuracy estimate={voxel} /> : <p className="muted">Nothing answered yet.</p>}
      <div className="actions">
        <a className="button small" href={samples()}>
          All samples
        </a>
        {wrong.length > 0 && (
          <a className="button small" href={samples('wrong')}>
            {counted(wrong.length, 'wrong answer')}
          </a>
        )}
      </div>
      <WrongImages facts={facts} wrong={wrong} />
      <MostChosen facts={facts} wrong={wrong} />
      {wrong.length > 0 && <RowLinks run={run.id} rows={wrong.slice(0, mostLinked)} />}
    </>
  )
}

const useWrong = ({ rows }: Facts, voxel: VoxelLabels): readonly ResultRow[] =>
  useMemo(() => rows.filter(row => row.verdict === 'wrong' && isInSlice(row, voxel)), [rows, voxel])

interface WrongProps {
  readonly facts: Facts
  readonly wrong: readonly ResultRow[]
}

/** Two images with a wrong answer. */
function WrongImages({ facts: { run }, wrong }: WrongProps) {
  const shown = wrong.filter(({ image }) => image !== null).slice(0, 2)
  if (shown.length === 0) return null
  return (
    <div className="row">
      {shown.map(row => (
        <a
          key={row.index}
          href={resultsHref(run.id, 'samples', { sample: String(row.index) })}
          aria-label={`Wrong answer: ${row.id}`}
        >
          <Thumbnail run={run.id} path={row.image} />
        </a>
      ))}
    </div>
  )
}

/** The option that wrong answers chose most often. */
function MostChosen({ facts: { run }, wrong }: WrongProps) {
  const indexes = wrong.slice(0, mostRead).map(({ index }) => index)
  const fact = useFact('wrongOptions', { run: run.id, indexes }, '')
  const [most] = fact.status === 'ready' ? fact.value : []
  if (!most) return null
  const [text, times] = most
  return (
    <p className="muted">
      Most frequent wrong option: “<bdi>{text}</bdi>”, {count(times)} of{' '}
      {counted(indexes.length, 'wrong answer')}.
    </p>
  )
}

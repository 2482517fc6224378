import { spearman } from '@voxelwise/statistics'
import { useState } from 'react'
import { canContinue } from '../../../app/state/passes.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import type { BlockMap as Blocks, Occlusion } from '../../../engine/protocol/occlusion.ts'
import { offeredAnswers } from '../../../engine/protocol/protocol.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { PressErrors } from '../../../ui/shared/controls/press-errors.tsx'
import { ContinueButton } from '../../../ui/shared/run/continue-button.tsx'
import { useImageUrl } from '../../../ui/shared/sample/use-image-url.ts'
import { coefficient, none } from '../../../ui/text/format.ts'
import { leastCorrelation } from '../engine/figures.ts'
import { explains } from '../engine/measure.ts'
import { occlusionMap } from '../engine/occlusion-probe.ts'
import { BlockKey, BlockMap } from './block-map.tsx'

/** What of the image the answer depends on: of a pass that has measured it, or measured on demand. */
export function OcclusionPanel({ run, record }: { readonly run: Run; readonly record: RunRecord }) {
  const { sample } = record
  const runs = useApp(state => state.runs) ?? []
  if (record.status === 'answered' && record.occlusion)
    return <Shown run={run.id} path={sample.image} map={record.occlusion} />
  const protocol = findProtocol(run.settings.protocol)
  const isPossible = listImages(sample).length === 1 && offeredAnswers(protocol, sample.fields).length > 0
  if (run.probe || run.judging || record.status === 'failed' || !isPossible) return null
  const passes = [sample.index, undefined]
    .map(index => probeKey(occlusionMap(index)))
    .flatMap(key =>
      runs.filter(
        ({ run: { parent, probe, state } }) =>
          parent === run.id && (state === 'done' || state === 'failed') && probe && probeKey(probe) === key,
      ),
    )
  const pass = passes.find(one => one.run.state === 'done')
  const [failed] = passes
  if (failed && !pass)
    return (
      <>
        <h4>What the answer depends on</h4>
        <p className="warning">The measurement failed.</p>
        <ContinueButton run={failed.run} />
      </>
    )
  if (pass) return <OfPass pass={pass.run.id} index={sample.index} path={sample.image} />
  return canContinue(run) && run.model.server === undefined ? <Demand run={run} index={sample.index} /> : null
}

function Demand({ run, index }: { readonly run: Run; readonly index: number }) {
  const controller = useController()
  const [isAsked, setAsked] = useState(false)
  const ask = async () => {
    setAsked(true)
    await controller.addPasses(run.id, [occlusionMap(index)])
    setAsked(!controller.getState().notices.some(({ press }) => press === `passes ${run.id}`))
  }
  return (
    <>
      <h4>What the answer depends on</h4>
      <p>
        <Button disabled={isAsked} onClick={ask}>
          Measure an occlusion map
        </Button>{' '}
        {isAsked && <span role="status">Measuring…</span>}
      </p>
      <PressErrors press={`passes ${run.id}`} />
    </>
  )
}

interface OfPassProps {
  readonly pass: string
  readonly index: number
  readonly path: string | null
}

function OfPass({ pass, index, path }: OfPassProps) {
  const controller = useController()
  const record = useAsync(`record ${pass} ${index}`, () => controller.record(pass, index))
  if (record.status === 'failed') return <ErrorBox error={record.error} />
  if (record.status !== 'ready') return null
  const { value } = record
  if (value.status === 'failed') return <ErrorBox error={value.error} />
  return value.occlusion ? <Shown run={pass} path={path} map={value.occlusion} /> : null
}

interface ShownProps {
  readonly run: string
  readonly path: string | null
  readonly map: Occlusion
}

function Shown({ run, path, map: { side, tokens, pixels, curves } }: ShownProps) {
  const rho = pixels ? (spearman(tokens.drops, pixels.drops)?.rho ?? null) : null
  const isExplained = curves !== undefined && explains(curves)
  const isBorneOut = rho !== null && rho >= leastCorrelation
  return (
    <>
      <h4>{isExplained && isBorneOut ? 'What the answer depends on' : 'Occlusion map'}</h4>
      {curves === undefined ? (
        <p className="muted">This map was not checked. It shows the decoder’s use of the image tokens.</p>
      ) : (
        <p className={isExplained && isBorneOut ? 'muted' : 'warning'}>
          {!(isExplained && isBorneOut) && <strong>This map is not an explanation. </strong>}
          {isExplained
            ? 'Removing blocks in its order lowers the answer’s probability faster than in 19 of 20 random orders.'
            : 'Removing blocks in its order is no better than in random orders.'}{' '}
          {isBorneOut ? 'The map of the pixels agrees' : 'The map of the pixels does not agree'} (rank
          correlation {rho === null ? none : coefficient(rho)}).
        </p>
      )}
      <div className="row">
        <Mapped name="Image tokens removed" {...{ run, path, side }} blocks={tokens} />
        {pixels && <Mapped name="Pixels covered" {...{ run, path, side }} blocks={pixels} />}
      </div>
      <BlockKey />
      {curves && (
        <p className="muted">
          Mean probability of the answer: {curves.deletion.toFixed(3)} while blocks are removed,{' '}
          {curves.insertion.toFixed(3)} while they are added to a blank image.
        </p>
      )}
    </>
  )
}

interface MappedProps extends Omit<ShownProps, 'map'> {
  readonly name: string
  readonly side: number
  readonly blocks: Blocks
}

/** A map over its image, or alone where the image cannot be read. */
function Mapped({ name, run, path, side, blocks: { drops, flips } }: MappedProps) {
  const image = useImageUrl(run, path)
  const most = Math.max(...drops.map(Math.abs))
  const changed =
    flips.length === 0
      ? 'No block changes the answer.'
      : `Another answer without ${flips.length} of ${drops.length} blocks.`
  const label = `${name}: the log-probability of the answer drops by up to ${coefficient(Math.max(...drops))}. ${changed}`
  return (
    <figure className="mapped">
      <div className="mapped-image">
        {image.status === 'ready' ? <img src={image.url} alt="" /> : <div className="mean-map" />}
        <BlockMap cells={drops} {...{ side, most, label }} />
      </div>
      <figcaption>
        <strong>{name}.</strong> Largest drop of log-probability: {coefficient(Math.max(...drops))}. {changed}
      </figcaption>
    </figure>
  )
}

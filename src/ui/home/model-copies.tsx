import { useRef, useState } from 'react'
import type { KeptCopy } from '../../data/store/model-copies.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { Button, SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { keptCopyWords } from '../text/copies.ts'
import { bytes, count } from '../text/format.ts'

/** How far the copying of a model is. */
interface Progress {
  readonly written: number
  readonly of: number
  readonly seconds: number
}

/** Offers to keep a checkpoint in private files, in the precision that is chosen. */
export function CopyModel({ overview }: { readonly overview: ModelOverview }) {
  const controller = useController()
  const settings = useApp(state => state.settings)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const [kept, setKept] = useState<KeptCopy | null>(null)
  const cancel = useRef<AbortController | null>(null)
  const dtype = computedHere(settings)?.dtype
  const precision = overview.dtypes.find(one => one.dtype === dtype)
  if (!dtype || !precision || precision.missing.length > 0) return null
  const copy = async () => {
    const began = performance.now()
    cancel.current = new AbortController()
    setProblem(null)
    setProgress({ written: 0, of: 0, seconds: 0 })
    const onBytes = (written: number, of: number) =>
      setProgress({ written, of, seconds: Math.round((performance.now() - began) / 1000) })
    try {
      setKept(await controller.copyModel(dtype, onBytes, cancel.current.signal))
    } catch (thrown) {
      if (!cancel.current.signal.aborted) setProblem(internalError(overview.name, thrown))
    } finally {
      setProgress(null)
    }
  }
  return (
    <div className="column">
      <div className="row">
        <Button disabled={progress !== null} onClick={() => void copy()}>
          Keep a private copy in {dtypeWords(dtype)} ({bytes(precision.bytes)})
        </Button>
        {progress && <Button onClick={() => cancel.current?.abort()}>Cancel</Button>}
      </div>
      <p className="muted" role="status">
        {progress
          ? `Copying: ${bytes(progress.written)} of ${bytes(progress.of)}, ${count(progress.seconds)} s`
          : kept
            ? 'The copy is complete. The next visit needs no folder.'
            : 'Optional: the next visit then needs no folder. Storage shows and deletes copies.'}
      </p>
      {problem && <ErrorBox error={problem} />}
    </div>
  )
}

interface CopiesProps {
  readonly overview: ModelOverview | null
  readonly choose: (picked: { readonly from: 'copy'; readonly id: string; readonly name: string }) => unknown
}

/** The private copies of models that can be chosen, and those that cannot be used. */
export function ModelCopies({ overview, choose }: CopiesProps) {
  const controller = useController()
  const [changes, setChanges] = useState(0)
  const { model } = useApp(pick('model'))
  const copies = useAsync(`model copies ${changes} ${model.status} ${overview?.name}`, async () => {
    const modelCopies = await controller.modelCopies()
    const isOfFolder = overview?.adapter !== undefined && overview.copied === undefined
    return isOfFolder ? controller.comparedCopies(modelCopies) : modelCopies
  })
  if (copies.status !== 'ready' || copies.value.length === 0) return null
  const remove = (id: string) => () => {
    void controller.removeModelCopy(id).finally(() => setChanges(now => now + 1))
  }
  return (
    <ul aria-label="Private copies" className="column">
      {copies.value.map(({ id, manifest, bytes: size, isOutdated }) => (
        <li key={id} className="row">
          <span>
            {keptCopyWords({ manifest, bytes: size })}
            {isOutdated && '. It was made of other files than the open folder.'}
          </span>
          {manifest ? (
            <SmallButton onClick={() => choose({ from: 'copy', id, name: manifest.name })}>
              Use this copy
            </SmallButton>
          ) : (
            <SmallButton onClick={remove(id)}>Delete this copy</SmallButton>
          )}
        </li>
      ))}
    </ul>
  )
}

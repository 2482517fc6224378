import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import { get, str } from '../../../engine/base/python.ts'
import type { ProtocolReference } from '../../../engine/protocol/protocol-reference.ts'
import { protocolOf } from '../../../engine/protocol/protocols/registry.ts'
import { imagesOf, type Sample } from '../../../engine/protocol/sample.ts'
import { useController } from '../../hooks/use-app.ts'
import { Options } from '../../shared/sample/options.tsx'
import { label } from '../../text/format.ts'

interface Props {
  readonly sample: Sample
  readonly protocol: ProtocolReference
}

/** One row as the mapping reads it: images, question, options, right answer and labels. */
export function MappingExample({ sample, protocol: follows }: Props) {
  const { fields } = sample
  const protocol = protocolOf(follows)
  const images = imagesOf(sample)
  const options = protocol.optionsOf(fields)
  const axes = ['task', 'modality', 'parts'].flatMap(axis => get(fields, axis) ?? [])
  return (
    <article className="mapping-example">
      <div className="mapping-images">
        {images.length === 0 && <p>No image</p>}
        {images.map((path, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may occur twice, and the order is fixed
          <ExampleImage key={`${i} ${path}`} path={path} />
        ))}
      </div>
      <p className="place">
        {axes.length === 0 && <span>no labels</span>}
        {axes.map(value => (
          <span key={str(value)}>{label(str(value))}</span>
        ))}
      </p>
      <p className="question">{str(get(fields, 'question'))}</p>
      <Options options={options} right={protocol.rightAnswer(fields)} />
      {options.length === 0 && (
        <p>
          <span className="muted">Right answer:</span> {str(get(fields, 'answer'))}
        </p>
      )}
    </article>
  )
}

/** An image of the chosen data set, or the reason why it cannot be shown. */
function ExampleImage({ path }: { readonly path: string }) {
  const controller = useController()
  const [shown, setShown] = useState<{ readonly url: string } | { readonly problem: string } | null>(null)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    controller.datasetImageUrl(path).then(
      made => {
        if (isGone) return URL.revokeObjectURL(made)
        url = made
        setShown({ url: made })
      },
      (error: unknown) => setShown({ problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isGone = true
      if (url !== null) revokeLater(url)
    }
  }, [controller, path])
  if (shown === null) return <p>…</p>
  if ('problem' in shown) return <p>{shown.problem}</p>
  return <img src={shown.url} alt={`Example: ${path}`} />
}

import { type ReactNode, useState } from 'react'
import type { ShownImage } from '../../../engine/probes/perturbation.ts'
import { changeQuery, useRoute } from '../../state/router.ts'
import { SmallButton } from '../controls/button.tsx'
import { FileName } from '../controls/file-name.tsx'
import { DepthFigure } from './depth/depth-figure.tsx'
import { ImageViewer } from './image-viewer.tsx'
import { type ImageAs, useImageUrl } from './use-image-url.ts'

/** The image that a probe showed to the model, with a description. */
export interface Shown extends ShownImage {
  readonly text: string
}

interface Props {
  readonly run: string
  /** Rooted paths of the sample's own images, in order. */
  readonly paths: readonly string[]
  readonly question: string
  /** What a probe showed to the model in place of each image. */
  readonly shown?: readonly Shown[] | undefined
  /** Whether an image of more depth than its picture is shown with it, too. */
  readonly hasDepth?: boolean
  /** Whether the files are named: a name may tell the answer. */
  readonly isNamed?: boolean
}

/** A sample's images on black, as in radiology; or the reason why there are none. */
export function SampleImage({ run, paths, question, shown, hasDepth = false, isNamed = true }: Props) {
  const [chosen, setChosen] = useState({ key: '', number: 0 })
  const key = JSON.stringify(paths)
  const number = chosen.key === key ? chosen.number : 0
  return (
    <OneImage
      run={run}
      path={paths[number] ?? null}
      question={question}
      shown={shown?.[number]}
      hasDepth={hasDepth}
      isNamed={isNamed}
    >
      {paths.length > 1 && (
        <ImageStrip
          run={run}
          paths={paths.map((path, i) => (shown?.[i]?.change ? path : (shown?.[i]?.path ?? path)))}
          number={number}
          onChoose={to => setChosen({ key, number: to })}
        />
      )}
    </OneImage>
  )
}

interface OneProps {
  readonly run: string
  readonly path: string | null
  readonly question: string
  readonly shown: Shown | undefined
  readonly hasDepth: boolean
  readonly isNamed: boolean
  /** Shown below the image. */
  readonly children: ReactNode
}

function OneImage({ run, path, question, shown, hasDepth, isNamed, children }: OneProps) {
  const { query } = useRoute()
  const isOwn = shown === undefined || query.get('picture') === 'own'
  const seen = isOwn ? path : shown.path
  // One key per way of showing an image, so that the viewer resets with each.
  const key = JSON.stringify([seen, isOwn ? null : shown.change])
  return (
    <>
      <figure className="viewer">
        {seen === null ? (
          <p>Text only, no image</p>
        ) : (
          <Picture
            key={key}
            run={run}
            path={seen}
            as={isOwn || shown.change === null ? 'file' : { change: shown.change }}
            alt={`${isOwn && shown ? 'Original image for' : 'Shown with'} the question: ${question}`}
          />
        )}
        {children}
        {seen !== null && (isNamed || shown) && (
          <figcaption className="lines">
            {shown && <PictureSwitch isOwn={isOwn} />}
            {isNamed && <FileName name={seen} />}
            {shown && (
              <span>{isOwn ? 'The sample’s original image; the model saw another.' : shown.text}</span>
            )}
          </figcaption>
        )}
      </figure>
      {hasDepth && seen !== null && <DepthFigure key={seen} run={run} path={seen} />}
    </>
  )
}

/** Switches between the image that the model saw and the original; kept in the address. */
function PictureSwitch({ isOwn }: { readonly isOwn: boolean }) {
  return (
    <span className="row viewer-switch">
      {([false, true] as const).map(own => (
        <SmallButton
          key={String(own)}
          aria-pressed={isOwn === own}
          onClick={() => changeQuery({ picture: own ? 'own' : null })}
        >
          {own ? 'Original image' : 'What the model saw'}
        </SmallButton>
      ))}
    </span>
  )
}

interface PictureProps {
  readonly run: string
  readonly path: string
  readonly as: ImageAs
  readonly alt: string
}

/** Shown by the browser; if it cannot, decoded by Voxelwise. */
function Picture({ run, path, as, alt }: PictureProps) {
  const [isForeign, setForeign] = useState(false)
  const image = useImageUrl(run, path, isForeign && as === 'file' ? { change: null } : as)
  switch (image.status) {
    case 'loading':
      return <p role="status">{as === 'file' && !isForeign ? '' : 'Decoding…'}</p>
    case 'absent':
      return <p>The data set folder is not open. Choose it under Set up to see the image.</p>
    case 'failed':
      return (
        <p>
          This image cannot be shown. {image.error.message} {image.error.remedy}
        </p>
      )
    case 'ready':
      return <ImageViewer key={image.url} url={image.url} alt={alt} onFail={() => setForeign(true)} />
  }
}

interface StripProps {
  readonly run: string
  /** In the model's order. */
  readonly paths: readonly string[]
  /** Index of the selected image. */
  readonly number: number
  readonly onChoose: (number: number) => void
}

/** Thumbnails of all images of a question; selects the one to view. */
function ImageStrip({ run, paths, number, onChoose }: StripProps) {
  return (
    <div className="row image-strip">
      {paths.map((path, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
          key={i}
          type="button"
          aria-pressed={i === number}
          aria-label={`Image ${i + 1} of ${paths.length}`}
          onClick={() => onChoose(i)}
        >
          <Small run={run} path={path} />
          <span>{i + 1}</span>
        </button>
      ))}
    </div>
  )
}

function Small({ run, path }: { readonly run: string; readonly path: string }) {
  const image = useImageUrl(run, path)
  return image.status === 'ready' ? <img src={image.url} alt="" loading="lazy" /> : null
}

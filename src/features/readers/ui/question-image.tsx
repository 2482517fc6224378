import type { Depth } from '@voxelwise/pixels'
import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { ImageDepth } from '../../../ui/shared/sample/depth/depth-figure.tsx'
import { ImageViewer } from '../../../ui/shared/sample/image-viewer.tsx'
import type { Desk } from '../app/desk-commands.ts'
import type { AskedIn, PersonsQuestion } from '../engine/desk-facts.ts'

/** Reads the images of the questions of a sitting, or of those for practice. */
export interface QuestionFiles {
  /** Stands for all that is read. */
  readonly key: string
  /** @param isDecoded by Voxelwise, where the browser cannot show the file */
  image(place: number, number: number, isDecoded: boolean): Promise<Blob>
  depth(place: number, number: number, frame: number | null): Promise<Depth | null>
}

export const questionFiles = ({ remote }: Desk, of: AskedIn): QuestionFiles => ({
  key: JSON.stringify(of),
  image: (place, number, isDecoded) => remote.image(of, place, number, isDecoded),
  depth: (place, number, frame) => remote.depth(of, place, number, frame),
})

interface Props {
  readonly files: QuestionFiles
  readonly question: Pick<PersonsQuestion, 'place' | 'images'>
  /** An image cannot be shown, which the reader sees. */
  readonly onFail: () => void
}

/** The images of a question, one at a time, with zoom and window; with the slices of a volume, where it is one. */
export function QuestionImages({ files, question: { place, images }, onFail }: Props) {
  const [number, setNumber] = useState(0)
  if (images === 0) return null
  return (
    <>
      <OneImage key={number} {...{ files, place, number, onFail }} of={images} />
      {images > 1 && (
        <div className="actions reader-strip">
          {Array.from({ length: images }, (_, at) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and an image may occur twice
              key={at}
              aria-pressed={at === number}
              aria-label={`Image ${at + 1} of ${images}`}
              onClick={() => setNumber(at)}
            >
              {at + 1}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

interface OneProps {
  readonly files: QuestionFiles
  readonly place: number
  readonly number: number
  readonly of: number
  readonly onFail: () => void
}

function OneImage({ files, place, number, of, onFail }: OneProps) {
  const [isDecoded, setDecoded] = useState(false)
  const image = `image ${number} of question ${place} of ${files.key}`
  const file = useAsync(`${image}${isDecoded ? ', decoded' : ''}`, () =>
    files.image(place, number, isDecoded),
  )
  const url = useObjectUrl(file.status === 'ready' ? file.value : null)
  const isFailed = file.status === 'failed'
  useEffect(() => {
    if (isFailed) onFail()
  }, [isFailed, onFail])
  if (file.status === 'failed') return <ErrorBox error={file.error} />
  return (
    <>
      <figure className="viewer">
        {url && (
          <ImageViewer
            key={url}
            url={url}
            alt={of > 1 ? `Image ${number + 1} of ${of} of this question` : 'The image of this question'}
            onFail={() => setDecoded(true)}
          />
        )}
      </figure>
      {file.status === 'ready' && (
        <ImageDepth
          image={image}
          subject=""
          window={undefined}
          windowName="As in the picture"
          note="The image with all of its grey values."
          read={frame => files.depth(place, number, frame)}
        />
      )}
    </>
  )
}

/** An address of a file while the component is shown. */
function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => revokeLater(made)
  }, [file])
  return url
}

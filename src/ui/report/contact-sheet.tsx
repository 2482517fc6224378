import type { SheetFacts, SheetImage, SheetSample } from '../../app/controller/report-facts.ts'
import { counted } from '../../engine/base/counted.ts'
import { verdicts } from '../shared/sample/verdict.tsx'
import { count } from '../text/format.ts'
import { voxelName } from '../text/voxels.ts'
import { htmlFile } from './document.tsx'

/** Samples by image, with their questions and answers, as one HTML page: no scripts, nothing loaded. */
export function contactSheetHtml({ run, images, shown, of }: SheetFacts, styles: string): string {
  const body = (
    <body className="contact-sheet">
      <header>
        <h1>{run.name}</h1>
        <p className="muted">
          {shown < of ? `The first ${count(shown)} of ` : ''}
          {counted(of, 'selected sample')}, by Voxelwise {__VERSIONS__.app}. Contains images of the data set.
        </p>
      </header>
      <main>
        <ol>
          {images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
            <li key={at}>
              <Card {...image} />
            </li>
          ))}
        </ol>
      </main>
    </body>
  )
  return htmlFile({ title: `Contact sheet: ${run.name}`, styles, sources: '; img-src data:', children: body })
}

function Card({ image, samples }: SheetImage) {
  const ids = samples.map(({ row }) => row.id).join(', ')
  return (
    <figure>
      {image === null ? <p className="muted">No image</p> : <img src={image} alt={`Of sample ${ids}`} />}
      <figcaption>
        {samples.map(sample => (
          <Answer key={sample.row.index} {...sample} />
        ))}
      </figcaption>
    </figure>
  )
}

function Answer({ row, texts: { question, right, given } }: SheetSample) {
  const { sign, word } = verdicts[row.verdict]
  return (
    <section aria-label={`Sample ${row.id}`}>
      <p className="verdict" data-verdict={row.verdict}>
        {sign} {word}
      </p>
      <p>{question}</p>
      <p>Right: {right || 'none'}</p>
      <p>Model: {row.verdict === 'failed' ? 'failed' : given || 'none'}</p>
      <p className="muted">
        {voxelName(row)}, {row.id}
      </p>
    </section>
  )
}

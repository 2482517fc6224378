import type { SheetFacts, SheetSample } from '../../app/controller/report-facts.ts'
import { counted } from '../../engine/base/counted.ts'
import { get, str } from '../../engine/base/python.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import { verdicts } from '../shared/sample/verdict.tsx'
import { count } from '../text/format.ts'
import { voxelName } from '../text/voxels.ts'
import { htmlFile } from './document.tsx'

/** Samples with their images, questions and answers as one HTML page: no scripts, nothing loaded. */
export function contactSheetHtml({ run, samples, of }: SheetFacts, styles: string): string {
  const protocol = protocolOf(run.settings.protocol)
  const shown = samples.length < of ? `The first ${count(samples.length)} of ` : ''
  const body = (
    <body className="contact-sheet">
      <header>
        <h1>{run.name}</h1>
        <p className="muted">
          {shown}
          {counted(of, 'selected sample')}, by Voxelwise {__VERSIONS__.app}. Contains images of the data set.
        </p>
      </header>
      <main>
        <ol>
          {samples.map(sample => (
            <li key={sample.row.index}>
              <Card sample={sample} protocol={protocol} />
            </li>
          ))}
        </ol>
      </main>
    </body>
  )
  return htmlFile({ title: `Contact sheet: ${run.name}`, styles, sources: '; img-src data:', children: body })
}

interface CardProps {
  readonly sample: SheetSample
  readonly protocol: Protocol
}

function Card({ sample: { row, record, image }, protocol }: CardProps) {
  const { sign, word } = verdicts[row.verdict]
  const options = protocol.optionsOf(record.sample.fields)
  const named = (answer: string): string => {
    const option = options.find(({ letter }) => letter === answer)
    return option ? `${answer}. ${str(option.value)}` : answer || 'none'
  }
  return (
    <figure>
      {image === null ? <p className="muted">No image</p> : <img src={image} alt={`Of sample ${row.id}`} />}
      <figcaption>
        <p className="verdict" data-verdict={row.verdict}>
          {sign} {word}
        </p>
        <p>{str(get(record.sample.fields, 'question'))}</p>
        <p>Right: {named(record.rightAnswer)}</p>
        <p>Model: {record.status === 'answered' ? named(record.parsed) : 'failed'}</p>
        <p className="muted">
          {voxelName(row)}, {row.id}
        </p>
      </figcaption>
    </figure>
  )
}

/** From drafts to samples: fields as protocols and views know them, and what is odd about them. */
import { groupBy } from '../../../engine/base/grouping.ts'
import type { MappedExample, MappedFields } from '../../../engine/protocol/mapped-fields.ts'
import type { Finding, Sample } from '../../../engine/protocol/sample.ts'
import { placeholder } from '../../../engine/protocol/turns.ts'
import type { TableMapping } from './document.ts'
import { levelled } from './levelled.ts'
import type { Draft } from './read-row.ts'

export interface SamplePlace {
  readonly file: string
  readonly position: number
}

export interface SettledDraft extends Omit<Draft, 'id' | 'images'> {
  readonly id: string
  /** Rooted paths. */
  readonly images: readonly string[]
  readonly dataset: string
  /** Shown answered before it. */
  readonly examples: readonly MappedExample[]
}

export function sampleOf(draft: SettledDraft, index: number, { file }: SamplePlace): Sample {
  const [image = null, ...furtherImages] = draft.images
  return {
    index,
    fields: fieldsOf(draft),
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
    file,
  }
}

function fieldsOf(draft: SettledDraft): MappedFields {
  const { kept, withheld, options, images, group, hint, answer, answerText } = draft
  return {
    ...kept,
    id: draft.id,
    dataset: draft.dataset,
    task: draft.task,
    modality: draft.modality,
    parts: draft.anatomy,
    kind: draft.kind,
    question: draft.question,
    ...(hint !== null && { hint }),
    options: options.length > 0 ? Object.fromEntries(options) : null,
    answer,
    ...(draft.kind === 'several' && answerText !== answer && { answer_text: answerText }),
    image_path: images.length > 1 ? images : (images[0] ?? null),
    ...(draft.examples.length > 0 && { examples: draft.examples }),
    ...(group !== null && { group }),
    ...(Object.keys(withheld).length > 0 && { withheld }),
  }
}

/** What is odd about one sample by itself. */
export function oddities(
  draft: SettledDraft,
  mapping: TableMapping,
  place: Pick<Finding, 'index' | 'file' | 'position'>,
): Finding[] {
  const findings: Finding[] = []
  const report = (kind: Finding['kind'], subject: string) => findings.push({ kind, ...place, subject })
  if (draft.options.length === 1) report('single-option', draft.options[0]?.[0] ?? '')
  for (const same of groupBy(draft.options, ([, text]) => levelled(text)).values())
    if (same.length > 1) report('equal-options', same.map(([letter]) => letter).join(', '))
  if (mapping.task !== null && draft.task === null) report('unlabelled-axis', 'task')
  if (mapping.modality !== null && draft.modality === null) report('unlabelled-axis', 'modality')
  if (mapping.anatomy !== null && draft.anatomy === null) report('unlabelled-axis', 'parts')
  const wanted = placeholders(draft.question)
  if (wanted > draft.images.length)
    report('missing-placeholder-image', `${wanted} place-holders, images: ${draft.images.length}`)
  return findings
}

/** How many images the place-holders of a question speak of: the highest number, or as many as have none. */
function placeholders(question: string): number {
  const found = Array.from(question.matchAll(placeholder), match => match[1])
  const numbers = found.flatMap(number => (number === undefined ? [] : Number(number)))
  return Math.max(0, ...numbers, found.length - numbers.length)
}

/** From drafts to samples: the fields that protocols and views know, and the oddities. */
import { groupBy } from '../../../engine/base/grouping.ts'
import type { MappedExample, MappedFields } from '../../../engine/protocol/mapped-fields.ts'
import type { Finding, Sample } from '../../../engine/protocol/sample.ts'
import { placeholder } from '../../../engine/protocol/turns.ts'
import { type SliceRule, sampleParts } from '../../sources/part-reference.ts'
import type { TableMapping } from './document.ts'
import type { DraftSample } from './read-row.ts'
import { levelled } from './spellings.ts'

/** Facts about a sample that need the complete table. */
interface Settled extends Pick<MappedFields, 'id' | 'task' | 'modality' | 'parts'> {
  /** Rooted paths. */
  readonly images: readonly string[]
  /** Which slices of a volume are shown where a row names none. */
  readonly slices: SliceRule
  /** Shown answered before it. */
  readonly examples: readonly MappedExample[]
}

/** A draft as the fields of its sample, except what is settled later: there is no image yet, and an id may be empty. */
export function mappedFields(draft: DraftSample, dataset: string): MappedFields {
  const { kept, withheld, options, group, pair, hint, answer, answerText, accepted, size } = draft
  return {
    ...kept,
    id: draft.id ?? '',
    dataset,
    task: draft.task,
    modality: draft.modality,
    parts: draft.anatomy,
    kind: draft.kind,
    question: draft.question,
    ...(hint !== null && { hint }),
    options: options.length > 0 ? Object.fromEntries(options) : null,
    answer,
    ...(draft.kind === 'several' && answerText !== answer && { answer_text: answerText }),
    ...(accepted.length > 0 && { accepted }),
    ...(size !== null && { size }),
    image_path: null,
    ...(group !== null && { group }),
    ...(pair !== null && { pair }),
    ...(Object.keys(withheld).length > 0 && { withheld }),
  }
}

interface MappedSample extends Sample {
  readonly fields: MappedFields
}

export function mappedSample(
  fields: MappedFields,
  settled: Settled,
  index: number,
  file: string,
): MappedSample {
  const { images } = settled
  const [image = null, ...furtherImages] =
    images.length === 1 ? sampleParts(images[0] ?? '', fields, settled.slices) : images
  return {
    index,
    fields: settledFields(fields, settled),
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
    file,
  }
}

/** In the same order of keys. */
function settledFields(
  { group, pair, withheld, ...fields }: MappedFields,
  { images, examples, slices: _, ...settled }: Settled,
): MappedFields {
  return {
    ...fields,
    ...settled,
    image_path: images.length > 1 ? images : (images[0] ?? null),
    ...(examples.length > 0 && { examples }),
    ...(group !== undefined && { group }),
    ...(pair !== undefined && { pair }),
    ...(withheld !== undefined && { withheld }),
  }
}

/** Oddities of one sample by itself. */
export function oddities(
  { fields, image, furtherImages = [] }: MappedSample,
  mapping: TableMapping,
  place: Pick<Finding, 'index' | 'file' | 'position'>,
): Finding[] {
  const findings: Finding[] = []
  const options = Object.entries(fields.options ?? {})
  const images = image === null ? 0 : 1 + furtherImages.length
  const report = (kind: Finding['kind'], subject: string) => findings.push({ kind, ...place, subject })
  if (options.length === 1) report('single-option', options[0]?.[0] ?? '')
  for (const same of groupBy(options, ([, text]) => levelled(text)).values())
    if (same.length > 1) report('equal-options', same.map(([letter]) => letter).join(', '))
  if (mapping.task !== null && fields.task === null) report('unlabelled-axis', 'task')
  if (mapping.modality !== null && fields.modality === null) report('unlabelled-axis', 'modality')
  if (mapping.anatomy !== null && fields.parts === null) report('unlabelled-axis', 'parts')
  const wanted = placeholders(fields.question)
  if (wanted > images) report('missing-placeholder-image', `${wanted} place-holders, images: ${images}`)
  return findings
}

/** How many images the place-holders of a question speak of: the highest number, or as many as have none. */
function placeholders(question: string): number {
  const slots = Array.from(question.matchAll(placeholder), match => match[1])
  const numbers = slots.flatMap(number => (number === undefined ? [] : Number(number)))
  return Math.max(0, ...numbers, slots.length - numbers.length)
}

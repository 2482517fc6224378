/** A judge's questions: the free-text answers of a run, as samples of a separate run. */
import { get, isJsonObject, type Json, type JsonObject, str } from '@voxelwise/python'
import type { AnsweredRecord, RunRecord } from '../record.ts'
import type { RatedItem } from '../rubrics/rubric.ts'
import type { Run } from '../run.ts'
import type { Sample } from '../sample.ts'
import { findProtocol } from './registry.ts'
import { ratedItem } from './rubric.ts'

/** A free-text answer; null if a record has none. */
function openAnswer(record: RunRecord, parent: Run): (AnsweredRecord & { response: string }) | null {
  if (record.status !== 'answered' || record.response === null) return null
  const protocol = findProtocol(parent.settings.protocol)
  return protocol.answerKind(record.sample.fields) === 'text'
    ? { ...record, response: record.response }
    : null
}

/** The data set's facts about the image, for the judge only. */
function readDescription(fields: JsonObject): Json {
  const withheld = get(fields, 'withheld')
  return (isJsonObject(withheld) ? get(withheld, 'visual_description') : undefined) ?? null
}

const carried = ['id', 'question', 'image_path', 'task', 'modality', 'parts', 'dataset'] as const

const carriedFrom = (fields: JsonObject) => ({
  ...Object.fromEntries(carried.map(name => [name, get(fields, name) ?? null] as const)),
  kind: 'text',
})

/** @param repeat 0 for the rating that counts; from 1 on those that show the spread */
export function judgedSample(
  record: RunRecord,
  parent: Run,
  repeat: number,
  showsImages: boolean,
): Sample | null {
  const answer = openAnswer(record, parent)
  if (!answer) return null
  const { index, fields, image, furtherImages, file } = answer.sample
  return {
    index: index + repeat * parent.dataset.counts.loaded,
    fields: {
      ...carriedFrom(fields),
      answer: answer.rightAnswer,
      response: answer.response,
      description: readDescription(fields),
      ...(!showsImages && { image_path: null }),
      ...(repeat > 0 && { repeat }),
    },
    image: showsImages ? image : null,
    ...(showsImages && furtherImages && { furtherImages }),
    file,
  }
}

/**
 * Every free-text answer once, then the repeats, round after round. An index identifies its answer, whatever is
 * answered later.
 * @param records of the run whose answers are judged, or of its pass that `of` names, in order
 */
export function judgedSamples(
  records: readonly RunRecord[],
  parent: Run,
  { of, showsImages, repeated, times }: NonNullable<Run['judging']>,
): readonly Sample[] {
  if (of === 'no-options') return matchedSamples(records, parent)
  const again = new Set(repeated)
  return Array.from({ length: times + 1 }, (_, repeat) =>
    records
      .filter(({ sample }) => repeat === 0 || again.has(sample.index))
      .flatMap(record => judgedSample(record, parent, repeat, showsImages) ?? []),
  ).flat()
}

/** What a judge is asked about a reply that was given without options, and that no rule could read. */
export function matchedSample({ sample }: Pick<RunRecord, 'sample'>, parent: Run, response: string): Sample {
  const { index, fields, file } = sample
  const options = findProtocol(parent.settings.protocol).listOptions(fields)
  return {
    index,
    fields: {
      ...carriedFrom(fields),
      image_path: null,
      options: Object.fromEntries(options.map(({ letter, value }) => [letter, str(value)])),
      response,
    },
    image: null,
    file,
  }
}

/** Samples of the replies that no rule could read; an empty reply means no option. */
export const matchedSamples = (records: readonly RunRecord[], parent: Run): readonly Sample[] =>
  records.flatMap(record =>
    record.status === 'answered' && record.unparsed !== undefined && record.response?.trim()
      ? [matchedSample(record, parent, record.response)]
      : [],
  )

/** What people and judges rate of a run, in order. */
export function listRatedItems(records: readonly RunRecord[], parent: Run): readonly RatedItem[] {
  return records.flatMap(record => {
    const sample = judgedSample(record, parent, 0, true)
    return sample ? [ratedItem(sample.fields)] : []
  })
}

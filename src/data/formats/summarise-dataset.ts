import { get, str } from '@voxelwise/python'
import { countBy } from '../../engine/base/grouping.ts'
import { maxOptions } from '../../engine/probes/passes.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { type LoadedDataset, listImages, maxImages, type Sample } from '../../engine/protocol/sample.ts'
import { mayBeVolume, mayHaveDepth } from '../sources/part-reference.ts'
import type { DatasetOverview, QualityRow } from './dataset-overview.ts'
import type { ReadDataset } from './format.ts'
import { loadCounts } from './medrcube.ts'

export function summariseDataset(dataset: ReadDataset, source: SourceKind): DatasetOverview {
  const { name, fingerprint, protocol, badFiles, headers, salted, kept, slices, marks } = dataset
  const { samples, findings } = dataset
  const rules = findProtocol(protocol)
  const isDeep = dataset.deepPngs || samples.some(sample => listImages(sample).some(mayHaveDepth))
  return {
    name,
    source,
    fingerprint,
    protocol,
    counts: loadCounts(dataset),
    kinds: Object.fromEntries(countBy(samples.map(({ fields }) => rules.answerKind(fields)))),
    maxOptions: maxOptions(rules, samples),
    images: countImages(samples),
    imagesAtOnce: maxImages(samples),
    ...(isDeep && { depth: true }),
    tasks: labels(samples, 'task'),
    modalities: labels(samples, 'modality'),
    parts: labels(samples, 'parts'),
    findings: Object.fromEntries(countBy(findings.map(({ kind }) => kind))),
    badFiles,
    headers,
    salted,
    kept,
    slices,
    marks,
    ...(!headers && (dataset.volumes || samples.some(namesVolume)) && { volumes: true }),
    mapping: dataset.mapping ? { ...dataset.mapping, examples: pickExamples(samples) } : null,
  }
}

const namesVolume = ({ image, furtherImages }: Sample): boolean =>
  image !== null && !furtherImages && mayBeVolume(image)

const EXAMPLES = 3

/** A few samples to look at: one of each kind of answer, then from the beginning, the middle and the end. */
function pickExamples(samples: readonly Sample[]): readonly Sample[] {
  const kinds = new Map(samples.map(sample => [str(get(sample.fields, 'kind')), sample]))
  const spread = [0, samples.length >> 1, samples.length - 1].flatMap(at => samples[at] ?? [])
  const chosen = kinds.size > 1 ? [...kinds.values(), ...spread] : spread
  return [...new Set(chosen)].slice(0, EXAMPLES).sort((a, b) => a.index - b.index)
}

/** Skipped samples first, then findings, each with the sample's fields to look at. */
export function listProblems({ samples, skipped, findings }: LoadedDataset): readonly QualityRow[] {
  const skippedFields = new Map(skipped.map(row => [`${row.position} ${row.file}`, row.fields]))
  return [
    ...skipped.map(({ reason, ...row }) => ({ kind: reason, ...row })),
    ...findings.map(({ kind, index, file, position, subject }) => ({
      kind,
      file,
      position,
      subject,
      fields: (index === null ? skippedFields.get(`${position} ${file}`) : samples[index]?.fields) ?? {},
    })),
  ]
}

function countImages(samples: readonly Sample[]): number {
  const images = new Set<string>()
  for (const sample of samples) for (const image of listImages(sample)) images.add(image)
  return images.size
}

function labels(samples: readonly Sample[], axis: string): readonly (readonly [string, number])[] {
  return [...countBy(samples.map(({ fields }) => str(get(fields, axis))))]
}

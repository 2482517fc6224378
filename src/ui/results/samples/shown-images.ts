/** The images that a sample's page shows: its own, and beside them what a pass showed the model. */
import { isPixelChange, Perturbation } from '../../../engine/probes/perturbation.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import { changesExamples, type PixelChange, type Probe } from '../../../engine/protocol/probe.ts'
import { firstProtocol } from '../../../engine/protocol/protocol-reference.ts'
import { protocolOf } from '../../../engine/protocol/protocols/registry.ts'
import { imagesShownIn, type RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { imagesOf } from '../../../engine/protocol/sample.ts'
import type { Shown } from '../../shared/sample/sample-image.tsx'

export interface SampleImages {
  /** Rooted paths, in order: the sample's own, or those of a pass with other examples as the model got them. */
  readonly paths: readonly string[]
  /** What a pass showed the model in place of each; absent where it changed no image. */
  readonly shown?: readonly Shown[]
  /** Said of all of them; absent where nothing is to be said. */
  readonly note?: string
}

/** @param record null while it is read */
export function sampleImages(
  run: Pick<Run, 'probe' | 'settings'> | undefined,
  sample: Parameters<typeof imagesOf>[0],
  record: RunRecord | null,
): SampleImages {
  const own = imagesOf(sample)
  const probe = run?.probe
  if (!probe) return { paths: own }
  if (probe.kind === 'text-only') return { paths: [] }
  const seen = record ? imagesShownIn(record) : own
  if (changesExamples(probe)) return { paths: seen, ...(seen.length > 0 && { note: exampleWords(probe) }) }
  const change = record ? changeOf(run, record) : null
  return { paths: own, shown: seen.flatMap(path => shownBy(probe, path, change) ?? []) }
}

const exampleWords = ({ kind }: Probe): string =>
  kind === 'irrelevant-examples'
    ? 'These images are what the model saw: those of another question’s examples, then the question’s own.'
    : 'These images are what the model saw: those of the reversed examples, then the question’s own.'

/** What a pass did to the pixels of a record's images. */
function changeOf(run: Pick<Run, 'probe' | 'settings'>, { sample }: RunRecord): PixelChange | null {
  const protocol = protocolOf(run.settings.protocol ?? firstProtocol)
  const shown = new Perturbation(run.probe, [sample], protocol).images(imagesOf(sample), sample.index)
  return shown[0]?.change ?? null
}

const treatedBy = ({ fill }: { readonly fill?: 'blur' | undefined }): string =>
  fill === 'blur' ? 'blurred' : 'covered'

/**
 * The image that a pass showed; undefined if it was the original.
 * @param path of the file that was read
 * @param change as `changeOf`; null while the record is read
 */
function shownBy(probe: Probe, path: string, change: PixelChange | null): Shown | undefined {
  const text = seenWords(probe)
  if (text === undefined) return undefined
  return { path, change: change ?? (isPixelChange(probe) ? probe : null), text }
}

/** Undefined of a pass that leaves the images as they are. */
function seenWords(probe: Probe): string | undefined {
  switch (probe.kind) {
    case 'blank-image':
      return 'The model saw this uniform grey instead of the image.'
    case 'corruption':
      return `The model saw a corrupted image: ${probeName(probe).toLowerCase()}.`
    case 'region':
      return `The model saw the image with the region ${treatedBy(probe)}.`
    case 'elsewhere':
      return `The model saw the image with an equal region elsewhere ${treatedBy(probe)}.`
    case 'noise-image':
      return 'The model saw this noise instead of the image.'
    case 'off-topic':
      return 'The model saw this photograph instead of the image.'
    case 'flip':
      return 'The model saw the mirrored image.'
    case 'rotate':
      return `The model saw the image turned clockwise by ${probe.turn}°.`
    case 'swapped-image':
    case 'same-label':
    case 'opposite-label':
      return 'The model saw this image, which belongs to another sample.'
    case 'option-order':
    case 'text-only':
    case 'no-options':
    case 'paraphrase':
    case 'repeat':
    case 'unchanged':
    case 'stated-confidence':
    case 'reordered-examples':
    case 'irrelevant-examples':
    case 'occlusion':
      return undefined
  }
}

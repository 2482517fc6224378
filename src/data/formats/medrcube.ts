/** Finds, reads and checks the samples of a picked folder, with the official loader's rules. */

import { byCodePoint, isInside, type JsonObject, parentFolder, rooted, unrooted } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { duplicateIds, sampleFindings } from '../../engine/protocol/findings.ts'
import { medrcube } from '../../engine/protocol/protocols/medrcube.ts'
import { protocolReference } from '../../engine/protocol/protocols/registry.ts'
import {
  type BadFile,
  type Finding,
  type LoadCounts,
  type LoadedDataset,
  mappedSkipReasons,
  type Sample,
  type Skipped,
} from '../../engine/protocol/sample.ts'
import { Fingerprint } from '../sources/fingerprint.ts'
import { sampleParts } from '../sources/part-reference.ts'
import type { FolderFile, FolderSource } from '../sources/source.ts'
import { type Admission, unlessMissing } from './admit.ts'
import {
  type BegunLoad,
  type DatasetContents,
  type DatasetFormat,
  type LoadOptions,
  type LoadProgress,
  strictSkip,
} from './format.ts'
import { countSamples } from './test-file.ts'
import { FolderAllowance, TestFiles } from './test-files.ts'

const isTestFile = ({ path }: FolderFile): boolean => path === 'test.json' || path.endsWith('/test.json')

/** Whether an item has a field of MedRCube's own. */
export const isMedrcubeItem = (fields: JsonObject): boolean =>
  Object.keys(fields).some(name => name === 'gt_answer' || /^option_[A-Z]$/.test(name))

/** Folders with a `test.json` each, at any depth, as MedRCube's evaluator finds them. */
export const medrcubeFormat: DatasetFormat = {
  id: 'medrcube',
  name: 'MedRCube: folders with a test.json',
  protocol: protocolReference(medrcube),
  recognises: files => files.some(isTestFile),
  load: ({ source, files }, options) => begin(source, options).finish(files),
  begin,
  // Other benchmarks have a test.json, too: of their rows none has the required fields.
  disowns: ({ samples, skipped }) =>
    samples.length === 0 &&
    skipped.length > 0 &&
    skipped.every(({ reason }) => reason === 'missing_required_fields'),
}

function begin(source: FolderSource, options: LoadOptions): BegunLoad {
  const testFiles = new TestFiles(source, options.signal)
  return {
    found: file => {
      if (isTestFile(file)) testFiles.readEarly(file.path)
    },
    finish: files => load(source.name, files, testFiles, options),
  }
}

/**
 * @param root the folder's own name
 * @throws VoxelwiseError the first bad file's error where all are bad; in strict mode any
 */
async function load(
  root: string,
  files: readonly FolderFile[],
  testFiles: TestFiles,
  options: LoadOptions,
): Promise<DatasetContents> {
  const { strict = false, onProgress, signal } = options
  const progress = { files: files.length, testFiles: 0, samples: 0 }
  const show = (change: Partial<LoadProgress>) => onProgress?.({ ...Object.assign(progress, change) })
  const inOrder = files
    .filter(isTestFile)
    .map(file => file.path)
    .sort(byCodePoint)

  const exists = lookup(root, files)
  const fingerprint = new Fingerprint()
  const collected = new Collection(strict)
  const allowance = new FolderAllowance()
  for (const path of inOrder) {
    signal?.throwIfAborted()
    const file = rooted(root, path)
    try {
      const read = await testFiles.read(path, allowance.left, digest => fingerprint.addDigest(file, digest))
      for (const [position, item] of read.items.entries())
        collected.add(unlessMissing(item, exists), { file, position })
      allowance.giveBackFor(countSamples(read))
    } catch (error) {
      if (strict || !(error instanceof VoxelwiseError)) throw error
      collected.badFiles.push({ file, error: error.info })
    }
    show({ testFiles: progress.testFiles + 1, samples: collected.samples.length })
  }

  const firstBad = collected.badFiles[0]
  if (firstBad && collected.badFiles.length === inOrder.length) throw new VoxelwiseError(firstBad.error)
  return collected.finish(await fingerprint.digest())
}

/** The protocol's own count of loaded samples. */
export function loadCounts({ samples, skipped }: Pick<LoadedDataset, 'samples' | 'skipped'>): LoadCounts {
  const count = (reason: Skipped['reason']) => skipped.filter(item => item.reason === reason).length
  const occurred = mappedSkipReasons.filter(reason => count(reason) > 0)
  return {
    total: samples.length + skipped.length,
    loaded: samples.length,
    skipped: {
      missing_image: count('missing_image'),
      missing_required_fields: count('missing_required_fields'),
      missing_options: count('missing_options'),
      ...Object.fromEntries(occurred.map(reason => [reason, count(reason)])),
    },
  }
}

class Collection {
  readonly samples: Sample[] = []
  readonly badFiles: BadFile[] = []
  readonly #positions: number[] = []
  readonly #skipped: Skipped[] = []
  readonly #findings: Finding[] = []
  readonly #strict: boolean

  constructor(strict: boolean) {
    this.#strict = strict
  }

  add(admission: Admission, place: { readonly file: string; readonly position: number }): void {
    const { skip, fields, finding } = admission
    if (skip !== null) {
      const skipped: Skipped = { reason: skip, ...place, subject: admission.subject, fields }
      if (this.#strict) throw strictSkip(skipped)
      this.#skipped.push(skipped)
      if (finding) this.#findings.push({ ...finding, index: null, ...place })
      return
    }
    const [image = null, ...furtherImages] =
      admission.image === null ? [] : sampleParts(admission.image, fields)
    const sample: Sample = {
      index: this.samples.length,
      fields,
      image,
      ...(furtherImages.length > 0 && { furtherImages }),
      file: place.file,
    }
    const where = { index: sample.index, ...place }
    this.samples.push(sample)
    this.#positions.push(place.position)
    this.#findings.push(...sampleFindings(sample, where, medrcube))
    if (finding) this.#findings.push({ ...finding, ...where })
  }

  finish(fingerprint: string): DatasetContents {
    const { samples, badFiles } = this
    const findings = [...this.#findings, ...duplicateIds(samples, this.#positions)]
    return { samples, skipped: this.#skipped, findings, badFiles, fingerprint }
  }
}

/**
 * One look-up table of every file and every folder with files, so that images need no separate search.
 * @returns whether a rooted path exists
 */
function lookup(root: string, files: readonly FolderFile[]): (path: string) => boolean {
  const known = new Set<string>()
  for (const { path } of files) {
    known.add(path)
    for (let folder = parentFolder(path); folder !== '' && !known.has(folder); folder = parentFolder(folder))
      known.add(folder)
  }
  return path => path === root || (isInside(root, path) && known.has(unrooted(root, path)))
}

import { ImageReader } from '../../data/images/image-reader.ts'
import { viewable } from '../../data/images/picture.ts'
import type { FileBytes, FolderSource } from '../../data/sources/source.ts'
import { IndexSet } from '../../engine/base/index-set.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { plannedOf } from '../../engine/probes/planned.ts'
import type { Planned } from '../../engine/protocol/metrics.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { imagesRecur } from '../../engine/protocol/plan.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type LoadedDataset, maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { AskedGroups, RunFolders } from '../contracts/folders.ts'
import { expose, transfer } from '../shared/comlink.ts'

export interface OpenDataset {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
}

/** The part of it that a run asks about. */
export type AskedDataset = Pick<OpenDataset, 'source'> & { readonly samples: readonly Sample[] }

/** The folders of one run, for its own threads. */
export class FolderPort implements RunFolders {
  readonly #dataset: AskedDataset
  readonly #images: ImageReader
  readonly #model: ModelFolder | null
  readonly #serverBase: string | null
  /** Of the last run: each of its copies requests the same. */
  #plan: (ReturnType<typeof askedGroups> & { readonly key: string }) | null = null
  /** By their index. Judged answers leave gaps. */
  #byIndex: readonly Sample[] | null = null

  /**
   * @param model null where a server answers
   * @param serverBase where our own server forwards questions to it, otherwise null
   */
  constructor(dataset: AskedDataset, model: ModelFolder | null, serverBase: string | null = null) {
    this.#dataset = dataset
    this.#images = new ImageReader(dataset.source)
    this.#model = model
    this.#serverBase = serverBase
  }

  samples(): readonly Sample[] {
    return this.#dataset.samples
  }

  samplesOf(indices: Uint32Array): readonly Sample[] {
    if (this.#byIndex === null) {
      const all: Sample[] = []
      for (const sample of this.#dataset.samples) all[sample.index] = sample
      this.#byIndex = all
    }
    return Array.from(indices, index => this.#byIndex?.[index]).filter(sample => sample !== undefined)
  }

  planned(run: Run): Planned {
    return this.#planOf(run).planned
  }

  asked(run: Run): AskedGroups {
    const { asked } = this.#planOf(run)
    const [samples, ends] = [asked.samples.slice(), asked.ends.slice()]
    return transfer({ ...asked, samples, ends }, [samples.buffer, ends.buffer])
  }

  #planOf({ settings, probe }: Run) {
    const key = JSON.stringify([settings, probe])
    if (this.#plan?.key !== key)
      this.#plan = { key, ...askedGroups(this.#dataset.samples, { settings, ...(probe && { probe }) }) }
    return this.#plan
  }

  async openImage(path: string, window?: string): Promise<Blob> {
    return viewable(await this.#images.open(path), path, window)
  }

  async readImage(path: string): Promise<FileBytes> {
    const file = await this.#images.bytes(path)
    return transfer(file, [file.bytes])
  }

  modelFiles(): Pick<ModelFolder, 'name' | 'files'> {
    const { name, files } = this.#folder()
    return { name, files }
  }

  openModelFile(path: string): Promise<Blob> {
    return this.#folder().open(path)
  }

  modelServer(): string {
    if (this.#serverBase !== null) return this.#serverBase
    throw new Error('This run has no model server.')
  }

  #folder(): ModelFolder {
    if (this.#model) return this.#model
    throw new Error('This run has no model files.')
  }

  connect(port: MessagePort): void {
    expose(this, port)
  }
}

/** The questions of a run, out of all loaded samples. */
export function askedGroups(
  samples: readonly Sample[],
  { settings, probe }: Pick<Run, 'settings' | 'probe'>,
): { readonly asked: AskedGroups; readonly planned: Planned } {
  const protocol = protocolOf(settings.protocol)
  const own = askedOf(samples, settings)
  const perturbation = new Perturbation(probe, own.samples, protocol)
  const asks = new IndexSet()
  for (const sample of own.samples) if (perturbation.asks(sample)) asks.add(sample.index)
  const indices = new Uint32Array(asks.size)
  const groups = perturbation.groups(own.groups, index => asks.has(index))
  const ends = new Uint32Array(groups.length)
  let end = 0
  for (const [number, group] of groups.entries()) {
    for (const index of group.samples) indices[end++] = index
    ends[number] = end
  }
  const asked = {
    samples: indices,
    ends,
    questions: own.samples.length,
    images: own.groups.filter(({ images }) => images.length > 0).length,
    maxImages: maxImages(own.samples),
    hasExamples: own.samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0),
    imagesRecur: imagesRecur(groups),
  }
  return { asked, planned: plannedOf(own.samples, perturbation, protocol, probe) }
}

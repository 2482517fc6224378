import { type LoadProgress, loadDataset } from '../data/dataset.ts'
import { modelFingerprint, modelOverviewOf, openModelFolder } from '../data/model-files.ts'
import { type DatasetOverview, overviewOf, type QualityRow, qualityOf } from '../data/overview.ts'
import type { FolderSource } from '../data/source.ts'
import { openSource, type SourceDescriptor } from '../data/sources/descriptor.ts'
import { Store } from '../data/store.ts'
import { familyOf } from '../engine/families/registry.ts'
import type { ModelOverview } from '../engine/model/overview.ts'
import { unrooted } from '../engine/paths.ts'
import type { Device, Dtype } from '../engine/run.ts'
import type { ModelFolder } from '../engine/runtime/model-folder.ts'
import type { LoadedDataset, Sample } from '../engine/sample.ts'
import { expose } from './comlink.ts'

interface OpenDataset {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
}

/** Holds the picked folders: lists and parses them off the main thread, and hands out their files. */
class DataWorker {
  #dataset: OpenDataset | null = null
  #model: ModelFolder | null = null

  async openDataset(
    descriptor: SourceDescriptor,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<DatasetOverview> {
    const source = openSource(descriptor)
    let last = 0
    const loaded = await loadDataset(source, {
      onProgress: progress => {
        // A message a file would be more work than the listing.
        if (performance.now() - last < 100) return
        last = performance.now()
        onProgress(progress)
      },
    })
    this.#dataset = { source, loaded }
    return overviewOf(loaded, source.kind)
  }

  async openModel(descriptor: SourceDescriptor, device: Device): Promise<ModelOverview> {
    const source = openSource(descriptor)
    this.#model = await openModelFolder(source)
    return modelOverviewOf(this.#model, source.kind, device)
  }

  /** Keeps with a run what was skipped or odd in its data set. */
  async keepLoad(run: string): Promise<void> {
    const store = await Store.open()
    await store.putLoad(run, this.#openedDataset().loaded)
  }

  quality(): readonly QualityRow[] {
    return this.#dataset ? qualityOf(this.#dataset.loaded) : []
  }

  fingerprintModel(family: string, dtype: Dtype): Promise<string> {
    return modelFingerprint(this.#openedModel(), familyOf(family).sessions, dtype)
  }

  samples(): readonly Sample[] {
    return this.#openedDataset().loaded.samples
  }

  /** @param path rooted path of an image */
  openImage(path: string): Promise<Blob> {
    const { source } = this.#openedDataset()
    return source.open(unrooted(source.name, path))
  }

  modelFiles(): Pick<ModelFolder, 'name' | 'files'> {
    const { name, files } = this.#openedModel()
    return { name, files }
  }

  openModelFile(path: string): Promise<Blob> {
    return this.#openedModel().open(path)
  }

  /** Gives another worker its own line to this one, past the main thread. */
  connect(port: MessagePort): void {
    expose(this, port)
  }

  #openedDataset(): OpenDataset {
    if (!this.#dataset) throw new Error('No data set is open.')
    return this.#dataset
  }

  #openedModel(): ModelFolder {
    if (!this.#model) throw new Error('No model is open.')
    return this.#model
  }
}

export type { DataWorker }

expose(new DataWorker())

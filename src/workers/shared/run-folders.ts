import { ImageReader } from '../../data/images/image-reader.ts'
import type { FileBytes, FolderSource } from '../../data/sources/source.ts'
import { type Planned, planned } from '../../engine/probes/planned.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { expose, transfer } from './comlink.ts'

export interface OpenDataset {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
}

/** What of it a run is asked about. */
export type AskedDataset = Pick<OpenDataset, 'source'> & { readonly samples: readonly Sample[] }

/** The folders of one run: they stay what they were when it began, whatever is picked meanwhile. */
export class RunFolders {
  readonly #dataset: AskedDataset
  readonly #images: ImageReader
  readonly #model: ModelFolder

  constructor(dataset: AskedDataset, model: ModelFolder) {
    this.#dataset = dataset
    this.#images = new ImageReader(dataset.source)
    this.#model = model
  }

  samples(): readonly Sample[] {
    return this.#dataset.samples
  }

  /** What a run will ask about. */
  planned(run: Run): Planned {
    return planned(this.samples(), run)
  }

  /** @param path rooted path of an image */
  openImage(path: string): Promise<Blob> {
    return this.#images.open(path)
  }

  /** Its bytes, at less cost than those of the blob. */
  async readImage(path: string): Promise<FileBytes> {
    const file = await this.#images.bytes(path)
    return transfer(file, [file.bytes])
  }

  modelFiles(): Pick<ModelFolder, 'name' | 'files'> {
    const { name, files } = this.#model
    return { name, files }
  }

  openModelFile(path: string): Promise<Blob> {
    return this.#model.open(path)
  }

  /** Gives another worker its own line to them, past the main thread. */
  connect(port: MessagePort): void {
    expose(this, port)
  }
}

import { checkFileSize } from '../../data/images/budget.ts'
import type { FileBytes, FolderSource } from '../../data/sources/source.ts'
import { readWhole } from '../../data/sources/source.ts'
import { unrooted } from '../../engine/base/paths.ts'
import { type Planned, planned } from '../../engine/probes/planned.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { expose, transfer } from './comlink.ts'

export interface OpenDataset {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
}

/** The folders of one run: they stay what they were when it began, whatever is picked meanwhile. */
export class RunFolders {
  readonly #dataset: OpenDataset
  readonly #model: ModelFolder

  constructor(dataset: OpenDataset, model: ModelFolder) {
    this.#dataset = dataset
    this.#model = model
  }

  samples(): readonly Sample[] {
    return this.#dataset.loaded.samples
  }

  /** What a run will ask about. */
  planned(run: Run): Planned {
    return planned(this.samples(), run)
  }

  /** @param path rooted path of an image */
  openImage(path: string): Promise<Blob> {
    const { source } = this.#dataset
    return source.open(unrooted(source.name, path))
  }

  /** Its bytes, at less cost than those of the blob. */
  async readImage(path: string): Promise<FileBytes> {
    const { source } = this.#dataset
    const check = (size: number) => checkFileSize(path, size)
    const file = await readWhole(source, unrooted(source.name, path), check)
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

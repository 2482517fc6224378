import { ImageReader } from '../../data/images/image-reader.ts'
import type { FileBytes, FolderSource } from '../../data/sources/source.ts'
import type { Planned } from '../../engine/probes/planned.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LoadedDataset, Sample } from '../../engine/protocol/sample.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { type AskedGroups, askedGroups } from './asked-groups.ts'
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
  readonly #model: ModelFolder | null
  readonly #serverBase: string | null
  /** Of the run that was asked for last: each of its copies asks for the same. */
  #plan: (ReturnType<typeof askedGroups> & { readonly of: string }) | null = null
  /** By their index: of answers that are judged there are gaps. */
  #byIndex: readonly Sample[] | null = null

  /**
   * @param model null where a server answers, which has no files
   * @param serverBase where our own server passes questions on to it, else null
   */
  constructor(dataset: AskedDataset, model: ModelFolder | null, serverBase: string | null = null) {
    this.#dataset = dataset
    this.#images = new ImageReader(dataset.source)
    this.#model = model
    this.#serverBase = serverBase
  }

  /** All of them: for whoever has few. */
  samples(): readonly Sample[] {
    return this.#dataset.samples
  }

  /** Some of them, those that are there. */
  samplesOf(indices: Uint32Array): readonly Sample[] {
    if (this.#byIndex === null) {
      const all: Sample[] = []
      for (const sample of this.#dataset.samples) all[sample.index] = sample
      this.#byIndex = all
    }
    return Array.from(indices, index => this.#byIndex?.[index]).filter(sample => sample !== undefined)
  }

  /** What a run will ask about. */
  planned(run: Run): Planned {
    return this.#planOf(run).planned
  }

  /** Which samples that is. */
  asked(run: Run): AskedGroups {
    const { asked } = this.#planOf(run)
    const [samples, ends] = [asked.samples.slice(), asked.ends.slice()]
    return transfer({ ...asked, samples, ends }, [samples.buffer, ends.buffer])
  }

  #planOf({ settings, probe }: Run) {
    const of = JSON.stringify([settings, probe])
    if (this.#plan?.of !== of)
      this.#plan = { of, ...askedGroups(this.#dataset.samples, { settings, ...(probe && { probe }) }) }
    return this.#plan
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
    const { name, files } = this.#folder()
    return { name, files }
  }

  openModelFile(path: string): Promise<Blob> {
    return this.#folder().open(path)
  }

  modelServer(): string {
    if (this.#serverBase !== null) return this.#serverBase
    throw new Error('The model of this run is no server’s.')
  }

  #folder(): ModelFolder {
    if (this.#model) return this.#model
    throw new Error('The model of this run has no files.')
  }

  /** Gives another worker its own line to them, past the main thread. */
  connect(port: MessagePort): void {
    expose(this, port)
  }
}

import { ImageReader } from '../../data/images/image-reader.ts'
import { viewable } from '../../data/images/picture.ts'
import type { FolderSource } from '../../data/sources/source.ts'
import { IndexSet } from '../../engine/base/index-set.ts'
import { MadeBlob } from '../../engine/base/made-blob.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { type Planned, planQuestions } from '../../engine/probes/planned.ts'
import { askedQuestions } from '../../engine/protocol/order.ts'
import { imagesRecur } from '../../engine/protocol/plan.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type LoadedDataset, maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { AskedGroups, RunFolders } from '../contracts/folders.ts'
import { expose, transfer } from '../shared/comlink.ts'
import type { OpenedModel } from './model-role.ts'

export interface OpenDataset {
  readonly source: FolderSource
  readonly loaded: LoadedDataset
}

/** The part of it that a run asks about. */
type AskedDataset = Pick<OpenDataset, 'source'> & { readonly samples: readonly Sample[] }

/** The folders of one run, for its own threads. @param model null where only the data set is needed */
export function folderPort({ source, samples }: AskedDataset, model: OpenedModel | null): RunFolders {
  const images = new ImageReader(source)
  /** The plan of the last run: each of its copies requests the same. */
  let plan: (ReturnType<typeof askedGroups> & { readonly key: string }) | null = null
  const planRun = ({ settings, probe }: Run) => {
    const key = JSON.stringify([settings, probe])
    if (plan?.key !== key) plan = { key, ...askedGroups(samples, { settings, ...(probe && { probe }) }) }
    return plan
  }
  /** By their index. Judged answers leave gaps. */
  let byIndex: readonly Sample[] | null = null
  const indexed = (): readonly Sample[] => {
    const all: Sample[] = []
    for (const sample of samples) all[sample.index] = sample
    return all
  }
  const modelFolder = (): ModelFolder => {
    if (model?.kind === 'folder') return model.folder
    throw new Error('This run has no model files.')
  }
  const port: RunFolders = {
    samples: () => samples,
    takeSamples(indices) {
      byIndex ??= indexed()
      return Array.from(indices, index => byIndex?.[index]).filter(sample => sample !== undefined)
    },
    planned: run => planRun(run).planned,
    asked(run) {
      const { asked } = planRun(run)
      const [samples, ends] = [asked.samples.slice(), asked.ends.slice()]
      return transfer({ ...asked, samples, ends }, [samples.buffer, ends.buffer])
    },
    openImage: async (path, window) => viewable(await images.open(path), path, window),
    async readImage(path) {
      const file = await images.bytes(path)
      return transfer(file, [file.bytes])
    },
    modelFiles() {
      const { name, files, written, copied } = modelFolder()
      return { name, files, ...(written && { written }), ...(copied && { copied }) }
    },
    async openModelFile(path) {
      const file = await modelFolder().open(path)
      return file instanceof MadeBlob ? file.size : file
    },
    async makeModelFile(path, start, end) {
      const made = await modelFolder().open(path)
      if (!(made instanceof MadeBlob)) throw new Error(`${path} is a file that can be sent.`)
      const bytes = await made.slice(start, end).bytes()
      return transfer(bytes, [bytes.buffer])
    },
    modelServer() {
      if (model?.kind === 'server') return model.base
      throw new Error('This run has no model server.')
    },
    connect: to => expose(port, to),
  }
  return port
}

/** The questions of a run, out of all loaded samples. */
export function askedGroups(
  samples: readonly Sample[],
  { settings, probe }: Pick<Run, 'settings' | 'probe'>,
): { readonly asked: AskedGroups; readonly planned: Planned } {
  const protocol = findProtocol(settings.protocol)
  const selection = askedQuestions(samples, settings)
  const perturbation = new Perturbation(probe, selection.samples, protocol)
  const asks = new IndexSet()
  for (const sample of selection.samples) if (perturbation.asks(sample)) asks.add(sample.index)
  const indices = new Uint32Array(asks.size)
  const groups = perturbation.groups(selection.groups, index => asks.has(index))
  const ends = new Uint32Array(groups.length)
  let end = 0
  for (const [number, group] of groups.entries()) {
    for (const index of group.samples) indices[end++] = index
    ends[number] = end
  }
  return {
    asked: {
      samples: indices,
      ends,
      questions: selection.samples.length,
      images: selection.groups.filter(({ images }) => images.length > 0).length,
      maxImages: maxImages(selection.samples),
      hasExamples: selection.samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0),
      imagesRecur: imagesRecur(groups),
    },
    planned: planQuestions(selection.samples, perturbation, protocol, probe),
  }
}

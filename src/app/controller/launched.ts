import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Controller } from './commands.ts'

/** What became of something that the page was opened with. */
type Launched =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'backup' }
  | { readonly kind: 'folder' }

/** Nothing is shown that could cancel it. */
const never = new AbortController().signal

/**
 * Opens the files with which the installed page was launched, or that were dropped on its icon: a run.json, a backup,
 * or a folder, which is a model if it has a config.json.
 * @throws VoxelwiseError as `importFiles`, `restore`; run-file for any other file
 */
export async function openLaunched(
  controller: Pick<Controller, 'importFiles' | 'restore' | 'chooseDataset' | 'chooseModel'>,
  handle: FileSystemHandle,
): Promise<Launched> {
  if (handle.kind === 'directory') {
    const folder = handle as FileSystemDirectoryHandle
    const picked = { from: 'handle', handle: folder } as const
    await ((await isModel(folder)) ? controller.chooseModel(picked) : controller.chooseDataset(picked))
    return { kind: 'folder' }
  }
  const file = await (handle as FileSystemFileHandle).getFile()
  if (/\.json$/i.test(file.name))
    return { kind: 'run', id: await controller.importFiles([file], () => {}, never) }
  if (/\.zip$/i.test(file.name)) {
    await controller.restore(file, () => {}, never)
    return { kind: 'backup' }
  }
  throw new VoxelwiseError({
    code: 'run-file',
    subject: file.name,
    message: 'Voxelwise opens a run.json, a backup (.zip) or a folder.',
    remedy: 'Pick data sets and models under Set up.',
  })
}

async function isModel(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    await folder.getFileHandle('config.json')
    return true
  } catch {
    return false
  }
}

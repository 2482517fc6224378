/** The model of a run, as a thread reads it that is not the one with the folders. */
import { MadeBlob } from '../../engine/base/made-blob.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { Remote } from '../shared/comlink.ts'

export async function remoteModelFolder(data: Remote<RunFolders>): Promise<ModelFolder> {
  return {
    ...(await data.modelFiles()),
    async open(path) {
      const opened = await data.openModelFile(path)
      if (typeof opened !== 'number') return opened
      return new MadeBlob(opened, (start, end) => data.makeModelFile(path, start, end))
    },
  }
}

import type { Run } from '../../engine/protocol/run.ts'
import type { Vlm } from '../../engine/runtime/vlm.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { PrepareOptions, PrepareWorker } from '../contracts/run.ts'
import type { Remote } from '../shared/comlink.ts'
import { configure } from './configure.ts'
import type { KeptModel } from './kept-model.ts'

/** Loads the run's model for a few questions beside the run: without progress, and without stored features. */
export async function loadApart(
  model: KeptModel,
  run: Run,
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
  options: Pick<PrepareOptions, 'conversation'> = {},
): Promise<Vlm> {
  const { chatTemplate, thinking, window } = run.settings
  const configured = configure(prepare, {
    featureScope: null,
    chatTemplate,
    thinking,
    ...(window !== undefined && { window }),
    ...options,
  })
  const loading = model.of(run, data, {
    checked: configured,
    onProgress: () => {},
    onPhase: () => {},
    readWhole: file => prepare.readFile(file),
  })
  const [vlm] = await Promise.all([loading, configured])
  return vlm
}

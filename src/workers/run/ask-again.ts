import { Perturbation } from '../../engine/probes/perturbation.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { askAll } from '../../engine/runtime/ask.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { AgainTask, PrepareWorker } from '../contracts/run.ts'
import type { Remote } from '../shared/comlink.ts'
import type { KeptModel } from './kept-model.ts'
import { loadApart } from './load-apart.ts'
import { OpenGroups } from './open-groups.ts'

/** Asks one question as the run does, on the device that the run names here. */
export async function askAgain(
  model: KeptModel,
  { run, index }: AgainTask,
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
): Promise<RunRecord> {
  const asked = await data.asked(run)
  const others = { has: (other: number) => other !== index }
  const groups = new OpenGroups(asked, others, indices => data.samplesOf(indices))
  const conversation = { images: asked.maxImages, hasExamples: asked.hasExamples }
  const vlm = await loadApart(model, run, data, prepare, { conversation })
  const found: RunRecord[] = []
  await askAll(vlm, {
    run,
    samples: groups.samples,
    groups: groups.drawn(() => true),
    perturbation: new Perturbation(undefined, [], protocolOf(run.settings.protocol)),
    lookAhead: 0,
    prepare: (images, questions, opening) => prepare.prepare(images, questions, opening),
    features: { cache: null, keep: () => {} },
    store: async records => void found.push(...records),
    emit: () => {},
    mayGoOn: async () => true,
  })
  const [record] = found
  if (!record) throw new Error(`The run does not ask sample ${index}.`)
  return record
}

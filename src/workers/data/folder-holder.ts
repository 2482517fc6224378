import { collectRecords, passWithoutOptions } from '../../data/export/stored-runs.ts'
import type { Store } from '../../data/store/store.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import { judgedSamples } from '../../engine/protocol/protocols/judged-samples.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { DataWorker } from '../contracts/data.ts'
import type { Opening } from '../contracts/folders.ts'
import { proxy } from '../shared/comlink.ts'
import type { OpenDataset } from './folder-port.ts'
import { foldersOfRun } from './folders-of-run.ts'
import type { OpenedModel } from './model-role.ts'

/** A role hands out exactly what an opening opened. */
interface Role<T> {
  hold(opening: Opening): T
}

interface Roles {
  readonly dataset: Role<OpenDataset>
  readonly model: Role<OpenedModel>
  readonly judge: Role<OpenedModel>
}

/** Holds for a run exactly the folders of its openings. */
export const folderHolder = (
  store: Promise<Store>,
  roles: Roles,
): Pick<DataWorker, 'openRunFolders' | 'openJudgeFolders' | 'openAnswers'> => ({
  openRunFolders({ dataset, model }) {
    const held = { dataset: roles.dataset.hold(dataset), model: model && roles.model.hold(model) }
    return proxy(foldersOfRun({ store, ...held }))
  },
  async openJudgeFolders(judge, parent, judging, dataset) {
    const held = { model: roles.judge.hold(judge), dataset: dataset && roles.dataset.hold(dataset) }
    return proxy(foldersOfRun({ store, ...held, samples: await judgedIn(await store, parent, judging) }))
  },
  async openAnswers(run, of) {
    const once = { showsImages: false, isHeld: false, repeated: [], times: 0, ...(of && { of }) }
    return (await judgedIn(await store, run, once)).map(({ index }) => index)
  },
})

async function judgedIn(store: Store, parent: string, judging: Judging): Promise<readonly Sample[]> {
  const judged = judging.of ? (await passWithoutOptions(store, parent))?.id : parent
  const records = judged === undefined ? [] : await collectRecords(store, judged)
  return judgedSamples(records, await store.run(parent), judging)
}

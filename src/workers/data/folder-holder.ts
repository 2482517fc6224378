import { recordsOf, withoutOptionsOf } from '../../data/export/stored-runs.ts'
import type { Store } from '../../data/store/store.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import { judgedSamples } from '../../engine/protocol/protocols/judged-samples.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { Needed, Opening } from '../contracts/folders.ts'
import type { OpenDataset } from './folder-port.ts'
import { FoldersOfRun } from './folders-of-run.ts'
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

/**
 * Holds for a run exactly the folders of its openings. Each method throws fingerprint-mismatch if others were opened
 * since.
 */
export class FolderHolder {
  readonly #store: Promise<Store>
  readonly #roles: Roles

  constructor(store: Promise<Store>, roles: Roles) {
    this.#store = store
    this.#roles = roles
  }

  forRun({ dataset, model }: Needed): FoldersOfRun {
    return new FoldersOfRun({
      store: this.#store,
      dataset: this.#roles.dataset.hold(dataset),
      model: model && this.#roles.model.hold(model),
    })
  }

  /** A judge with the answers that it rates, and the data set where it sees images. */
  async forJudge(
    judge: Opening,
    parent: string,
    judging: Judging,
    dataset: Opening | null,
  ): Promise<FoldersOfRun> {
    const held = {
      model: this.#roles.judge.hold(judge),
      dataset: dataset && this.#roles.dataset.hold(dataset),
    }
    return new FoldersOfRun({ store: this.#store, ...held, samples: await this.#judged(parent, judging) })
  }

  /** Indices of the samples that a run answered in free text, or whose replies without options no rule could read. */
  async openAnswers(run: string, of?: Judging['of']): Promise<readonly number[]> {
    const once = { showsImages: false, isHeld: false, repeated: [], times: 0, ...(of && { of }) }
    return (await this.#judged(run, once)).map(({ index }) => index)
  }

  async #judged(parent: string, judging: Judging): Promise<readonly Sample[]> {
    const store = await this.#store
    const judged = judging.of ? (await withoutOptionsOf(store, parent))?.id : parent
    const records = judged === undefined ? [] : await recordsOf(store, judged)
    return judgedSamples(records, await store.run(parent), judging)
  }
}

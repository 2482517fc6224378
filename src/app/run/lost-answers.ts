import { broadcastStoreChange } from '../../data/store/news.ts'
import type { Store } from '../../data/store/store.ts'
import { counted } from '../../engine/base/counted.ts'
import { IndexSet } from '../../engine/base/index-set.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSummary } from '../state/state.ts'
import type { RunProgress } from './live-progress.ts'

/** Counts the answers that were stored, so that it is known how many of them the browser deleted. */
class StoredAnswers {
  #before = 0
  #reported = new IndexSet()

  get count(): number {
    return this.#before + this.#reported.size
  }

  /** @param stored current number of stored records, with none missing */
  begin(stored: number): void {
    this.#before = stored
    this.#reported = new IndexSet()
  }

  add(index: number): void {
    this.#reported.add(index)
  }

  /** @param stored how many are stored now */
  lost(stored: number): number {
    return Math.max(0, this.count - stored)
  }
}

/** How many answers of each run this page knew to be stored, by `hashText`: a run that stopped on a full disk is continued. */
const known = new Map<string, number>()

/** A run that was deleted and imported again is another. */
const importKey = ({ id, imported = '' }: Run): string => `${id} ${imported}`

/** How many answers of a run the list of runs shows: what the browser deletes before the run is counted is known by this. */
export function listedAnswers(runs: readonly RunSummary[], run: Run): number {
  const listed = runs.find(summary => importKey(summary.run) === importKey(run))
  return listed ? listed.answered + listed.failed : 0
}

/** Notices that the browser deleted answers of a run in progress, and records how many: with the run, and on the page. */
export class LostAnswers {
  readonly #show: Pick<RunProgress, 'live' | 'change' | 'log' | 'recount'>
  readonly #store: Pick<Store, 'changeRun'>
  readonly #listed: number
  readonly #answers = new StoredAnswers()

  /** @param listed as `listedAnswers` */
  constructor(
    show: Pick<RunProgress, 'live' | 'change' | 'log' | 'recount'>,
    store: Pick<Store, 'changeRun'>,
    listed: number,
  ) {
    this.#show = show
    this.#store = store
    this.#listed = listed
  }

  /** Before the first question, and after the answers were counted. @throws VoxelwiseError storage */
  async begin(): Promise<void> {
    const before = known.get(importKey(this.#show.live.run)) ?? 0
    this.#answers.begin(Math.max(before, this.#listed, this.#stored))
    await this.check()
  }

  add(index: number): void {
    this.#answers.add(index)
    known.set(importKey(this.#show.live.run), this.#answers.count)
  }

  /** A worker found that the run was deleted, and has written its copies again. @throws VoxelwiseError storage */
  async rewritten(copy: number): Promise<void> {
    await this.#show.recount()
    const lost = this.#answers.lost(this.#stored)
    const all = counted(this.#answers.count, 'answer')
    const text =
      lost === 0
        ? `The browser deleted the data of this page. All ${all} of this run are stored again.`
        : `The browser deleted the data of this page. Up to ${lost} of ${all} of this run are lost. Lost answers are asked again.`
    await this.#note(copy, text, lost)
  }

  /** When the answers have been counted again. @returns how many are lost @throws VoxelwiseError storage */
  async check(): Promise<number> {
    const lost = this.#answers.lost(this.#stored)
    const all = counted(this.#answers.count, 'answer')
    if (lost > 0)
      await this.#note(null, `The browser deleted ${lost} of ${all} of this run. They are asked again.`, lost)
    this.#answers.begin(this.#stored)
    known.set(importKey(this.#show.live.run), this.#stored)
    return lost
  }

  get #stored(): number {
    const { answered, failed } = this.#show.live
    return answered + failed
  }

  async #note(copy: number | null, text: string, lost: number): Promise<void> {
    this.#show.log({ copy, kind: 'lost', text })
    const { run, events } = this.#show.live
    this.#show.change({ run: await this.#store.changeRun(run.id, stored => ({ ...stored, events })) })
    broadcastStoreChange({ type: 'lost', run: run.name, answers: this.#answers.count, lost })
  }
}

/** Writes the page's answers to a file of the output folder as they come: a killed command loses nothing that it showed. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { newRun } from '../../app/run/new-run.ts'
import type { AppState } from '../../app/state/state.ts'
import { runFileText } from '../../data/export/run-file-text.ts'
import type { JournalEntry } from '../../data/store/journal.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Io } from '../base/command.ts'
import { writeParts } from '../base/files.ts'
import { continuedWords, expectSameRun, journalName, RunJournal } from '../base/journal.ts'

export class KeptRuns {
  readonly #page: Page
  readonly #out: string
  readonly #journal: RunJournal
  readonly #note: Io['stderr']

  private constructor(page: Page, out: string, journal: RunJournal, note: Io['stderr']) {
    this.#page = page
    this.#out = out
    this.#journal = journal
    this.#note = note
  }

  /** Runs that the page already has are not stored. @param out the folder of `run.journal` @throws as `RunJournal.open` */
  static async open(page: Page, out: string, note: Io['stderr']): Promise<KeptRuns> {
    await page.evaluate(() => globalThis.voxelwiseNews.skip())
    return new KeptRuns(page, out, await RunJournal.open(join(out, journalName)), note)
  }

  /** The judge's pass over the answers of a run, or over those of its pass. */
  async findJudging(run: string, of: Judging['of']): Promise<Run | undefined> {
    const runs = (await this.#journal.runs()).map(({ run }) => run)
    return runs.find(({ parent, judging }) => parent === run && judging && judging.of === of)
  }

  /** Writes what the page has stored. Call it before showing its counts. */
  async write(): Promise<void> {
    for (;;) {
      const news = await this.#page.evaluate(() => globalThis.voxelwiseNews.next())
      if (news.length === 0) return
      this.#journal.append(news.map(text => JSON.parse(text) as JournalEntry))
    }
  }

  /**
   * Gives the page the unfinished run of an earlier command, with its passes; undefined where there is none.
   * @throws VoxelwiseError fingerprint-mismatch where another run is chosen now
   */
  async bringBack(state: AppState): Promise<Run | undefined> {
    const [before] = this.#journal.wholes
    if (!before) return undefined
    const wanted = chosenNow(state, before)
    expectSameRun(before, wanted)
    // The rule by which it ends may have changed.
    const { until: _, ...settings } = before.settings
    const { until } = wanted.settings
    this.#journal.append([{ run: { ...before, settings: { ...settings, ...(until && { until }) } } }])
    await this.#giveBack(before)
    return before
  }

  /** Imports a run into the page, which can then continue it. */
  async #giveBack(run: Run): Promise<void> {
    const { id } = run
    this.#note(continuedWords(run, this.#journal.done(id).length))
    const file = join(this.#out, 'run.json')
    await writeParts(file, runFileText(this.#journal, id))
    await this.#page.setInputFiles('#files', file)
    await this.#page.evaluate(async () => {
      const [picked] = globalThis.voxelwiseFiles('run', ['run.json']).files
      if (!picked) throw new Error('The run was not given to the page.')
      await globalThis.voxelwise.importFiles([picked.file], () => {}, new AbortController().signal)
      await globalThis.voxelwiseNews.skip()
    })
  }

  close(): void {
    this.#journal.close()
  }

  /** Once all of it is in other files. */
  remove(): void {
    this.#journal.remove()
  }
}

/** The page's choice as a run. The page itself compares the model's files. */
function chosenNow({ dataset, model, settings, isLengthChosen }: AppState, before: Run): Run {
  if (dataset.status !== 'ready' || model.status !== 'ready') throw new Error('Nothing is chosen.')
  const { runtime: _, ...environment } = before.environment
  const fingerprint = model.overview.name === before.model.name ? before.model.fingerprint : ''
  const chosen = { dataset: dataset.overview, model: model.overview, settings, isLengthChosen }
  return newRun({ ...chosen, fingerprint, environment })
}

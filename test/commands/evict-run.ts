/** Deletes the data of the page, as an eviction or "clear site data" does, while one run goes on to its end. */
import type { Page } from 'playwright-core'
import { counted } from '../../src/engine/base/counted.ts'
import type { ErrorInfo } from '../../src/engine/base/errors.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import { done, reach, startRun } from '../browser/harness/drive.ts'
import { readStored, type Stored } from '../browser/harness/stored.ts'
import { Random } from '../unit/support/random.ts'
import { mustBeWhole, type Visit, visit } from './visit.ts'

/** What Chromium is asked to delete of the page's origin. */
export type Deleted = 'all' | 'indexeddb' | 'file_systems'

/** An eviction takes all; its service worker goes on to answer for pages that are open. */
const storageTypes: Readonly<Record<Deleted, string>> = {
  all: 'indexeddb,file_systems,cache_storage,local_storage',
  indexeddb: 'indexeddb',
  file_systems: 'file_systems',
}

export interface EvictOptions {
  readonly origin: string
  /** The folder of a browser that has not been used yet. */
  readonly profile: string
  readonly seed: number
  readonly questions: number
  readonly deleted: Deleted
  /** Whether the page is reloaded before: what an earlier session stored is then in no thread's memory. */
  readonly isSecondSitting: boolean
}

export interface Evicted {
  /** Answers that the page showed when its data was deleted. */
  readonly shown: number
  /** How many questions were asked again although their answers had just been read on disk. */
  readonly askedAgain: number
  /** How many the run says that it lost. */
  readonly reported: number
}

/**
 * @param reference what the run answers where nothing is deleted, by the index of the sample
 * @throws Error where a record is missing, doubled or of another run or sample, or where more is lost than is reported
 */
export async function evictRun(
  options: EvictOptions,
  reference: ReadonlyMap<number, Essence>,
): Promise<Evicted> {
  const { origin, profile, seed, questions, deleted, isSecondSitting } = options
  const random = new Random(seed)
  const opened = await visit(origin, profile)
  const { page } = opened
  try {
    await startRun(page, { limit: questions, maxNewTokens: 2 })
    const early = 1 + random.below(questions / 3)
    if (isSecondSitting) await reloaded(opened, options, early)
    // One in three at any moment since the run began, most often before its first answer here; the others between two answers.
    if (random.below(3) > 0) await answered(page, early + random.below(questions / 2))
    await page.waitForTimeout(random.below(3000))
    const before = await readStored(page)
    const shown = await done(page)
    const devtools = await opened.context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: storageTypes[deleted] })
    await reach(page, 'Done', 300_000)
    const { runs, records } = await settled(page, questions)
    const [run, ...others] = runs
    // It had ended before, and the page has reported it as lost.
    if (!run) return { shown: questions, askedAgain: 0, reported: questions }
    if (others.length > 0) throw new Error(`${runs.length} runs are stored.`)
    mustBeRight(run, records, reference)
    const now = new Set(records.map(record => JSON.stringify(record)))
    const askedAgain = before.records.filter(record => !now.has(JSON.stringify(record))).length
    const reported = reportedLoss(run)
    if (askedAgain > reported)
      throw new Error(`${askedAgain} answers are lost, and ${reported} are reported.`)
    return { shown, askedAgain, reported }
  } catch (error) {
    const seen = await page.locator('.phase, .run-count, .notices, main .error-box').allTextContents()
    throw new Error(
      `${error instanceof Error ? error.message.slice(0, 300) : String(error)}\n${seen.join('\n')}`,
    )
  } finally {
    await opened.context.close()
  }
}

/** What is stored once the page has mended it, or has reported a run that was deleted after its end, with its number. */
async function settled(page: Page, answers: number): Promise<Stored> {
  const loss = page.locator('.notices').filter({ hasText: `with ${counted(answers, 'answer')}` })
  for (const end = Date.now() + 60_000; ; await page.waitForTimeout(200)) {
    const stored = await readStored(page)
    const isSettled =
      stored.records.length >= answers || (stored.runs.length === 0 && (await loss.isVisible()))
    if (isSettled) return stored
    if (Date.now() > end)
      throw new Error(`${stored.records.length} records are stored, and no loss is reported.`)
  }
}

/** Waits for some answers, reloads the page and continues the run. */
async function reloaded({ page }: Visit, { origin }: EvictOptions, least: number): Promise<void> {
  await answered(page, least)
  await page.reload()
  await page.goto(`${origin}/#/`)
  await page.locator('.unfinished').getByRole('button', { name: 'Continue' }).click()
  await page.locator('.phase').waitFor()
}

async function answered(page: Page, least: number): Promise<void> {
  for (const end = Date.now() + 120_000; (await done(page)) < least; ) {
    if (Date.now() > end) throw new Error('No answer came.')
    await page.waitForTimeout(20)
  }
}

/** What a run answers, in a browser that deletes nothing. */
export async function referenceRun(
  options: Pick<EvictOptions, 'origin' | 'profile' | 'questions'>,
): Promise<ReadonlyMap<number, Essence>> {
  const { context, page } = await visit(options.origin, options.profile)
  try {
    await startRun(page, { limit: options.questions, maxNewTokens: 2 })
    await reach(page, 'Done')
    const { records } = await readStored(page)
    return new Map(records.map(record => [record.sample.index, recordEssence(record)]))
  } finally {
    await context.close()
  }
}

function mustBeRight(run: Run, records: readonly RunRecord[], reference: ReadonlyMap<number, Essence>): void {
  mustBeWhole(
    records.map(({ sample }) => sample.index),
    reference.size,
  )
  for (const record of records) {
    if (record.run !== run.id) throw new Error(`Sample ${record.sample.index} belongs to another run.`)
    const expected = reference.get(record.sample.index)
    if (expected === undefined) throw new Error(`Sample ${record.sample.index} was not asked for.`)
    const differences = differing(expected, recordEssence(record))
    if (differences.length > 0)
      throw new Error(
        `Sample ${record.sample.index} is another than in the reference:\n${differences.join('\n')}`,
      )
  }
}

/** All of a record that is the same whenever it is asked. */
export interface Essence extends Pick<RunRecord, 'sample' | 'prompt' | 'rightAnswer' | 'imageFile'> {
  readonly response: string | null
  readonly error: ErrorInfo | null
}

const recordEssence = (record: RunRecord): Essence => ({
  sample: record.sample,
  prompt: record.prompt,
  rightAnswer: record.rightAnswer,
  response: record.status === 'answered' ? record.response : null,
  error: record.status === 'failed' ? record.error : null,
  ...(record.imageFile && { imageFile: record.imageFile }),
})

/** A line for each field that differs. */
const differing = (expected: Essence, found: Essence): readonly string[] =>
  (['sample', 'prompt', 'rightAnswer', 'imageFile', 'response', 'error'] as const).flatMap(field => {
    const [one, other] = [JSON.stringify(expected[field]), JSON.stringify(found[field])]
    return one === other ? [] : [`${field}: ${one} expected, ${other} found`]
  })

/** Sum of the answers that were lost, as the run's log says. */
export const reportedLoss = (run: Run): number =>
  (run.events ?? []).reduce((sum, { kind, text }) => {
    const found = kind === 'lost' && /The browser deleted ([\d,]+) of /.exec(text)
    return sum + (found ? Number(found[1]?.replaceAll(',', '')) : 0)
  }, 0)

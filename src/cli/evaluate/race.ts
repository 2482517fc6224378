/** `evaluate --race`: several models on one data set, asked in stages until one is left. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isBusy } from '../../app/state/stage.ts'
import type { AppState } from '../../app/state/state.ts'
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Json, stringifyJson } from '../../engine/base/json.ts'
import type { Device } from '../../engine/protocol/device.ts'
import { modelName, outcomeWords, pairWords, riskWords, standingWords } from '../../ui/text/races.ts'
import { writeParts } from '../base/files.ts'
import { type Interrupt, interruptedCode } from '../base/interrupt.ts'
import { printable } from '../base/printable.ts'
import { chosenProtocol } from '../base/protocol-options.ts'
import type { KeptRuns } from './kept-runs.ts'
import type { EvaluateOptions } from './options.ts'
import { chooseModel, orPageDied, when } from './page.ts'
import { progressLine } from './progress.ts'
import { writeExports } from './write.ts'

/** Makes the race on the chosen data set, and writes each model's run to a folder of its own, with race.json beside them. */
export async function race(
  page: Page,
  { race = [], risk, settings, out, device: wanted, protocol, judge }: EvaluateOptions,
  device: Device,
  { kept, interrupt }: { readonly kept: KeptRuns; readonly interrupt: Interrupt },
): Promise<void> {
  for (const { model, dtype } of race) {
    await chooseModel(page, model)
    const { model: opened, dataset, entrants } = await when(page, state => state.model.status !== 'reading')
    if (opened.status === 'failed') throw new VoxelwiseError(opened.error)
    const recommended = opened.status === 'ready' ? opened.overview.recommended : null
    await page.evaluate(chosen => globalThis.voxelwise.changeSettings(chosen), {
      ...settings,
      ...(dtype && { dtype }),
      ...(dataset.status === 'ready' && {
        protocol: chosenProtocol(dataset.overview.protocol, protocol, judge),
      }),
      device: wanted ?? recommended?.device ?? device,
    })
    await page.evaluate(() => globalThis.voxelwise.addEntrant())
    const added = await when(page, () => true)
    if (added.entrants.length > entrants.length) continue
    throw new VoxelwiseError({
      code: 'usage',
      subject: `--race ${model}${dtype ? `@${dtype}` : ''}`,
      message: 'This model is in the race already, in the same precision.',
      remedy: 'Name it once, or with another precision.',
    })
  }
  await page.evaluate(share => globalThis.voxelwise.changeRisk(share), risk)
  const { dataset, entrants } = await when(page, () => true)
  if (dataset.status !== 'ready') throw new Error('The data set is gone.')
  const names = entrants.map(({ overview }) => overview.name)
  const before = await kept.bringBackRace(names, dataset.overview.fingerprint)
  if (before === undefined) await page.evaluate(() => globalThis.voxelwise.startRace())
  else await page.evaluate(id => globalThis.voxelwise.continueRace(id), before)
  interrupt.onFirst = () => {
    console.error('Stopping: what was answered is written')
    page.evaluate(() => globalThis.voxelwise.stop()).catch(() => {})
  }
  try {
    const show = showing()
    await when(page, hasEnded, async state => {
      await kept.write()
      show(state)
    })
  } catch (error) {
    throw orPageDied(error)
  }
  await writeRace(page, out)
  if (process.exitCode === undefined) kept.remove()
}

const hasEnded = ({ race, live }: AppState): boolean => race === null && live !== null && !isBusy(live)

/** A line for each model whose turn it is, then how it comes on. */
function showing(): (state: AppState) => void {
  const show = progressLine()
  let turn = ''
  return ({ live }) => {
    if (!live) return
    if (live.run.id !== turn) console.error(printable(live.run.name))
    turn = live.run.id
    show(live, 0)
  }
}

async function writeRace(page: Page, out: string): Promise<void> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  const id = live?.run.race?.id
  if (!live || id === undefined) throw new Error('The race is gone.')
  const report: RaceReport = await page.evaluate(race => globalThis.voxelwise.race(race), id)
  for (const [at, run] of report.runs.entries())
    await writeExports(page, run.id, join(out, folderName(modelName(run, report.runs), at)))
  await writeParts(join(out, 'race.json'), [stringifyJson(raceJson(report)), '\n'])
  if (live.error) throw new VoxelwiseError(live.error)
  for (const pair of report.standing.pairs) console.error(printable(pairWords(report, pair)))
  console.error(riskWords(report.risk))
  console.error(printable(outcomeWords(report)))
  if (report.step.kind === 'ask') process.exitCode = interruptedCode
}

/** What a file system takes, with the place before it: two folders may have the same name. */
const folderName = (name: string, at: number): string => `${at + 1}-${name.replace(/[^\w.-]+/g, '-')}`

/** Who is better than whom, and what each was asked. */
function raceJson(report: RaceReport): Json {
  const { runs, standing, overall, risk, id } = report
  const names = runs.map(run => modelName(run, runs))
  return {
    race: id,
    risk,
    questions: standing.questions,
    is_over: report.step.kind === 'over',
    models: runs.map((run, at) => ({
      model: names[at] ?? '',
      run: run.id,
      asked: standing.models[at]?.asked ?? 0,
      correct: overall[at]?.correct ?? 0,
      accuracy: overall[at]?.share ?? 0,
      low: overall[at]?.low ?? 0,
      high: overall[at]?.high ?? 1,
      is_estimate: overall[at]?.part !== undefined,
      standing: standingWords(report, at),
    })),
    pairs: standing.pairs.map(({ first, second, certainty, better, difference: { low, high } }) => ({
      first: names[first] ?? '',
      second: names[second] ?? '',
      certainty,
      better,
      difference_low: low,
      difference_high: high,
    })),
  }
}

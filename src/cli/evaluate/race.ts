/** `evaluate --race`: asks several models in stages until one is left. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isBusy } from '../../app/state/stage.ts'
import type { AppState } from '../../app/state/state.ts'
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Json, stringifyJson } from '../../engine/base/json.ts'
import type { Device } from '../../engine/protocol/device.ts'
import { modelName, outcomeWords, pairWords, riskWords, standingWords } from '../../ui/text/races.ts'
import { exitCodes, type Io } from '../base/command.ts'
import { chosenProtocol } from '../base/dataset-options.ts'
import { writeParts } from '../base/files.ts'
import { chooseModel, orPageDied, type PageTask, stopPage, when, writeExports } from './page.ts'
import { progressLine } from './progress.ts'

/** Runs the race. Writes each model's run to its own folder, and race.json next to them. @returns exit code */
export async function race({
  page,
  options: { race = [], risk, settings, out, device: wanted, protocol, judge },
  device,
  kept,
  interrupt,
  io: { stderr },
}: PageTask & { readonly device: Device }): Promise<number> {
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
      message: 'This model is listed twice in the same precision.',
      remedy: 'Remove one, or choose another precision for it.',
    })
  }
  await page.evaluate(share => globalThis.voxelwise.changeRisk(share), risk)
  const { dataset, entrants } = await when(page, () => true)
  if (dataset.status !== 'ready') throw new Error('The data set is missing.')
  const names = entrants.map(({ overview }) => overview.name)
  const before = await kept.bringBackRace(names, dataset.overview.fingerprint)
  if (before === undefined) await page.evaluate(() => globalThis.voxelwise.startRace())
  else await page.evaluate(id => globalThis.voxelwise.continueRace(id), before)
  interrupt.onFirst = () => stopPage(page, stderr)
  try {
    const show = showing(stderr)
    await when(page, hasEnded, async state => {
      await kept.write()
      show(state)
    })
  } catch (error) {
    throw orPageDied(error)
  }
  const isOver = await writeRace(page, out, stderr)
  if (!isOver) return exitCodes.interrupted
  kept.remove()
  return exitCodes.done
}

const hasEnded = ({ race, live }: AppState): boolean => race === null && live !== null && !isBusy(live)

/** Prints each model when its turn begins, then its progress. */
function showing(note: Io['stderr']): (state: AppState) => void {
  const show = progressLine(note)
  let turn = ''
  return ({ live }) => {
    if (!live) return
    if (live.run.id !== turn) note(live.run.name)
    turn = live.run.id
    show(live)
  }
}

/** @returns whether it is over, not stopped */
async function writeRace(page: Page, out: string, note: Io['stderr']): Promise<boolean> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  const id = live?.run.race?.id
  if (!live || id === undefined) throw new Error('The race is missing.')
  const report: RaceReport = await page.evaluate(race => globalThis.voxelwise.race(race), id)
  for (const [at, run] of report.runs.entries())
    await writeExports(page, run.id, join(out, folderName(modelName(run, report.runs), at)))
  await writeParts(join(out, 'race.json'), [stringifyJson(raceJson(report)), '\n'])
  if (live.error) throw new VoxelwiseError(live.error)
  for (const pair of report.standing.pairs) note(pairWords(report, pair))
  note(riskWords(report.risk))
  note(outcomeWords(report))
  return report.step.kind !== 'ask'
}

/** A safe folder name, numbered because two models may have the same name. */
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

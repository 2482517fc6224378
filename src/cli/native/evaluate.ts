/** `evaluate --runtime node`: the same engine and supervisor in this process, without a browser. */

import { join } from 'node:path'
import { parsePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { newPass } from '../../app/run/new-run.ts'
import { findStage } from '../../app/state/stage.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { exportRun } from '../../data/export/export-run.ts'
import { imageFindings } from '../../data/export/image-findings.ts'
import { loadJson } from '../../data/export/official-files.ts'
import { collectRecords } from '../../data/export/stored-runs.ts'
import { datasetMoments } from '../../data/images/dataset-moments.ts'
import { expectSameRuns } from '../../data/images/image-identity.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { withDrawn } from '../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../engine/probes/kind-of.ts'
import { completedProbe } from '../../engine/probes/new-probes.ts'
import { madePasses, openPasses, type PassPart } from '../../engine/probes/open-pass.ts'
import { passTotals } from '../../engine/probes/passes.ts'
import { frameOfSelection } from '../../engine/protocol/frame.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { exitCodes, type Io } from '../base/command.ts'
import { writeBlob, writeParts } from '../base/files.ts'
import { Interrupt } from '../base/interrupt.ts'
import { continuedWords, expectSameRun, journalName, RunJournal } from '../base/journal.ts'
import { drawnRegions } from '../evaluate/drawn-regions.ts'
import type { FurtherPasses } from '../evaluate/further-passes.ts'
import type { EvaluateOptions } from '../evaluate/options.ts'
import { evaluatedFiles } from '../evaluate/page.ts'
import { passLine, progressLine, stoppedWords, summary } from '../evaluate/progress.ts'
import type { NativeFolders } from './folders.ts'
import { openNamed, runOn } from './open.ts'
import { NativeSession } from './session.ts'

interface Task {
  readonly session: NativeSession
  readonly journal: RunJournal
  readonly note: Io['stderr']
}

/** @param allFurther passes that features can make, whether they are asked for or not */
export async function evaluateNatively(
  options: EvaluateOptions,
  io: Io,
  allFurther: readonly FurtherPasses[],
): Promise<number> {
  const { stderr: note } = io
  const opened = await openNamed(options, note)
  const { folders } = opened
  await writeParts(join(options.out, 'load.json'), [loadJson(folders.dataset.counts)])
  const journal = await RunJournal.open(join(options.out, journalName))
  const wanted = await runOn(options, opened, journal.wholes[0]?.model.fingerprint ?? null)
  if (options.regions !== undefined)
    journal.drawn = await drawnRegions(options.regions, wanted.dataset.fingerprint)
  const session = new NativeSession(folders, journal)
  const task = { session, journal, note }
  const interrupt = new Interrupt(io.signals)
  interrupt.onFirst = () => stopNatively(session, note)
  try {
    const run = await begun(task, wanted)
    let live = await askThrough(task, run, options.probes)
    for (const further of options.further)
      if (live.run.state === 'done') live = await furtherThrough(task, run, live, further)
    for (const name of evaluatedFiles)
      await writeBlob(join(options.out, name), await exportRun(journal, run.id, name, {}))
    if (live.error) throw new VoxelwiseError(live.error)
    if (findStage(live) !== 'stopped') {
      const findings = await imageFindings(journal, run.id)
      journal.remove()
      note(summary(live))
      for (const further of allFurther) {
        const shown = further.summary(findings)
        if (shown !== null) note(shown)
      }
      return exitCodes.done
    }
    note(stoppedWords(live, 'Stopped. The same command continues.'))
    return live.reached === null ? exitCodes.interrupted : exitCodes.done
  } finally {
    interrupt.release()
    journal.close()
    await session.close()
  }
}

export function stopNatively(session: NativeSession, note: Io['stderr']): void {
  note('Stopping and writing the answers so far')
  session.stop()
}

/** The unfinished run of an earlier command, or the wanted one. @throws VoxelwiseError fingerprint-mismatch */
async function begun({ journal, session: { folders }, note }: Task, wanted: Run): Promise<Run> {
  const [before] = journal.wholes
  if (before === undefined) {
    const { skipped, findings, badFiles, samples } = folders.loaded
    const frame = frameOfSelection(samples, wanted.settings.only)
    journal.append([{ run: wanted }, { load: { skipped, findings, badFiles, frame } }])
    return wanted
  }
  expectSameRun(before, wanted)
  await expectSameRuns(journal, [before.id], folders)
  note(continuedWords(before, journal.done(before.id).length))
  // The rule by which it ends may have changed.
  const { until: _, ...settings } = before.settings
  const { until } = wanted.settings
  return { ...before, settings: { ...settings, ...(until && { until }) }, environment: wanted.environment }
}

/** The run, then its passes, until one is stopped or fails. @returns the last; the run itself where all are done */
async function askThrough(task: Task, run: Run, probes: readonly Probe[]): Promise<LiveRun> {
  const { session, note } = task
  const line = progressLine(note)
  const passes = await makePasses(task, run, probes)
  const whole = await session.ask(run, line)
  return askPasses(task, whole, passes)
}

/** The missing ones of further passes. Returns as `askThrough`. */
async function furtherThrough(
  task: Task,
  run: Run,
  whole: LiveRun,
  further: FurtherPasses,
): Promise<LiveRun> {
  const { journal, note } = task
  const stored = (await journal.runs()).map(one => one.run)
  const plan = further.plan({
    ...{ run: whole.run, drawn: journal.drawn, made: madePasses(stored, run.id) },
    records: await collectRecords(journal, run.id),
  })
  if (!plan) return whole
  note(plan.words)
  return askPasses(task, whole, await makePasses(task, run, plan.probes, plan.part))
}

async function askPasses({ session, note }: Task, whole: LiveRun, passes: readonly Run[]): Promise<LiveRun> {
  const line = progressLine(note)
  let waiting = passes.length
  let last = whole
  for (const pass of passes) {
    if (last.run.state !== 'done') return last
    waiting--
    if (pass.probe) note(passLine(pass.probe, waiting))
    last = await session.ask(pass, line)
  }
  return last.run.state === 'done' ? whole : last
}

async function makePasses(
  { session: { folders }, journal }: Task,
  run: Run,
  probes: readonly Probe[],
  part: PassPart | null = null,
): Promise<readonly Run[]> {
  const stored = (await journal.runs()).map(one => one.run)
  const made = madePasses(stored, run.id)
  const settings = { ...run.settings, ...part }
  const wanted = probes.map(probe => withDrawn(probe, journal.drawn))
  const done = wanted.map(probe => {
    const earlier = made.get(probeKey(probe))
    return earlier ? journal.done(earlier.id) : []
  })
  const totals = passTotals(wanted, folders.loaded.samples, settings, done)
  const passes: Run[] = []
  for (const { probe, total, open } of openPasses(wanted, totals, settings, made)) {
    const whole = () => completedProbe(probe, seed => pixelMoments(folders, seed, run))
    passes.push(open === 'new' ? newPass(run, await whole(), total, run.environment, part) : open)
  }
  return passes
}

function pixelMoments({ source, loaded }: NativeFolders, seed: number, { settings }: Run) {
  const reader = new ImageReader(source)
  const read = async (path: string) => (await reader.bytes(path)).bytes
  return datasetMoments(loaded.samples, seed, read, nodeCodec, parsePolicy(settings.window))
}

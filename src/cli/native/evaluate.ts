/** `evaluate --runtime node`: the same engine in this process, without a browser. */
import { join } from 'node:path'
import type { RunProgress } from '../../app/run/live-progress.ts'
import { newPass } from '../../app/run/new-run.ts'
import { stageOf } from '../../app/state/stage.ts'
import { exportRun } from '../../data/export/export-run.ts'
import { loadJson } from '../../data/export/load-json.ts'
import {
  expectSameImages,
  expectSameLoad,
  expectSameSamples,
  type SeenImages,
  seeImages,
} from '../../data/images/image-identity.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { frameOf } from '../../engine/protocol/frame.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { type Probe, probeKey } from '../../engine/protocol/probe.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { writeBlob, writeParts } from '../base/files.ts'
import { interruptedCode } from '../base/interrupt.ts'
import { journalName, RunJournal } from '../base/journal.ts'
import { continuedWords, expectSameRun } from '../base/unfinished.ts'
import type { EvaluateOptions } from '../evaluate/options.ts'
import { progressLine, stoppedWords, summary } from '../evaluate/progress.ts'
import { exportedFiles } from '../evaluate/write.ts'
import { openNamed, runOn } from './open.ts'
import { askRun, type NativeSession, stopAtInterrupt, unload } from './session.ts'

/** With all that its journal has. */
type WholeSession = NativeSession & { readonly journal: RunJournal }

export async function evaluateNatively(options: EvaluateOptions): Promise<void> {
  const opened = await openNamed(options)
  const { folders } = opened
  await writeParts(join(options.out, 'load.json'), [loadJson(folders.dataset.counts)])
  const wanted = await runOn(options, opened)
  const journal = await RunJournal.open(join(options.out, journalName))
  const session: WholeSession = { folders, journal, vlm: null, isStopped: false }
  const interrupt = stopAtInterrupt(session)
  try {
    const run = await begun(session, wanted)
    const ended = await askThrough(session, run, options.probes)
    await writeExports(journal, run.id, options.out)
    const { live } = ended
    if (live.error) throw new VoxelwiseError(live.error)
    if (stageOf(live) !== 'stopped') {
      journal.remove()
      return console.error(summary(live))
    }
    console.error(stoppedWords(live, 'Stopped; the same command continues.'))
    if (live.reached === null) process.exitCode = interruptedCode
  } finally {
    interrupt.letGo()
    journal.close()
    await unload(session)
  }
}

/**
 * The run of an earlier command that was not ended, or the one that is wanted.
 * @throws VoxelwiseError fingerprint-mismatch where that is another run, or its images are others by now
 */
async function begun({ journal, folders }: WholeSession, wanted: Run): Promise<Run> {
  const [before] = journal.wholes
  if (before === undefined) {
    const { skipped, findings, badFiles, samples } = folders.loaded
    journal.append([{ run: wanted }, { load: { skipped, findings, badFiles, frame: frameOf(samples) } }])
    return wanted
  }
  expectSameRun(before, wanted)
  expectSameLoad(
    { counts: before.dataset.counts, skipped: (await journal.load(before.id))?.skipped },
    folders.loaded,
  )
  const seen: SeenImages = new Map()
  for await (const records of journal.records(before.id)) {
    expectSameSamples(records, folders.loaded)
    seeImages(seen, records)
  }
  await expectSameImages(seen, folders.source)
  console.error(continuedWords(before, journal.done(before.id).length))
  // When it is to end may be another rule now.
  const { until: _, ...settings } = before.settings
  const { until } = wanted.settings
  return { ...before, settings: { ...settings, ...(until && { until }) }, environment: wanted.environment }
}

/** The run, then its passes, until one is stopped or fails. @returns the last that was asked */
async function askThrough(session: WholeSession, run: Run, probes: readonly Probe[]): Promise<RunProgress> {
  const line = progressLine()
  const passes = await passesOf(session, run, probes)
  let waiting = passes.length
  const show = (progress: RunProgress): void => line(progress.live, waiting)
  const whole = await askRun(session, run, show)
  let last = whole
  for (const pass of passes) {
    if (last.live.run.state !== 'done') return last
    waiting--
    last = await askRun(session, pass, show)
  }
  return last.live.run.state === 'done' ? whole : last
}

async function passesOf(
  { folders, journal }: WholeSession,
  run: Run,
  probes: readonly Probe[],
): Promise<readonly Run[]> {
  const known = new Map(
    (await journal.runs()).flatMap(({ run }) => (run.probe ? [[probeKey(run.probe), run] as const] : [])),
  )
  const { samples } = askedOf(folders.loaded.samples, run.settings)
  const protocol = protocolOf(run.settings.protocol)
  return probes.flatMap(probe => {
    const perturbation = new Perturbation(probe, samples, protocol)
    const total = samples.filter(sample => perturbation.asks(sample)).length
    const pass = known.get(probeKey(probe)) ?? newPass(run, probe, total, run.environment)
    return total === 0 ? [] : [pass]
  })
}

async function writeExports(journal: RunJournal, run: string, out: string): Promise<void> {
  for (const name of exportedFiles) await writeBlob(join(out, name), await exportRun(journal, run, name, {}))
}

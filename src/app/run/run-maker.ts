import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { type Probe, probeKey } from '../../engine/protocol/probe.ts'
import { rubricNamed } from '../../engine/protocol/rubrics/rubric.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { isComparable } from './comparable.ts'
import { type JudgeChoice, judgingOf, ratingsOf } from './judge-choice.ts'
import { environmentOf, newJudging, newPass, newRun } from './new-run.ts'
import type { RunDeps, StoredInputs } from './stored-inputs.ts'

/** Makes runs of what is chosen on the page, and stores them; none is begun here. */
export class RunMaker {
  readonly #deps: RunDeps
  readonly #inputs: StoredInputs

  constructor(deps: RunDeps, inputs: StoredInputs) {
    this.#deps = deps
    this.#inputs = inputs
  }

  /**
   * @param earlier records that are there already, as lines of JSON
   * @throws VoxelwiseError why the model cannot be run so
   */
  async run(earlier?: Blob): Promise<Run> {
    const { app, data, folders } = this.#deps
    const { settings, device } = app.state
    const dataset = folders.dataset()
    const model = folders.model()
    const problem = refusal(model, settings, dataset.imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    const fingerprint = await data.remote.fingerprintModel(model.family, settings.dtype)
    // It may have been chosen with another data set, or been deleted.
    const isThere = (app.state.runs ?? []).some(
      summary => summary.run.id === settings.until?.against && isComparable(summary, dataset.fingerprint),
    )
    const until = settings.until && { ...settings.until, against: isThere ? settings.until.against : null }
    const chosen = { ...settings, ...(until && { until }) }
    const whole = newRun({
      dataset,
      model,
      fingerprint,
      settings: chosen,
      environment: environmentOf(device, model, chosen),
      isLengthChosen: app.state.isLengthChosen,
    })
    const run = settings.shard ? { ...whole, total: await data.remote.total(settings) } : whole
    const store = await this.#deps.store
    await store.putRun(run)
    await data.remote.keepLoad(run.id, until?.against ?? null)
    if (earlier) await data.remote.takeRecords(run, earlier)
    await folders.keepFor(run)
    return run
  }

  /**
   * The passes of a run that are still to be made, new ones stored; the run's data set is open.
   * @param isInHand whether one is being worked on already, or waits
   */
  async passes(
    run: Run,
    probes: readonly Probe[],
    isInHand: (id: string) => boolean,
  ): Promise<readonly Run[]> {
    const { app, data, folders } = this.#deps
    const store = await this.#deps.store
    const stored = (await store.runs()).map(summary => summary.run).filter(({ parent }) => parent === run.id)
    const known = new Map(stored.flatMap(pass => (pass.probe ? [[probeKey(pass.probe), pass] as const] : [])))
    const totals = await data.remote.countAsked(probes, run.settings)
    const model = folders.model()
    const { device } = app.state
    const passes: Run[] = []
    for (const [i, probe] of probes.entries()) {
      const total = totals[i] ?? 0
      const pass =
        known.get(probeKey(probe)) ?? newPass(run, probe, total, environmentOf(device, model, run.settings))
      if (total === 0 || pass.state === 'done' || isInHand(pass.id)) continue
      if (!known.has(probeKey(probe))) await store.putRun(pass)
      passes.push(pass)
    }
    return passes
  }

  /** A pass in which the judge that is chosen rates the open answers of a run. */
  async judging(id: string, choice: JudgeChoice): Promise<Run> {
    const { app, data, folders, judge } = this.#deps
    const store = await this.#deps.store
    const parent = await store.run(id)
    const chosen = judge.overview()
    const open = await data.remote.openAnswers(id)
    if (open.length === 0) throw nothingOpen(parent.name)
    const judging = judgingOf(choice, open)
    await this.#inputs.bringImages(parent, judging)
    const problem = refusal(chosen, choice, judging.showsImages ? folders.dataset().imagesAtOnce : 0)
    if (problem) throw new VoxelwiseError(problem)
    const run = newJudging(parent, {
      rubric: rubricNamed(choice.rubric),
      judging,
      total: ratingsOf(judging, open),
      judge: chosen,
      fingerprint: await data.remote.fingerprintJudge(chosen.family, choice.dtype),
      settings: choice,
      device: app.state.device,
    })
    await store.putRun(run)
    await judge.keepFor(run)
    return run
  }
}

const nothingOpen = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'choices-impossible',
    subject,
    message: 'This run has no answer in words, so there is nothing to judge.',
    remedy: 'Choose a run whose questions are answered in words.',
  })

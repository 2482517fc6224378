import type { Store } from '../../src/data/store/store.ts'
import { UniformRandom } from '../../src/engine/base/random.ts'
import { mostProbable } from '../../src/engine/protocol/choices.ts'
import { offeredAnswers } from '../../src/engine/protocol/protocol.ts'
import type { ImageFile, ModelOutput } from '../../src/engine/protocol/record.ts'
import type { Sample } from '../../src/engine/protocol/sample.ts'
import { answeredRecord, withFiles } from '../../src/engine/runtime/ask.ts'
import { RecordWriter } from '../../src/engine/runtime/record-writer.ts'
import { outcomeOf } from '../../src/engine/runtime/run-events.ts'
import type { RunWorker } from '../../src/workers/run.worker.ts'
import { expose, type Remote, wrap } from '../../src/workers/shared/comlink.ts'
import type { RunFolders } from '../../src/workers/shared/run-folders.ts'
import { type BegunRun, beginRun, emitter, type RunPorts, type RunTask, withStore } from '../../src/workers/shared/run-task.ts'

/**
 * In place of a `RunWorker`: answers every question at once, by chance, and stores each record as that does. What is left is
 * what a run costs besides its model.
 */
class StubWorker implements Pick<RunWorker, 'start' | 'pause' | 'resume' | 'stop'> {
  #isStopped = false

  start(task: RunTask, ports: RunPorts): Promise<boolean> {
    return withStore(task, ports, store => this.#ask(task, ports, store))
  }

  async #ask(task: RunTask, ports: RunPorts, store: Store): Promise<boolean> {
    const { run, copy } = task
    const emit = emitter(ports)
    const data: Remote<RunFolders> = wrap(ports.data)
    const begun = await beginRun(task, ports, data, store, emit)
    if (!begun) return true
    emit({ type: 'activity', text: '' })
    const writer = new RecordWriter(async records => {
      await store.addRecords(run.id, records)
      emit({ type: 'outcomes', outcomes: records.map(outcomeOf) })
    })
    for await (const { open, images } of begun.groups.drawn(first => begun.claims.take(first, copy))) {
      const files = images.map(path => ({ file: made(path) }))
      for (const index of open) {
        if (this.#isStopped) break
        const sample = begun.groups.samples.at(index)
        if (!sample) continue
        emit({ type: 'asking', sample, stage: 'model' })
        const prompt = begun.protocol.prompt(sample.fields)
        const said = answeredRecord(
          { run, perturbation: begun.perturbation, emit },
          sample,
          prompt,
          guess(sample, begun),
        )
        const record = withFiles(said, files)
        emit({ type: 'answered', outcome: outcomeOf(record) })
        await writer.keep(record)
      }
    }
    await writer.settle()
    return !this.#isStopped
  }

  pause(): void {}

  resume(): void {}

  stop(): void {
    this.#isStopped = true
  }
}

/** As a run scored by its choices tells it. */
function guess({ index, fields }: Sample, { protocol }: BegunRun): ModelOutput {
  const random = new UniformRandom(index)
  const offered = offeredAnswers(protocol, fields).map(letter => ({ letter, weight: 1 + random.below(1000) }))
  const sum = offered.reduce((all, { weight }) => all + weight, 0)
  const choices = offered.map(({ letter, weight }) => ({ letter, logprob: Math.log(weight / (sum + 1)) }))
  return {
    text: mostProbable(choices)?.letter ?? '',
    tokens: { prompt: 120, image: 64, reused: 90, generated: 1 },
    stop: 'choices',
    choices,
    timings: { encode: 12.5, prefix: 3.25, prefill: 2.125, decode: 0 },
  }
}

/** Nothing is read: a digest by the path. */
function made(path: string): ImageFile {
  let hash = 0
  for (let i = 0; i < path.length; i++) hash = (Math.imul(hash, 31) + path.charCodeAt(i)) >>> 0
  return { sha256: hash.toString(16).padStart(64, '0'), size: 1000, modified: 1_700_000_000_000 }
}

expose(new StubWorker())

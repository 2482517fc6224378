import { detailTokens } from '../../engine/model/detail-tokens.ts'
import type { TriedQuestion } from '../../engine/model/speed.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { chosenDetail } from '../../engine/protocol/settings.ts'
import { askAll } from '../../engine/runtime/ask.ts'
import { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { Vlm } from '../../engine/runtime/vlm.ts'
import type { PrepareWorker, SpeedTask, SpeedTrial } from '../contracts/run.ts'
import { Claims } from '../shared/claims.ts'
import type { Remote } from '../shared/comlink.ts'
import type { OpenGroups } from './open-groups.ts'

interface TrialTools {
  readonly groups: OpenGroups
  readonly lookAhead: number
  /** Memory of `Claims`, shared with the other copies. */
  readonly claims: SharedArrayBuffer | null
  readonly prepare: Remote<PrepareWorker>
  readonly emit: (event: RunEvent) => void
  /** As in `AskTask`. */
  readonly mayGoOn: (settle: () => Promise<void>) => Promise<boolean>
}

/** Asks the first questions of a run for a while, and keeps only how long each took. */
export async function trySpeed(
  vlm: Vlm,
  { run, copy, seconds }: SpeedTask,
  { groups, lookAhead, claims: memory, prepare, emit, mayGoOn }: TrialTools,
): Promise<SpeedTrial> {
  const claims = new Claims(memory)
  const tried: TriedQuestion[] = []
  const ends: number[] = []
  const sizes: (readonly [number, number])[] = []
  let began: number | null = null
  let failed = 0
  const isOver = (): boolean =>
    began !== null && ends.length > 0 && performance.now() - began >= 1000 * seconds
  await askAll(vlm, {
    run,
    samples: groups.samples,
    groups: groups.drawn(first => claims.claim(first, copy)),
    perturbation: new Perturbation(undefined, [], findProtocol(run.settings.protocol)),
    lookAhead,
    async prepare(images, questions, opening) {
      const group = await prepare.prepare(images, questions, opening)
      sizes.push(...group.images.flatMap(({ size }) => (size ? [size] : [])))
      return group
    },
    features: { cache: groups.asked.imagesRecur ? new FeatureCache() : null, keep: () => {} },
    store: async records => {
      for (const record of records) {
        const end = ends[tried.length + failed] ?? performance.now()
        const from = ends[tried.length + failed - 1] ?? began ?? end
        if (record.status === 'failed' || !record.score) failed++
        else {
          const { encode, prefix } = record.score.timings
          tried.push({ span: end - from, shared: encode + prefix })
        }
      }
    },
    emit: event => {
      if (event.type === 'answered') ends.push(performance.now())
      else emit(event)
    },
    mayGoOn: async settle => {
      if (isOver()) return false
      const goesOn = await mayGoOn(settle)
      began ??= performance.now()
      return goesOn
    },
  })
  const { images, questions } = groups.asked
  const details = detailTokens(vlm.family, vlm.configs, sizes, chosenDetail(run.settings))
  return { tried, failed, whole: { images, questions }, details }
}

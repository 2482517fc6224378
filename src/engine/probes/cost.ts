/** The estimated cost of a pass, from the run that it belongs to. */

import { getOrMake } from '../base/grouping.ts'
import type { Probe } from '../protocol/probe.ts'
import { findProtocol } from '../protocol/protocols/registry.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { Run } from '../protocol/run.ts'
import { findProbeKind } from './kind-of.ts'
import { Perturbation } from './perturbation.ts'

export interface PassCost {
  /** How many samples it asks. */
  readonly samples: number
  /** Time of asking only, since passes share one loaded model; null if the run has no times. */
  readonly seconds: number | null
}

/**
 * Prefill, decoding and the time between calls stay as they were. The encoder counts if its input changes or its
 * features are not stored. A run that used stored features does not know the cost of the encoder; a corrupted image
 * then looks cheaper than it is. Where letters were scored, a short answer in words is taken to be decoded in the time of the
 * question's prefill. Copies of the model share the time as they did in the run.
 */
export function passCosts(
  { settings, timings: whole }: Pick<Run, 'settings' | 'timings'>,
  records: readonly RunRecord[],
  probes: readonly Probe[],
): PassCost[] {
  const samples = records.map(({ sample }) => sample)
  const timed = records.flatMap(record =>
    record.status === 'answered' && record.score
      ? [{ index: record.sample.index, isScored: record.score.stop === 'choices', ...record.score.timings }]
      : [],
  )
  const spent = timed.reduce((sum, t) => sum + t.encode + t.prefix + t.prefill + t.decode, 0)
  const between = Math.max(0, whole.asking - spent) / Math.max(1, timed.length)
  // Copies that work at the same time spend more than passes by the clock.
  const shared = spent > whole.asking && whole.asking > 0 ? whole.asking / spent : 1
  /** By `ProbeKind.costsAs`. */
  const known = new Map<string, PassCost>()
  const estimateCost = (probe: Probe): PassCost => {
    const perturbation = new Perturbation(probe, samples, findProtocol(settings.protocol))
    const indices = new Set(samples.filter(sample => perturbation.asks(sample)).map(({ index }) => index))
    if (timed.length === 0) return { samples: indices.size, seconds: null }
    const { seen, pixels, isInText, occlusion } = findProbeKind(probe)
    const encodes = seen.images !== 'none' && (!settings.keepFeatures || (pixels && !pixels.isUniform))
    const costOfOne = (of: (typeof timed)[number]): number => {
      const { encode, prefix, prefill, decode } = of
      const inWords = of.isScored && isInText ? prefill : 0
      const map = occlusion?.cost(perturbation.checksMap(of.index), encode, prefix + prefill) ?? 0
      return (encodes ? encode : 0) + prefix + prefill + decode + between + inWords + map
    }
    const asking = timed.filter(({ index }) => indices.has(index)).reduce((sum, t) => sum + costOfOne(t), 0)
    return { samples: indices.size, seconds: (asking * shared) / 1000 }
  }
  return probes.map(probe => {
    const name = findProbeKind(probe).costsAs?.(probe)
    return name === undefined ? estimateCost(probe) : getOrMake(known, name, () => estimateCost(probe))
  })
}

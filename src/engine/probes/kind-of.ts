/** What a probe is, by its kind. */
import type * as v from 'valibot'
import { oneShapeOf } from '../base/schema.ts'
import type { AnyProbe, PixelChange, Probe } from '../protocol/probe.ts'
import type { AuditCondition, ProbeKind } from './kinds/probe-kind.ts'
import { probeKinds } from './kinds/registry.ts'

// Each schema is a shape with a field `kind`: that is not in the type that they have in common.
const schemas = probeKinds.map(({ schema }) => schema) as unknown as v.VariantOptions<'kind'>
export const probeSchema = oneShapeOf('kind', schemas) as v.GenericSchema<unknown, Probe>

const byName = new Map<string, ProbeKind<Probe>>(probeKinds.map(kind => [kind.kind, kind]))

/** @throws Error of a probe that no schema has read */
export function findProbeKind({ kind }: AnyProbe): ProbeKind<Probe> {
  const known = byName.get(kind)
  if (!known) throw new Error(`There is no probe "${kind}".`)
  return known
}

/** Whether a probe is of this kind. */
export const isA = <P extends Probe>(kind: ProbeKind<P>, probe: AnyProbe | undefined): probe is P =>
  probe?.kind === kind.kind

/** A name that two probes share exactly when they are the same. */
export const probeKey = (probe: Probe): string => findProbeKind(probe).key?.(probe) ?? probe.kind

export const isPixelChange = (probe: Probe | undefined): probe is PixelChange =>
  probe !== undefined && findProbeKind(probe).pixels !== undefined

/** Whether a pass needs to know all questions: those whose images or examples it shows, the modality or the region of each, or a part of them. */
export const needsAllSamples = (probe: Probe | undefined): boolean =>
  probe !== undefined && (findProbeKind(probe).needsAllSamples?.(probe) ?? false)

/** The seed of a question's answer in a pass that draws it; null in any other. */
export const drawSeed = (probe: Probe | undefined, index: number): number | null =>
  (probe && findProbeKind(probe).drawSeed?.(probe, index)) ?? null

/** Whether guessing has an accuracy: answers in words offer nothing to choose from. */
export const hasChance = (probe: Probe | undefined): boolean =>
  probe === undefined || !findProbeKind(probe).isWithoutChance

/** What a pass is in an audit; null where an audit counts it nowhere. */
export function auditCondition(probe: Probe): AuditCondition | null {
  const { audit } = findProbeKind(probe)
  return audit?.conditions[audit.at?.(probe) ?? 0] ?? null
}

/** Whether a pass shows, by itself, something of whether the model uses its images. */
export const isAuditPass = (probe: Probe): boolean =>
  auditCondition(probe) !== null && !findProbeKind(probe).audit?.isOnlyAdded

/**
 * Merges shards of one run: the union of their records, by sample. It is a pure function of the set of their contents:
 * order, overlaps and repeats make no difference, and shards of different counts may be mixed.
 */

import { canonicalJson } from '@voxelwise/python'
import { byCodeUnit, groupBy } from '../../../engine/base/grouping.ts'
import { precisionName } from '../../../engine/protocol/detail-words.ts'
import type { Conflict, Merged, MergedShard, Stratum } from '../../../engine/protocol/merged.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { assignShards, canaryGroups, type Shard } from '../../../engine/protocol/shards.ts'
import { expectSameIdentity, expectSameWeights } from './differences.ts'
import { groupsIn, type Manifest } from './manifest.ts'
import type { ShardFile, Sitting, WrittenRecord } from './shard-file.ts'

/** One answer to one sample, from one session of one shard. */
interface Candidate extends WrittenRecord {
  readonly sitting: number
  /** Position of the stratum that gave it. */
  readonly stratum: number
}

export interface MergedShards {
  /** Absent where there is not one session among the shards. */
  readonly run: Run | null
  readonly merged: Merged
  /** The record that counts for each sample that has one, in the data set's order, as its shard wrote it. */
  readonly records: readonly WrittenRecord[]
  /** Indices of samples that have none, in order. */
  readonly missing: readonly number[]
  /** The shards to make, or to continue, for them. */
  readonly missingShards: readonly Shard[]
}

/** @throws VoxelwiseError fingerprint-mismatch where a shard belongs to another run */
export function mergeShards(manifest: Manifest, files: readonly ShardFile[]): MergedShards {
  for (const { header, file } of files) expectSameIdentity(manifest, header, file)
  expectSameWeights(files)
  const strata = new Strata(files)
  const candidates = new Map<number, Candidate[]>()
  for (const { records, sittings } of files)
    for (const { summary, text, sitting } of records) {
      const run = sittings[sitting - 1]?.run
      if (!run) continue
      const known = candidates.get(summary.index)
      const candidate = { summary, text, sitting, stratum: strata.of(run) }
      if (!known) candidates.set(summary.index, [candidate])
      else if (!known.some(other => other.text === text)) known.push(candidate)
    }
  for (const all of candidates.values()) all.sort(whichCounts)
  const groups = groupsIn(manifest)
  const indices = groups.flatMap(({ samples }) => samples).sort((a, b) => a - b)
  const chosen = indices.flatMap(index => candidates.get(index)?.[0] ?? [])
  const missing = indices.filter(index => !candidates.has(index))
  const canaries = groups.slice(0, canaryGroups(groups)).flatMap(({ samples }) => samples)
  const sittings = allSittings(files)
  const merged: Merged = {
    identity: manifest.identity,
    of: indices.length,
    samples: chosen.length,
    records: indices.reduce((sum, index) => sum + (candidates.get(index)?.length ?? 0), 0),
    sittings: sittings.length,
    shards: shardsIn(files),
    strata: strata.counted(chosen),
    canaries: compared(canaries.map(index => candidates.get(index) ?? [])),
    conflicts: indices.flatMap(index => findConflicts(index, candidates.get(index) ?? [])),
  }
  return {
    run: mergedRun(manifest, merged, sittings, chosen, strata),
    merged,
    records: chosen,
    missing,
    missingShards: shardsFor(missing, manifest, files),
  }
}

/** An answer before a failure, an earlier session before a later one; of equals the one whose text comes first. */
function whichCounts(a: Candidate, b: Candidate): number {
  return (
    Number(a.summary.isFailed) - Number(b.summary.isFailed) ||
    a.sitting - b.sitting ||
    byCodeUnit(a.text, b.text)
  )
}

/** Which machines are alike, in the order of their description. */
class Strata {
  readonly #keys: readonly string[]
  readonly #machines: readonly Stratum['machine'][]

  constructor(files: readonly ShardFile[]) {
    const used = files.flatMap(({ sittings, records }) => {
      const numbers = new Set(records.map(({ sitting }) => sitting))
      return sittings.filter(({ sitting }) => numbers.has(sitting))
    })
    const byKey = new Map(used.map(({ run }) => [canonicalJson(describeMachine(run)), describeMachine(run)]))
    const inOrder = [...byKey].sort(([a], [b]) => byCodeUnit(a, b))
    this.#keys = inOrder.map(([key]) => key)
    this.#machines = inOrder.map(([, machine]) => machine)
  }

  of(run: Run): number {
    return this.#keys.indexOf(canonicalJson(describeMachine(run)))
  }

  /** What of the merged run comes from each. */
  counted(chosen: readonly Candidate[]): readonly Stratum[] {
    const counts = this.#machines.map(machine => ({ machine, answered: 0, failed: 0, correct: 0 }))
    for (const { summary, stratum } of chosen) {
      const tally = counts[stratum]
      if (!tally) continue
      if (summary.isFailed) tally.failed++
      else {
        tally.answered++
        tally.correct += Number(summary.correct)
      }
    }
    return counts
  }
}

/** Everything that answers can depend on and the identity does not contain. The number of threads does not matter. */
function describeMachine({ settings, environment }: Run): Stratum['machine'] {
  const { threads: _, copies: __, ...versions } = environment
  return {
    device: settings.device,
    ...Object.fromEntries(Object.entries(versions).map(([name, value]) => [name, String(value)])),
  }
}

/** Counts samples that machines of several strata have answered, and those with different answers. */
function compared(canaries: readonly (readonly Candidate[])[]): Merged['canaries'] {
  const answers = canaries.map(all => {
    const first = new Map<number, string | null>()
    for (const { summary, stratum } of all)
      if (!summary.isFailed && !first.has(stratum)) first.set(stratum, summary.response)
    return first
  })
  const several = answers.filter(({ size }) => size > 1)
  const differ = several.filter(first => new Set(first.values()).size > 1)
  const within = withinStrata(canaries)
  return { compared: several.length, differ: differ.length, ...(within.compared > 0 && { within }) }
}

/** Counts samples that one stratum has answered more than once, and those with different answers. */
function withinStrata(canaries: readonly (readonly Candidate[])[]): { compared: number; differ: number } {
  const repeated = canaries.flatMap(all => {
    const answered = all.filter(({ summary }) => !summary.isFailed)
    const groups = [...groupBy(answered, ({ stratum }) => stratum).values()].filter(same => same.length > 1)
    return groups.length === 0 ? [] : [groups]
  })
  const differ = repeated.filter(groups =>
    groups.some(same => new Set(same.map(({ summary }) => summary.response)).size > 1),
  )
  return { compared: repeated.length, differ: differ.length }
}

function findConflicts(index: number, candidates: readonly Candidate[]): readonly Conflict[] {
  const answered = candidates
    .filter(({ summary }) => !summary.isFailed)
    .map(({ summary: { response, correct }, stratum }) => ({ response, correct, stratum }))
  const byResponse = groupBy(answered, ({ response }) => JSON.stringify(response))
  if (byResponse.size < 2) return []
  const answers = [...byResponse.values()].map(([first, ...others]) => ({
    response: first?.response ?? null,
    correct: first?.correct ?? false,
    strata: [...new Set([first, ...others].flatMap(answer => answer?.stratum ?? []))].sort((a, b) => a - b),
  }))
  return [{ index, answers }]
}

/** Each once, however many files contain it: a session is identified by the id of its run. */
function allSittings(files: readonly ShardFile[]): readonly (Sitting & { readonly shard: Shard })[] {
  const all = files.flatMap(({ header, sittings }) => sittings.map(one => ({ ...one, shard: header.shard })))
  const byId = new Map(all.map(sitting => [sitting.run.id, sitting]))
  return [...byId.values()].sort(
    (a, b) =>
      a.shard.of - b.shard.of ||
      a.shard.number - b.shard.number ||
      a.sitting - b.sitting ||
      byCodeUnit(a.run.id, b.run.id),
  )
}

function shardsIn(files: readonly ShardFile[]): readonly MergedShard[] {
  const byShard = groupBy(files, ({ header: { shard } }) => `${shard.number}/${shard.of}`)
  const all = [...byShard.values()].flatMap((same): MergedShard[] => {
    const [first] = same
    if (!first) return []
    const records = new Map(
      same.flatMap(file => file.records.map(({ text, summary }) => [text, summary.asking])),
    )
    const texts = [...records.keys()].sort(byCodeUnit)
    return [
      {
        ...first.header.shard,
        records: records.size,
        sittings: allSittings(same).length,
        asking: texts.reduce((sum, text) => sum + (records.get(text) ?? 0), 0),
        isFinished: same.some(file => file.isFinished),
      },
    ]
  })
  return all.sort((a, b) => a.of - b.of || a.number - b.number)
}

/** As if one machine had made it: the times of all are added. */
function mergedRun(
  manifest: Manifest,
  merged: Merged,
  sittings: readonly (Sitting & { readonly shard: Shard })[],
  chosen: readonly Candidate[],
  strata: Strata,
): Run | null {
  const counts = merged.strata.map(({ answered, failed }) => answered + failed)
  const largest = counts.indexOf(Math.max(...counts))
  const base = sittings.find(({ run }) => strata.of(run) === largest)?.run
  if (!base) return null
  const { shard: _, ...settings } = base.settings
  const [created = base.created] = sittings.map(sitting => sitting.run.created).sort(byCodeUnit)
  return {
    id: `merged-${manifest.identity}`,
    name: `${base.model.name} ${precisionName(settings)} on ${base.dataset.name}`,
    created,
    state: merged.samples === merged.of ? 'done' : 'paused',
    total: merged.of,
    settings,
    dataset: base.dataset,
    model: base.model,
    environment: base.environment,
    timings: {
      load: sittings.reduce((sum, sitting) => sum + sitting.run.timings.load, 0),
      asking: chosen.reduce((sum, { summary }) => sum + summary.asking, 0),
    },
    merged,
  }
}

/** The shards to make: of their counts so far, the one that leaves the least to do, and the smallest of equal ones. */
function shardsFor(
  missing: readonly number[],
  manifest: Manifest,
  files: readonly ShardFile[],
): readonly Shard[] {
  if (missing.length === 0) return []
  const groups = groupsIn(manifest)
  const gone = new Set(missing)
  const counts = [...new Set(files.map(({ header }) => header.shard.of))].sort((a, b) => a - b)
  const choices = counts.map(of => {
    const numbers = assignShards(groups, of)
    const needed = numbers.filter((_, at) => groups[at]?.samples.some(index => gone.has(index)))
    return [...new Set(needed)].sort((a, b) => a - b).map(number => ({ number, of }))
  })
  const share = (shards: readonly Shard[]): number => shards.length / (shards[0]?.of ?? 1)
  return choices.reduce<readonly Shard[]>(
    (best, shards) => (best.length === 0 || share(shards) < share(best) ? shards : best),
    [],
  )
}

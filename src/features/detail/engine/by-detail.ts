/** How accuracy, tokens and time depend on the image detail: a run beside its passes at other details. */
import { overall, voxels } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'

/** What a question costs, on average over those that were answered. */
export interface DetailCost {
  /** Image tokens of its prompt. */
  readonly tokens: number
  /** Encoder and decoder; without the encoder where the image's features were there already. */
  readonly seconds: number
}

/** A run or a pass at one image detail. */
export interface DetailPass {
  readonly name: string
  readonly rows: readonly ResultRow[]
  readonly cost: DetailCost | null
}

export interface DetailFigure {
  /** "Least image detail". */
  readonly name: string
  readonly cost: DetailCost | null
  readonly accuracy: Estimate
}

/** The figures of all questions, or of one voxel, in the order of the details. */
export interface DetailGroup {
  /** null for all questions. */
  readonly voxel: { readonly parts: string; readonly modality: string; readonly task: string } | null
  readonly figures: readonly DetailFigure[]
}

/** Sums up what questions cost. */
export class CostSum {
  #n = 0
  #tokens = 0
  #milliseconds = 0

  add(record: RunRecord): void {
    if (record.status !== 'answered' || !record.score || record.sample.image === null) return
    const { tokens, timings } = record.score
    this.#n++
    this.#tokens += tokens.image
    this.#milliseconds += timings.encode + timings.prefix + timings.prefill + timings.decode
  }

  /** null where no question with an image was answered. */
  get mean(): DetailCost | null {
    if (this.#n === 0) return null
    return { tokens: this.#tokens / this.#n, seconds: this.#milliseconds / this.#n / 1000 }
  }
}

/**
 * Accuracy by detail, of all questions and of each voxel: on the questions with an image that all of them answered. The details with
 * fewer tokens come first, and the voxels that gain most from detail.
 */
export function byDetail(passes: readonly DetailPass[]): readonly DetailGroup[] {
  const answered = passes.map(
    ({ rows }) => new Set(rows.flatMap(({ index, verdict }) => (verdict === 'failed' ? [] : [index]))),
  )
  const shared = ({ index, image }: ResultRow): boolean =>
    image !== null && answered.every(indices => indices.has(index))
  const details = passes
    .map(({ name, rows, cost }) => ({ name, cost, rows: rows.filter(shared) }))
    .sort((a, b) => (a.cost?.tokens ?? 0) - (b.cost?.tokens ?? 0))
  if (passes.length < 2 || (details[0]?.rows.length ?? 0) === 0) return []
  const whole: DetailGroup = {
    voxel: null,
    figures: details.map(({ name, cost, rows }) => ({ name, cost, accuracy: overall(rows) })),
  }
  const perDetail = details.map(({ rows }) => voxels(rows))
  const groups = (perDetail[0] ?? []).map(({ parts, modality, task }): DetailGroup => {
    const figures = details.flatMap(({ name, cost }, at) => {
      const accuracy = perDetail[at]?.find(
        one => one.parts === parts && one.modality === modality && one.task === task,
      )
      return accuracy ? [{ name, cost, accuracy }] : []
    })
    return { voxel: { parts, modality, task }, figures }
  })
  return [whole, ...groups.sort((a, b) => accuracyGain(b) - accuracyGain(a))]
}

/** Points of accuracy between the least and the most tokens. */
const accuracyGain = ({ figures }: DetailGroup): number =>
  (figures.at(-1)?.accuracy.share ?? 0) - (figures[0]?.accuracy.share ?? 0)

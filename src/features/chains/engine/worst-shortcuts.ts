/** Images with a right diagnosis above a wrong perception, the worst first. */

import type { Constant } from '../../../engine/analysis/answer-habits.ts'
import { linkCounts } from '../../../engine/analysis/chains.ts'
import { accuracyShares, type JudgedRow } from '../../../engine/analysis/report.ts'
import type { VoxelPlace } from '../../../engine/analysis/run-count.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { ImageChain } from '../../../engine/protocol/shortcut.ts'
import { everything, VoxelMap } from '../../../engine/protocol/voxel-map.ts'

interface WorstShortcut<Row> {
  readonly image: string
  readonly misperceived: readonly Row[]
  /** The model diagnosed an organ that it could not name. */
  readonly organWrong: boolean
}

/** A voxel in which one answer is always right, or a task (all of its voxels) in which the model gives one answer to everything. */
export interface ConstantDiagnosis extends VoxelPlace {
  readonly constant: Constant
  /** With a right diagnosis of it above a wrong perception, and none of any other. */
  readonly images: readonly string[]
}

interface Shortcuts<Row> {
  /** Those with a wrong organ first, then most broken links, then the largest share of wrong perceptions. */
  readonly ranked: readonly WorstShortcut<Row>[]
  /** Such diagnoses are right by habit or for lack of another answer, so their images are not ranked. */
  readonly constant: readonly ConstantDiagnosis[]
}

/** @param rows all of the run, which show where one answer is always right or given */
export function worstShortcuts<Row extends Countable>(
  rows: readonly Row[],
  chains: readonly ImageChain<JudgedRow<Row>>[],
): Shortcuts<Row> {
  const rowConstant = constantAnswers(rows)
  const places = new VoxelMap(place => place)
  const constant = new Map<VoxelPlace, { readonly constant: Constant; readonly images: Set<string> }>()
  const ranked = chains.flatMap(({ image, high, low }) => {
    const misperceived = low.filter(({ correct }) => !correct).map(({ row }) => row)
    const right = misperceived.length === 0 ? [] : high.filter(({ correct }) => correct)
    const varied = right.filter(({ row }) => !rowConstant(row))
    if (varied.length > 0) {
      const organWrong = misperceived.some(({ task }) => task === 'Organ Recognition')
      const links = linkCounts({ high: varied, low }).D
      return [{ image, misperceived, organWrong, links, share: misperceived.length / low.length }]
    }
    for (const { row } of right) {
      const constantAnswer = rowConstant(row)
      if (!constantAnswer) continue
      const place =
        constantAnswer.of === 'given' ? places.at({ ...wholeTask, task: row.task }) : places.at(row)
      getOrMake(constant, place, () => ({ constant: constantAnswer, images: new Set<string>() })).images.add(
        image,
      )
    }
    return []
  })
  ranked.sort((a, b) => Number(b.organWrong) - Number(a.organWrong) || b.links - a.links || b.share - a.share)
  return {
    ranked,
    constant: Array.from(constant, ([place, { images, ...answer }]) => ({
      ...place,
      ...answer,
      images: [...images],
    })),
  }
}

const wholeTask = { modality: everything, parts: everything }

/** The one answer of each row's voxel; undefined where there is none. */
function constantAnswers<Row extends Countable>(rows: readonly Row[]): (row: Row) => Constant | undefined {
  const places = new VoxelMap(place => place)
  const figures = accuracyShares(rows).by(row => places.at(row))
  return row => figures.get(places.at(row))?.constant
}

/** What judges and people made of a run's open answers: derived from the records of the judges' passes. */

import { get, type Json, str } from '@voxelwise/python'
import { countBy, mostFirst } from '../base/grouping.ts'
import { type Judging, type PeoplesRatings, ratingNumber } from '../protocol/judging.ts'
import { listRatedItems } from '../protocol/protocols/judged-samples.ts'
import { findRubric } from '../protocol/protocols/rubric.ts'
import type { RunRecord } from '../protocol/record.ts'
import { readRatings } from '../protocol/rubrics/read-ratings.ts'
import { type Dimension, type Rubric, rubrics } from '../protocol/rubrics/rubric.ts'
import type { Run } from '../protocol/run.ts'
import {
  type JudgedReply,
  type RubricAgreement,
  type RubricFigures,
  rubricAgreement,
  rubricFigures,
} from './rubric-figures.ts'

/** One judge's pass. */
export interface JudgedBy {
  /** Id of the pass: a separate run with every raw reply. */
  readonly run: string
  /** Name of the judge model. */
  readonly judge: string
  readonly rubric: Pick<Rubric, 'id' | 'version' | 'scale'>
  readonly dimensions: readonly Pick<Dimension, 'id' | 'name'>[]
  readonly judging: Judging
  readonly figures: RubricFigures
  /** Ratings that could not be requested (the prompt is too long), and those still open. */
  readonly failed: number
  readonly open: number
  /** Why replies could not be read, the most frequent first. */
  readonly why: readonly (readonly [string, number])[]
  /** With what people rated, by dimension; null where they did not by this rubric. */
  readonly agreement: readonly RubricAgreement[] | null
}

export interface JudgedAnswers {
  /** Answers in words that the run has. */
  readonly open: number
  readonly judged: readonly JudgedBy[]
  readonly people: readonly { readonly rubric: string; readonly file: string; readonly items: number }[]
}

export interface JudgePass {
  readonly run: Run
  readonly records: readonly RunRecord[]
}

/** @param passes of judges over this run, in the order in which they are shown */
export function judgedAnswers(
  parent: Run,
  records: readonly RunRecord[],
  passes: readonly JudgePass[],
): JudgedAnswers {
  return {
    open: listRatedItems(records, parent).length,
    judged: passes.flatMap(pass => judgedBy(pass, parent.people ?? []) ?? []),
    people: (parent.people ?? []).map(({ rubric, file, ratings }) => ({
      rubric: rubrics.find(({ id }) => id === rubric.id)?.name ?? rubric.id,
      file,
      items: Object.keys(ratings).length,
    })),
  }
}

/** @returns null where this version of the page does not have the rubric */
function judgedBy({ run, records }: JudgePass, people: readonly PeoplesRatings[]): JudgedBy | null {
  const rubric = findRubric(run.settings.protocol)
  if (!rubric || !run.judging) return null
  const replies = readReplies(rubric, records)
  const human = people.find(sheet => sheet.rubric.id === rubric.id && sheet.rubric.version === rubric.version)
  return {
    run: run.id,
    judge: run.model.name,
    rubric,
    dimensions: rubric.dimensions,
    judging: run.judging,
    figures: rubricFigures(rubric, run.model.name, replies),
    failed: records.length - replies.length,
    open: run.total - records.length,
    why: mostFirst(countBy(replies.flatMap(({ read }) => (read.status === 'unparsed' ? [read.why] : [])))),
    agreement: human ? rubricAgreement(rubric, replies, new Map(Object.entries(human.ratings))) : null,
  }
}

/** Every reply that a judge's pass has, read. */
export function readReplies(rubric: Rubric, records: readonly RunRecord[]): readonly JudgedReply[] {
  return records.flatMap(record => {
    if (record.status !== 'answered') return []
    const { fields } = record.sample
    const reply = record.response ?? ''
    const repeat = ratingNumber(fields) > 0 && ({ isRepeat: true } as const)
    return [{ id: str(get(fields, 'id')), reply, read: readRatings(rubric, reply), ...repeat }]
  })
}

/** The run with a sheet of people's ratings, which replaces an earlier one by the same rubric. */
export function withPeople(run: Run, sheet: PeoplesRatings): Run {
  const others = (run.people ?? []).filter(({ rubric }) => rubric.id !== sheet.rubric.id)
  return { ...run, people: [...others, sheet] }
}

/** Figures as in metrics_summary.json, by the judge's name. */
export const judgedJson = ({ judged }: JudgedAnswers): Json =>
  judged.map(({ figures, failed, rubric, judging, agreement }) => ({
    ...{ ...figures, dimensions: { ...figures.dimensions } },
    failed,
    rubric: { id: rubric.id, version: rubric.version },
    judge_saw_images: judging.showsImages,
    held_to_form: judging.isHeld,
    ...(agreement && { agreement: agreement.map(one => ({ ...one })) }),
  }))

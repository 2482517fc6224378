/** Why two figures for the same benchmark differ: what was done differently, by its possible effect. */

import { ownValue } from '@voxelwise/python'
import { counted, grouped } from '../base/counted.ts'
import { adapterWords } from '../protocol/adapter-words.ts'
import type { Run } from '../protocol/run.ts'
import { runSettings, type SettingCause } from '../protocol/run-settings.ts'

/** One of the two figures: a run, and what came of it. */
export interface FigureSide {
  readonly run: Run
  readonly answered: number
  readonly failed: number
  /** Answers that reached the limit of new tokens. */
  readonly cut: number
  /** Share of letters that its precision changed where that was measured; null where it was not. */
  readonly precision: number | null
}

/** Questions of one side only, and pairs whose image files differ. */
interface UnpairedCounts {
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly otherImages: number
}

/**
 * Causes that are neither settings nor bounded by the runs themselves, with the percentage points that each usually explains at most. A
 * bounded cause of more points precedes them.
 */
const usual = { model: 100, preprocessing: 5, version: 0.1 }

export type Cause = 'questions' | 'kinds' | 'images' | 'failed' | 'cut' | keyof typeof usual | SettingCause

const names: Readonly<Record<Exclude<Cause, SettingCause>, string>> = {
  questions: 'Questions asked',
  kinds: 'Kinds of question',
  images: 'Image files',
  failed: 'Failed questions, missing images',
  cut: 'Answers cut at the token limit',
  model: 'Model',
  preprocessing: 'Image preparation',
  version: 'Software',
}

const settingCauses = runSettings.flatMap(({ cause }) => (cause ? [cause] : []))
const settingCause = (cause: Cause) => settingCauses.find(({ id }) => id === cause)

export const causeName = (cause: Cause): string =>
  settingCause(cause)?.name ?? ownValue(names, cause) ?? cause

/** What one side of a departure did, for people. */
export const causeWords = (cause: Cause, text: string): string => settingCause(cause)?.words?.(text) ?? text

/** Something that was done differently. */
export interface Departure {
  readonly cause: Cause
  readonly first: string
  readonly second: string
  /** Most percentage points of accuracy that it can explain; null where nothing bounds it. */
  readonly most: number | null
}

/**
 * What differs between two figures, by its possible effect. Counted causes are bounded by their share of the questions;
 * others follow a fixed order.
 */
export function departures(
  first: FigureSide,
  second: FigureSide,
  overlap: UnpairedCounts,
): readonly Departure[] {
  const [one, other] = [first.run, second.run]
  const questions = [first, second].map(({ answered, failed }) => Math.max(1, answered + failed))
  const share = (a: number, b: number) => Math.max(a / (questions[0] ?? 1), b / (questions[1] ?? 1))
  const causes: Departure[] = []
  const bounded = (cause: Cause, a: string, b: string, most: number): void => {
    if (most > 0) causes.push({ cause, first: a, second: b, most: 100 * Math.min(1, most) })
  }
  const differ = (cause: Cause, of: (side: Run) => string, most: number | null = null): void => {
    if (of(one) !== of(other)) causes.push({ cause, first: of(one), second: of(other), most })
  }
  const { onlyFirst, onlySecond, otherImages } = overlap
  bounded(
    'questions',
    `${counted(questions[0] ?? 1, 'question')}, ${grouped(onlyFirst)} only here`,
    `${counted(questions[1] ?? 1, 'question')}, ${grouped(onlySecond)} only here`,
    share(onlyFirst, onlySecond),
  )
  bounded('images', 'its own files', counted(otherImages, 'other file'), share(otherImages, otherImages))
  if (first.failed !== second.failed)
    bounded('failed', grouped(first.failed), grouped(second.failed), share(first.failed, second.failed))
  if (first.cut !== second.cut)
    bounded('cut', grouped(first.cut), grouped(second.cut), share(first.cut, second.cut))
  differ('model', ({ model: { name, family, adapter } }) =>
    adapter ? `${name} (${family}; ${adapterWords(adapter)})` : `${name} (${family})`,
  )
  differ('preprocessing', ({ model }) => (model.server ? 'by the server' : 'as in Python’s processor'))
  const precisions = [first.precision, second.precision].filter(value => value !== null)
  const precisionBound = precisions.length === 2 ? 100 * Math.max(...precisions) : null
  for (const { id, of } of settingCauses)
    differ(id as SettingCause, of, id === 'precision' ? precisionBound : null)
  differ(
    'version',
    ({ environment: { app, onnxruntime, kernel } }) =>
      `Voxelwise ${app}, ONNX Runtime ${onnxruntime}${kernel ? ` with matrix kernel ${kernel}` : ''}`,
  )
  return inOrder(causes)
}

/** The largest possible effect first. */
export const inOrder = (found: readonly Departure[]): readonly Departure[] =>
  [...found].sort((a, b) => rank(b) - rank(a))

const rank = ({ cause, most }: Departure): number =>
  most ?? settingCause(cause)?.usual ?? ownValue<number>(usual, cause) ?? 0

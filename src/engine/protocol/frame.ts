/**
 * What a run draws its questions from, without the questions: which share an image, and what each is labelled. A survey's
 * word for it is the sampling frame. It is kept with a run, so that what a part of the answers says of all of them can be
 * worked out without the data set's folder.
 */
import { getOrMake } from '../base/grouping.ts'
import { get, str } from '../base/python.ts'
import { groupNumbers, placesByNumber } from './plan.ts'
import { type Axis, axes, type LoadedDataset, type Sample } from './sample.ts'

export const frameAxes = [...axes, 'dataset'] as const
export type FrameAxis = Axis | 'dataset'

/** The labels of a question. */
export type CellLabels = Readonly<Record<FrameAxis, string>>

export interface Frame {
  /** Every combination of labels that a question has, in the order of first mention. */
  readonly cells: readonly CellLabels[]
  /** By the index of the sample: the number of the group that shares its image, in the order of first mention. */
  readonly groups: readonly number[]
  /** By the index of the sample: its place in `cells`. */
  readonly cellOf: readonly number[]
  /** By place in `cells`: how often published models are right there; null where it is not published. */
  readonly published?: readonly (number | null)[]
  /** An earlier run on the same questions, where one was chosen: what it knows makes estimates narrower. */
  readonly prior?: Prior
}

/** What of a data set was skipped or odd when a run began, and what the run draws from; older runs do not tell that. */
export interface RunLoad extends Pick<LoadedDataset, 'skipped' | 'findings' | 'badFiles'> {
  readonly frame?: Frame
}

export interface Prior {
  /** Its name, and its accuracy. */
  readonly name: string
  readonly accuracy: number
  /** By the index of the sample: whether it was answered right; null where it was not answered. */
  readonly right: readonly (boolean | null)[]
}

/** The same without what is known beforehand: null where nothing is. */
export function plainFrame({ published, prior, ...frame }: Frame): Frame | null {
  return published || prior ? frame : null
}

/** Of samples that stay in memory: a run asks for its frame several times before it begins. */
const known = new WeakMap<readonly Sample[], Frame>()

/** @param samples all that were loaded, never changed */
export function frameOf(samples: readonly Sample[]): Frame {
  return getOrMake(known, samples, newFrame)
}

/** What is known of the labels so far: a tree with a level for each axis, for which a text of them all would have to be made. */
interface Branch {
  readonly below: Map<string, Branch>
  cell: number | null
}

const newBranch = (): Branch => ({ below: new Map(), cell: null })

function newFrame(samples: readonly Sample[]): Frame {
  const cells: CellLabels[] = []
  const root = newBranch()
  const cellOf = samples.map(({ fields }) => {
    let branch = root
    for (const axis of frameAxes) branch = getOrMake(branch.below, str(get(fields, axis)), newBranch)
    branch.cell ??= cells.push(labelsOf(fields)) - 1
    return branch.cell
  })
  return { cells, groups: groupNumbers(samples), cellOf }
}

export function labelsOf(fields: Sample['fields']): CellLabels {
  const text = (axis: FrameAxis): string => str(get(fields, axis))
  return { task: text('task'), modality: text('modality'), parts: text('parts'), dataset: text('dataset') }
}

/** Of frames that stay in memory, by their groups. */
const knownMembers = new WeakMap<Frame['groups'], readonly (readonly number[])[]>()

/** By the number of the group: the indices of its samples. */
export function membersOf({ groups }: Pick<Frame, 'groups'>): readonly (readonly number[])[] {
  return getOrMake(knownMembers, groups, placesByNumber)
}

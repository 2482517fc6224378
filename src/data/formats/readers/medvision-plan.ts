/**
 * MedVision's annotations as rows: `benchmark_plan_biometry_v1.0.0.json.gz` beside folders of NIfTI volumes, one row for what
 * its loading script (MedVision.py, release 1.4.0) yields. Their form is that of the authors' own description
 * (github.com/YongchengYAO/MedVision, skills/medvision, 2026). Questions are in this project's words.
 */

import {
  get,
  isJsonArray,
  isJsonObject,
  type Json,
  JsonLimitError,
  type JsonObject,
  parentFolder,
  str,
} from '@voxelwise/python'
import { type ByteFile, type Cell, parseChunk, type Row, type Table } from '@voxelwise/tables'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { badTable } from '../../containers/errors.ts'
import { checkJsonSize, MAX_SAMPLES_FILE, tooLargeJson } from '../../sources/file-limits.ts'

const planName =
  /(?:^|\/)benchmark_plan_(segmentation|detection|biometry)_v(\d{1,6})\.(\d{1,6})\.(\d{1,6})\.json$/

export const isMedVisionPlan = (path: string): boolean => planName.test(path)

/**
 * Without the plans of which the same folder has a newer version, as the loading script chooses without a pin, and without
 * other JSON below a folder of plans: landmarks of each case, and lists of what a release changed.
 */
export function newestPlans(paths: readonly string[]): readonly string[] {
  const newest = new Map<string, { readonly path: string; readonly version: readonly number[] }>()
  const folders = new Set<string>()
  for (const path of paths) {
    const [, kind = '', ...version] = planName.exec(path) ?? []
    if (kind === '') continue
    const folder = parentFolder(outermost(path))
    const key = `${folder}\n${kind}`
    const numbers = version.map(Number)
    const known = newest.get(key)
    folders.add(folder)
    if (!known || isLater(numbers, known.version)) newest.set(key, { path, version: numbers })
  }
  const chosen = new Set(Array.from(newest.values(), ({ path }) => path))
  const isBelow = (path: string): boolean => {
    for (let folder = parentFolder(outermost(path)); ; folder = parentFolder(folder)) {
      if (folders.has(folder)) return true
      if (folder === '') return false
    }
  }
  return paths.filter(path => chosen.has(path) || !(/\.json$/i.test(path) && isBelow(path)))
}

/** The file of the folder, where a path leads into it. */
const outermost = (path: string): string => path.split('//')[0] ?? path

function isLater(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((part, i) => part !== b[i])
  return place !== -1 && (a[place] ?? 0) > (b[place] ?? 0)
}

const splits = ['test', 'train'] as const
const columns =
  'id dataset_name taskID taskType image_file axis index modality label kind question answer size'.split(' ')

/** The tables of a plan: its cases for testing, and those for training. Parsed when rows are requested. */
export function medVisionTables(file: ByteFile): readonly Table[] {
  const name = parentFolder(outermost(file.name)).split('/').at(-1) || 'MedVision'
  return splits.map(split => ({
    name,
    split,
    columns,
    async *rows(signal) {
      let position = 0
      for (const cells of planRows(await readPlan(file), split, file.name)) {
        if (position % 1000 === 0) signal?.throwIfAborted()
        yield { file: file.name, position: position++, cells }
      }
    },
  }))
}

async function readPlan(file: ByteFile): Promise<JsonObject> {
  checkJsonSize(file.name, file.size, MAX_SAMPLES_FILE)
  try {
    const plan = parseChunk(await file.read(0, file.size), false)
    if (isJsonObject(plan)) return plan
  } catch (error) {
    if (error instanceof VoxelwiseError) throw error
    if (error instanceof JsonLimitError) throw tooLargeJson(file.name, error.message, error)
    throw badTable(file.name, '', 'it is not JSON', error)
  }
  throw badTable(file.name, '', 'it is not a plan of MedVision')
}

type Cells = Row['cells']

const planes = [
  ['x', 'sagittal', 0],
  ['y', 'coronal', 1],
  ['z', 'axial', 2],
] as const

function* planRows(plan: JsonObject, split: (typeof splits)[number], file: string): Generator<Cells> {
  const dataset = textAt(objectAt(plan, 'dataset_info'), 'dataset')
  for (const task of objectsAt(plan, 'tasks')) {
    const taskID = textAt(task, 'task_ID')
    for (const item of objectsAt(task, `${split}_cases`)) {
      const info = objectAt(item, 'image_file_info')
      const caseID = textAt(item, 'case_ID')
      expectRas(info, file, `case ${caseID}`)
      for (const [letter, plane, axis] of planes) {
        const view = readView(info, axis)
        for (const entry of objectsAt(item, `slice_profiles_${letter}`)) {
          const index = get(entry, 'slice_idx') ?? null
          for (const { what, ...target } of readTargets(task, entry, view))
            yield {
              id: [`Task${taskID}`, caseID, plane, str(index), what].join('/'),
              dataset_name: dataset,
              taskID,
              image_file: get(item, 'image_file') ?? null,
              axis: plane,
              index,
              modality: textAt(task, 'image_modality'),
              size: view && `${view.width} x ${view.height}`,
              ...target,
              question: target.question && inFull(target.question, textAt(task, 'image_description'), view),
            }
        }
      }
    }
  }
}

/** The numbers of a slice count along the patient's axes only where these are the volume's. */
function expectRas(info: JsonObject, file: string, where: string): void {
  const given = get(info, 'orientation')
  const letters = (isJsonArray(given) ? given.map(str).join('') : str(given ?? 'RAS')).replace(/[^A-Z]/g, '')
  if (letters.length === 3 && letters !== 'RAS')
    throw badTable(file, where, `its volume is stored as ${letters}, and only RAS is read`)
}

/** A slice as it is shown: columns are the lower of its two axes, from right to left; rows the other, from its end. */
interface View {
  readonly width: number
  readonly height: number
  readonly pixel: readonly [width: number, height: number]
}

function readView(info: JsonObject, axis: number): View | null {
  const rest = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => i !== axis)
  const [width, height, ...moreSizes] = rest(numbersAt(info, 'array_size'))
  const [pixelWidth, pixelHeight, ...morePixels] = rest(numbersAt(info, 'voxel_size'))
  if (!width || !height || !pixelWidth || !pixelHeight || moreSizes.length + morePixels.length > 0)
    return null
  return { width, height, pixel: [pixelWidth, pixelHeight] }
}

interface Target {
  /** Tells it from others of its slice. */
  readonly what: string
  readonly taskType: string
  readonly label: string | null
  readonly kind: 'number' | 'box'
  readonly question: string | null
  readonly answer: Cell
}

/** What the loading script takes of a slice: one target of its kind, of a certain size. */
function readTargets(task: JsonObject, entry: JsonObject, view: View | null): readonly Target[] {
  const profile = get(entry, 'slice_profile')
  if (!isJsonArray(profile)) return []
  if (profile.some(isJsonArray)) return ellipse(task, entry, profile)
  return profile.flatMap(item => {
    if (!isJsonObject(item)) return []
    if (get(item, 'metric_key') !== undefined) return landmarks(task, item)
    return get(item, 'bboxes') === undefined ? area(task, item) : box(task, item, view)
  })
}

const labelled = (task: JsonObject, label: Json | undefined): string | null =>
  label === undefined ? null : textAt(objectAt(task, 'labels_map'), str(label))

function ellipse(task: JsonObject, entry: JsonObject, profile: readonly Json[]): readonly Target[] {
  const targets = profile.flatMap(axes => {
    const length = (key: string): Json | undefined =>
      (isJsonArray(axes) ? axes : [])
        .filter(isJsonObject)
        .filter(axis => get(axis, 'metric_key') === key)
        .map(axis => get(axis, 'metric_value'))[0]
    const [major, minor] = [length('L-1-2'), length('L-3-4')]
    return major === undefined || minor === undefined ? [] : [[major, minor]]
  })
  const clusters = Number(str(get(entry, 'n_total_clusters') ?? profile.length))
  const [answer] = targets
  if (clusters > 1 || answer === undefined) return []
  const label = labelled(task, get(task, 'target_label'))
  const question =
    label && `Fit an ellipse to the ${label}. How long are its major axis and its minor axis, in millimetres?`
  return [{ what: 'ellipse', taskType: 'Tumor-Lesion-Size', label, kind: 'number', question, answer }]
}

const smallestArea = 200
const smallestSide = 10

function area(task: JsonObject, item: JsonObject): readonly Target[] {
  if (!(Number(str(get(item, 'pixel_count') ?? '')) >= smallestArea)) return []
  const label = labelled(task, get(item, 'label'))
  const question = label && `How large is the area of the ${label}, in square millimetres?`
  const answer = get(item, 'ROI_area') ?? null
  const what = str(get(item, 'label') ?? '')
  return [{ what, taskType: 'Mask-Size', label, kind: 'number', question, answer }]
}

function box(task: JsonObject, item: JsonObject, view: View | null): readonly Target[] {
  const [only, ...others] = objectsAt(item, 'bboxes')
  if (!only || others.length > 0 || numbersAt(only, 'dimensions').some(side => side < smallestSide)) return []
  const label = labelled(task, get(item, 'label'))
  const question = label && `Where is the ${label}? Give the smallest box around it.`
  const what = str(get(item, 'label') ?? '')
  return [{ what, taskType: 'Box-Size', label, kind: 'box', question, answer: shownBox(only, view) }]
}

/** Corners of voxels as corners in the slice as it is shown: both of its axes run against the volume's. */
function shownBox(item: JsonObject, view: View | null): Cell {
  const [x0, y0, ...moreMin] = numbersAt(item, 'min_coords')
  const [x1, y1, ...moreMax] = numbersAt(item, 'max_coords')
  const isFlat = moreMin.length + moreMax.length === 0
  if (!view || !isFlat || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined)
    return null
  return [view.width - x1, view.height - y1, view.width - x0, view.height - y0]
}

function landmarks(task: JsonObject, item: JsonObject): readonly Target[] {
  const key = textAt(item, 'metric_key') ?? ''
  const isAngle = textAt(item, 'metric_type') === 'angle'
  const named = objectAt(objectAt(task, textAt(item, 'metric_map_name') ?? ''), key)
  const label = textAt(named, 'name')
  const question = isAngle ? angleQuestion(task, named) : distanceQuestion(task, named)
  return [
    {
      what: key,
      taskType: isAngle ? 'Biometrics-From-Landmarks-Angle' : 'Biometrics-From-Landmarks-Distance',
      label,
      kind: 'number',
      question: question && label ? `${label}: ${question}` : question,
      answer: get(item, 'metric_value') ?? null,
    },
  ]
}

function distanceQuestion(task: JsonObject, line: JsonObject): string | null {
  const ends = lineEnds(task, line)
  return ends && `How far is it from ${ends[0]} to ${ends[1]}, in millimetres?`
}

function angleQuestion(task: JsonObject, angle: JsonObject): string | null {
  const lines = listAt(angle, 'element_keys').map(key =>
    lineEnds(task, objectAt(objectAt(task, 'lines_map'), str(key))),
  )
  const [a, b] = lines
  return a && b
    ? `How large is the angle between the line from ${a[0]} to ${a[1]} and the line from ${b[0]} to ${b[1]}, in degrees?`
    : null
}

function lineEnds(task: JsonObject, line: JsonObject): readonly [string, string] | null {
  const [from, to] = listAt(line, 'element_keys').map(key =>
    textAt(objectAt(task, 'landmarks_map'), str(key)),
  )
  return from && to ? [from, to] : null
}

/** With what the original's prompt also states: what the image is, and how large its pixels are. */
function inFull(question: string, description: string | null, view: View | null): string {
  const image = description === null ? '' : `The image is ${description}.\n`
  const size = view
    ? `\nThe image is ${view.width} pixels wide and ${view.height} pixels high. A pixel is ${rounded(view.pixel[0])} mm wide and ${rounded(view.pixel[1])} mm high.`
    : ''
  return `${image}${question}${size}`
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

const listAt = (object: JsonObject, name: string): readonly Json[] => {
  const value = get(object, name)
  return isJsonArray(value) ? value : []
}

const objectsAt = (object: JsonObject, name: string): readonly JsonObject[] =>
  listAt(object, name).filter(isJsonObject)

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = get(object, name)
  return isJsonObject(value) ? value : {}
}

function textAt(object: JsonObject, name: string): string | null {
  const value = get(object, name)
  const text = value === undefined || value === null ? '' : str(value).trim()
  return text === '' ? null : text
}

const numbersAt = (object: JsonObject, name: string): readonly number[] =>
  listAt(object, name).map(value => Number(str(value)))

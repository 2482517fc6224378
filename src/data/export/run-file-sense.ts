/**
 * Whether the fields of a run.json are consistent. Everything that follows from other fields is computed again: the
 * prompt, the right letter and the verdict of every record follow from its sample and answer.
 */

import { get, isJsonArray, truthy } from '@voxelwise/python'
import { getOrMake } from '../../engine/base/grouping.ts'
import { CheckError } from '../../engine/base/schema.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import { mayAsk } from '../../engine/probes/own-sample.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { mostProbable } from '../../engine/protocol/choices.ts'
import { cellLabels, placeInFrame, type SamplingFrame } from '../../engine/protocol/frame.ts'
import { indexSpace } from '../../engine/protocol/judging.ts'
import { offeredAnswers, type Protocol, verdictOn } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { AnsweredRecord, ModelOutput, RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { imagesKey, listImages, type Sample } from '../../engine/protocol/sample.ts'
import { answerTokenLimit } from '../../engine/protocol/settings.ts'
import { mappingDocument } from '../formats/mapping/check.ts'
import { loadCounts } from '../formats/medrcube.ts'
import { checkImagesOfRecord, checkPath } from './record-images.ts'
import type { RunFile } from './run-file.ts'

/** How many of the data set's samples a run may ask. */
function withinReach(run: Run): number {
  const space = indexSpace(run)
  return Math.min(space, run.settings.limit ?? space)
}

/** The mapping that a data set was read by is one that can be read again. */
export function checkMapping({ mapping }: Pick<Run['dataset'], 'mapping'>, at: string): void {
  if (mapping) mappingDocument(mapping.document, `${at}.mapping.document`)
}

export function checkRun(run: Run, at: string): void {
  checkMapping(run.dataset, `${at}.dataset`)
  const { counts } = run.dataset
  const skipped = Object.values(counts.skipped).reduce((sum, count) => sum + count, 0)
  if (counts.total !== counts.loaded + skipped)
    throw new CheckError(
      `${at}.dataset.counts.total`,
      `${counts.loaded + skipped}, the sum of loaded and skipped samples`,
    )
  const most = withinReach(run)
  const { shard, only } = run.settings
  const isPart = [run.probe, run.judging, shard, only].some(part => part !== undefined)
  if (isPart ? run.total > most : run.total !== most)
    throw new CheckError(
      `${at}.total`,
      `${isPart ? 'at most ' : ''}${most}: the samples loaded, up to the limit`,
    )
  checkSelected(run, at)
  if (run.settings.heldToLetter && !run.model.server)
    throw new CheckError(`${at}.settings.heldToLetter`, 'left out: no server answers')
  if (run.probe && run.judging) throw new CheckError(`${at}.judging`, 'left out: the pass is a probe')
  if ((run.probe || run.judging) && run.parent === undefined)
    throw new CheckError(`${at}.parent`, `the run that was ${run.probe ? 'probed' : 'judged'}`)
  if (!run.probe && !run.judging && run.parent !== undefined)
    throw new CheckError(`${at}.probe`, 'the change made by the pass')
  const space = indexSpace(run)
  if (Object.values(run.tags ?? {}).some(indices => indices.some(index => index >= space)))
    throw new CheckError(`${at}.tags`, `indices below ${space}, the samples of the run`)
  if (run.remarks?.some(({ index }) => index >= space))
    throw new CheckError(`${at}.remarks`, `indices below ${space}, the samples of the run`)
  if (run.parent === run.id) throw new CheckError(`${at}.parent`, 'another run')
  if (run.error && run.state !== 'failed')
    throw new CheckError(`${at}.error`, `left out: the run is "${run.state}"`)
}

/** The size of a selection, if it is known. */
function checkSelected({ selected, settings, dataset, total, probe, judging }: Run, at: string): void {
  if (selected === undefined) return
  if (!settings.only) throw new CheckError(`${at}.selected`, 'left out: the run has no selection')
  const { loaded } = dataset.counts
  if (selected > loaded) throw new CheckError(`${at}.selected`, `at most ${loaded}, the samples loaded`)
  const most = Math.min(selected, settings.limit ?? selected)
  const isPart = [probe, judging, settings.shard].some(part => part !== undefined)
  if (isPart ? total > most : total !== most)
    throw new CheckError(`${at}.total`, `${isPart ? 'at most ' : ''}${most}: the selection, up to the limit`)
}

const tooMany = ({ total }: Run, all: string) => new CheckError(all, `at most ${total}, the run's total`)
const tooFew = ({ total }: Run, records: number, all: string) =>
  new CheckError(all, `${total}, since the run is done (they are ${records})`)

/** Checks the records of a run in sequence: a large run need not be in memory. All throw CheckError. */
export class RecordCheck {
  readonly #run: Run
  readonly #all: string
  readonly #most: number
  readonly #seen = new Set<number>()
  readonly #protocol: Protocol
  readonly #perturbation: Perturbation

  /** @param before path of its parent, with a dot */
  constructor(run: Run, before: string) {
    this.#run = run
    this.#all = `${before}records`
    const { limit, order, only } = run.settings
    const space = indexSpace(run)
    // The first questions of a selection are anywhere in the data set.
    this.#most = order === 'dataset' && !only ? Math.min(space, limit ?? space) : space
    this.#protocol = findProtocol(run.settings.protocol)
    this.#perturbation = new Perturbation(run.probe, [], this.#protocol)
  }

  take(record: RunRecord): void {
    const run = this.#run
    const at = `${this.#all}[${this.#seen.size}]`
    const { index } = record.sample
    if (this.#seen.size >= run.total) throw tooMany(run, this.#all)
    if (index >= this.#most)
      throw new CheckError(`${at}.sample.index`, `below ${this.#most}, the samples that were asked`)
    if (this.#seen.has(index))
      throw new CheckError(`${at}.sample.index`, `an index of its own: ${index} was there`)
    this.#seen.add(index)
    if (record.run !== run.id) throw new CheckError(`${at}.run`, `"${run.id}", the run that it belongs to`)
    checkSample(record.sample, run.dataset.name, this.#perturbation.protocol, `${at}.sample`)
    if (!mayAsk(run.probe, record.sample, this.#protocol))
      throw new CheckError(`${at}.sample`, 'one that this pass asks about')
    checkImagesOfRecord(record, run, this.#protocol, at)
    checkShown(record, run, this.#perturbation, at)
    if (record.status === 'answered') checkAnswer(record, run, this.#perturbation, at)
  }

  end(): void {
    if (this.#run.state === 'done' && this.#seen.size < this.#run.total)
      throw tooFew(this.#run, this.#seen.size, this.#all)
  }
}

function checkSample(sample: Sample, root: string, protocol: Protocol, at: string): void {
  const { fields, file } = sample
  const missing = protocol.missing(fields)
  if (missing) throw new CheckError(`${at}.fields.${missing}`, 'there: no sample is loaded without')
  checkPath(file, root, `${at}.file`)
  checkImages(sample, root, at)
}

/** A sample of several images names them as a list. */
function checkImages(sample: Sample, root: string, at: string): void {
  const { fields, image, furtherImages } = sample
  const named = get(fields, 'image_path')
  const images = listImages(sample)
  if (furtherImages && image === null)
    throw new CheckError(`${at}.furtherImages`, 'left out: the sample has no image')
  for (const [i, path] of images.entries())
    checkPath(path, root, i === 0 ? `${at}.image` : `${at}.furtherImages[${i - 1}]`)
  const asList = isJsonArray(named) ? named : image === null && !truthy(named) ? [] : [named]
  if (asList.length !== images.length || asList.some((path, i) => path !== images[i]))
    throw new CheckError(`${at}.image`, 'the image_path among its fields')
}

/** Prompt and right answer follow from the sample and the pass. Worked examples are in neither. */
function checkShown(record: RunRecord, run: Run, perturbation: Perturbation, at: string): void {
  const { sample } = record
  const { protocol } = perturbation
  const fields = perturbation.fields(sample)
  const right = protocol.rightAnswer(fields)
  const { swappedRight } = record
  if (swappedRight !== undefined) {
    if (!run.probe || !findProbeKind(run.probe).hasSwappedRight)
      throw new CheckError(`${at}.swappedRight`, 'left out: only a pass with opposite labels has one')
    if (swappedRight === right || !offeredAnswers(protocol, fields).includes(swappedRight))
      throw new CheckError(`${at}.swappedRight`, 'another of the answers that its sample offers')
  }
  if (record.rightAnswer !== right) throw new CheckError(`${at}.rightAnswer`, `"${right}", from its sample`)
  if (record.prompt !== protocol.prompt(fields)) throw new CheckError(`${at}.prompt`, 'that of its sample')
}

function checkAnswer(record: AnsweredRecord, run: Run, perturbation: Perturbation, at: string): void {
  const { protocol } = perturbation
  const fields = perturbation.fields(record.sample)
  const verdict = verdictOn(protocol, record.response, record.score, fields)
  const { parsed, correct } = verdict
  if (record.parsed !== parsed) throw new CheckError(`${at}.parsed`, `"${parsed}", as the answer is read`)
  for (const name of ['rule', 'unparsed'] as const)
    if (record[name] !== verdict[name])
      throw new CheckError(`${at}.${name}`, verdict[name] === undefined ? 'left out' : `"${verdict[name]}"`)
  if (record.correct !== correct)
    throw new CheckError(`${at}.correct`, `${correct}: read "${parsed}", right "${record.rightAnswer}"`)
  const { score } = record
  if (!score) return
  if (score.text !== record.response) throw new CheckError(`${at}.response`, 'the text of its score')
  checkScore(score, record, run, protocol, `${at}.score`)
}

function checkScore(
  { text, tokens, stop, choices, thought }: ModelOutput,
  record: AnsweredRecord,
  run: Run,
  protocol: Protocol,
  at: string,
): void {
  const { scoring } = run.settings
  const kind = protocol.answerKind(record.sample.fields)
  const maxNewTokens = answerTokenLimit(run.settings, kind)
  if (tokens.reused > tokens.prompt)
    throw new CheckError(`${at}.tokens.reused`, `at most ${tokens.prompt}, the tokens of the prompt`)
  // A server counts as it likes, thoughts and marks included.
  if (!run.model.server && tokens.generated > maxNewTokens)
    throw new CheckError(`${at}.tokens.generated`, `at most ${maxNewTokens}, from the settings`)
  // A server may think unasked. Of its thoughts only one that did not end is kept.
  const mayThink = run.settings.thinking === 'on' || (run.model.server && thought?.isOpen)
  if (thought && !mayThink) throw new CheckError(`${at}.thought`, 'left out: the run is without thoughts')
  if (thought?.isOpen) {
    if (text !== '') throw new CheckError(`${at}.text`, 'empty: the thought did not end')
    return
  }
  if ((stop === 'choices') !== (scoring === 'choices'))
    throw new CheckError(`${at}.stop`, `a reason to end in a run scored by "${scoring}"`)
  if ((choices !== undefined) !== (scoring === 'choices'))
    throw new CheckError(`${at}.choices`, choices ? 'left out: the run generates text' : 'present')
  if (!choices) return
  const offered = offeredAnswers(protocol, record.sample.fields)
  if (choices.map(choice => choice.letter).join() !== offered.join())
    throw new CheckError(`${at}.choices`, `one for each answer offered: ${offered.join(', ')}`)
  const known = choices.filter(({ isBound }) => !isBound)
  const sum = known.reduce((all, { logprob }) => all + Math.exp(logprob), 0)
  if (sum > 1 + 1e-6) throw new CheckError(`${at}.choices`, `probabilities that add up to at most 1 (${sum})`)
  const best = mostProbable(choices)?.letter ?? ''
  if (text !== best) throw new CheckError(`${at}.text`, `"${best}", the most probable option`)
}

/** It covers every loaded sample; each record must agree with it. All throw CheckError. */
export class FrameCheck {
  readonly #frame: SamplingFrame
  /** By the images of a sample: the number of its group. */
  readonly #groups = new Map<string, number | undefined>()

  constructor(frame: SamplingFrame, run: Run) {
    this.#frame = frame
    const { indices } = frame
    if (indices && !run.settings.only)
      throw new CheckError('frame.indices', 'left out: the run has no selection')
    const loaded = indices?.length ?? run.dataset.counts.loaded
    const isAscending = indices?.every((index, place) => index > (indices[place - 1] ?? -1)) ?? true
    if (!isAscending || (indices?.at(-1) ?? -1) >= run.dataset.counts.loaded)
      throw new CheckError('frame.indices', `ascending, below ${run.dataset.counts.loaded}`)
    for (const part of ['groups', 'cellOf'] as const)
      if (frame[part].length !== loaded)
        throw new CheckError(`frame.${part}`, `one for each of ${loaded} samples`)
    if (frame.published && frame.published.length !== frame.cells.length)
      throw new CheckError('frame.published', `one for each of ${frame.cells.length} cells`)
    if (frame.prior && frame.prior.right.length !== loaded)
      throw new CheckError('frame.prior.right', `one for each of ${loaded} samples`)
    const odd = frame.cellOf.findIndex(cell => cell >= frame.cells.length)
    if (odd !== -1) throw new CheckError(`frame.cellOf[${odd}]`, 'the place of one of its cells')
    const last = frame.groups.reduce((most, group) => Math.max(most, group), -1)
    if (new Set(frame.groups).size !== last + 1)
      throw new CheckError('frame.groups', 'numbers from 0 without gaps')
  }

  take(sample: Sample): void {
    const { cells, cellOf, groups } = this.#frame
    const place = placeInFrame(this.#frame, sample.index)
    if (place === undefined) throw new CheckError('frame.indices', `with ${sample.index}, which was asked`)
    if (!alike(cells[cellOf[place] ?? 0] ?? {}, cellLabels(sample.fields)))
      throw new CheckError(`frame.cellOf[${place}]`, 'as the sample is labelled')
    const images = listImages(sample)
    if (images.length === 0) return
    const group = groups[place]
    if (getOrMake(this.#groups, imagesKey(images), () => group) !== group)
      throw new CheckError(`frame.groups[${place}]`, 'that of the samples which share its image')
  }
}

/** Facts about the data set; empty if they were not stored. */
export function checkLoad({ run, skipped, findings, badFiles }: Omit<RunFile, 'passes' | 'records'>): void {
  const { name, counts } = run.dataset
  for (const [what, items] of Object.entries({ skipped, findings, badFiles }))
    for (const [i, { file }] of items.entries()) checkPath(file, name, `${what}[${i}].file`)
  const counted = loadCounts({ samples: [], skipped }).skipped
  if (skipped.length > 0 && !alike(counted, counts.skipped))
    throw new CheckError('skipped', 'the same number of each kind as in run.dataset.counts')
  for (const [i, { index }] of findings.entries())
    if (index !== null && index >= counts.loaded)
      throw new CheckError(`findings[${i}].index`, `below ${counts.loaded}, the samples loaded`)
}

/** As JSON with sorted keys, since programs write them in different orders. */
export function alike(a: object, b: object): boolean {
  return a === b || inOrder(a) === inOrder(b)
}

function inOrder(value: object): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([x], [y]) => (x < y ? -1 : 1)))
      : item,
  )
}

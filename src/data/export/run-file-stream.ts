/** A run.json of any size, a record at a time. In the order of `serializeRun` it is read once; any other is allowed. */

import { type Json, jsonAllowance } from '@voxelwise/python'
import { type ByteFile, JsonCursor } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { CheckError, list, number, oneOf, read } from '../../engine/base/schema.ts'
import { runSchema } from '../../engine/probes/run-schema.ts'
import { presentRecord, presentRun } from '../../engine/protocol/earlier-forms.ts'
import { frameSchema } from '../../engine/protocol/frame.ts'
import { drawnRegionsSchema } from '../../engine/protocol/probe.ts'
import {
  type PassRecord,
  passRecordSchema,
  type RunRecord,
  recordSchema,
} from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { badFileSchema, findingSchema, skippedSchema } from '../../engine/protocol/sample.ts'
import {
  exportAllowance,
  MAX_EXPORTED_FILE,
  MAX_LISTED_CHARACTERS,
  MAX_LISTED_VALUES,
} from '../sources/file-limits.ts'
import { checkPass, PassCheck } from './pass-sense.ts'
import { newer, notARun, type RunFile, runFormat, runVersion } from './run-file.ts'
import { checkLoad, checkRun, FrameCheck, RecordCheck } from './run-file-sense.ts'

const loadSchemas = {
  skipped: list(skippedSchema),
  findings: list(findingSchema),
  badFiles: list(badFileSchema),
}

type Load = Pick<RunFile, 'skipped' | 'findings' | 'badFiles' | 'frame' | 'regions'>

/** Receives the contents in this order: a run, its records, then the same for each pass; at last the oddities. */
export interface RunFileTaker {
  run(run: Run): Promise<void>
  /** A record of the run or pass that came last. */
  record(record: RunRecord): Promise<void>
  /** The run's own record of that index, as it was taken. */
  ownRecord(index: number): Promise<RunRecord | undefined>
  load(load: Load): Promise<void>
}

/** Members that the records cannot be checked without. */
const beforeRecords = ['format', 'version', 'run', 'skipped', 'findings', 'badFiles'] as const
const known: ReadonlySet<string> = new Set([...beforeRecords, 'frame', 'regions', 'records', 'passes'])

/**
 * Reads and checks a run.json. Its contents count only once all of it is read. @param slice bytes per read
 * @throws VoxelwiseError run-file, naming the file and the field at fault; as the file's `read`
 */
export async function streamRun(file: ByteFile, take: RunFileTaker, slice?: number): Promise<void> {
  try {
    await new RunFileReader(new JsonCursor(file, slice), take, file.name).read()
  } catch (error) {
    if (error instanceof VoxelwiseError) throw error
    throw notARun(file.name, error)
  }
}

class RunFileReader {
  readonly #json: JsonCursor
  readonly #take: RunFileTaker
  readonly #file: string
  #run: Run | null = null
  #load: Partial<Load> = {}
  /** The place of the records, once they were read. */
  #records: number | null = null
  readonly #ids = new Set<string>()
  /** For all lists that are held. */
  readonly #listed = jsonAllowance(MAX_LISTED_VALUES, MAX_LISTED_CHARACTERS)

  constructor(json: JsonCursor, take: RunFileTaker, file: string) {
    this.#json = json
    this.#take = take
    this.#file = file
  }

  async read(): Promise<void> {
    const seen = new Set<string>()
    const later = new Map<string, number>()
    await this.#json.skipMark()
    for await (const name of this.#json.members()) {
      if (seen.has(name)) throw new CheckError(name, 'there once')
      if (known.has(name)) seen.add(name)
      const isEarly =
        (name === 'records' && beforeRecords.some(one => !seen.has(one))) ||
        (name === 'passes' && this.#records === null)
      if (isEarly) {
        later.set(name, this.#json.place)
        await this.#json.skip()
      } else await this.#member(name)
    }
    await this.#json.end()
    const missing = [...beforeRecords, 'records'].find(name => !seen.has(name))
    if (missing !== undefined) throw new CheckError(missing, 'there')
    for (const name of ['records', 'passes']) {
      const place = later.get(name)
      if (place === undefined) continue
      this.#json.seek(place)
      await this.#member(name)
    }
    await this.#take.load(this.#whole())
  }

  async #member(name: string): Promise<void> {
    switch (name) {
      case 'format':
        read(oneOf([runFormat]), await this.#json.value(), name)
        break
      case 'version': {
        const written = read(number, await this.#json.value(), name)
        if (written > runVersion) throw newer(this.#file, written)
        read(oneOf([1, runVersion]), written, name)
        break
      }
      case 'run':
        this.#run = read(runSchema, presentRun(await this.#large()), name)
        checkRun(this.#run, name)
        break
      case 'skipped':
      case 'findings':
      case 'badFiles':
        this.#load = { ...this.#load, [name]: read(loadSchemas[name], await this.#list(name), name) }
        break
      case 'frame':
        this.#load = { ...this.#load, frame: read(frameSchema, await this.#large(), name) }
        if (this.#records !== null) await this.#checkFrame(this.#records)
        break
      case 'regions':
        this.#load = { ...this.#load, regions: read(drawnRegionsSchema, await this.#large(), name) }
        break
      case 'records':
        this.#records = this.#json.place
        await this.#readRecords()
        break
      case 'passes':
        await this.#passes()
        break
      default:
        // What is derived of the records may be as large as they are.
        await this.#json.skip()
    }
  }

  /** A value that grows with the data set. */
  #large(): Promise<Json> {
    return this.#json.value(exportAllowance(), MAX_EXPORTED_FILE)
  }

  /** Item by item, as all together may be too long for one text. */
  async #list(name: string): Promise<readonly Json[]> {
    if (!(await this.#json.isArray())) throw new CheckError(name, 'an array')
    const items: Json[] = []
    for await (const _ of this.#json.items()) items.push(await this.#json.value(this.#listed))
    return items
  }

  async #readRecords(): Promise<void> {
    const run = this.#knownRun()
    const { frame, ...load } = this.#whole()
    checkLoad({ run, ...load })
    const frameCheck = frame ? new FrameCheck(frame, run) : null
    await this.#take.run(run)
    this.#ids.add(run.id)
    const check = new RecordCheck(run, '')
    for await (const record of this.#ownRecords()) {
      check.take(record)
      frameCheck?.take(record.sample)
      await this.#take.record(record)
    }
    check.end()
  }

  async *#ownRecords(): AsyncGenerator<RunRecord> {
    let at = 0
    for await (const _ of this.#json.items())
      yield read(recordSchema, presentRecord(await this.#json.value()), `records[${at++}]`)
  }

  /** The sampling frame follows the records: they are read once more. */
  async #checkFrame(records: number): Promise<void> {
    const { frame } = this.#load
    if (!frame) return
    const behind = this.#json.place
    const check = new FrameCheck(frame, this.#knownRun())
    this.#json.seek(records)
    for await (const { sample } of this.#ownRecords()) check.take(sample)
    this.#json.seek(behind)
  }

  async #passes(): Promise<void> {
    const parent = this.#knownRun()
    let at = 0
    for await (const _ of this.#json.items()) {
      if (parent.probe || parent.judging) throw new CheckError('passes', 'empty: this run is a pass itself')
      await this.#pass(parent, `passes[${at++}]`)
    }
  }

  async #pass(parent: Run, at: string): Promise<void> {
    let run: Run | null = null
    let early: number | null = null
    let hasRecords = false
    for await (const name of this.#json.members()) {
      if ((name === 'run' && run) || (name === 'records' && hasRecords))
        throw new CheckError(`${at}.${name}`, 'there once')
      if (name === 'run') run = await this.#passRun(parent, at)
      else if (name !== 'records') await this.#json.value()
      else {
        hasRecords = true
        if (run) await this.#passRecords(run, parent, at)
        else {
          early = this.#json.place
          await this.#json.skip()
        }
      }
    }
    if (!run || !hasRecords) throw new CheckError(`${at}.${run ? 'records' : 'run'}`, 'there')
    if (early === null) return
    const behind = this.#json.place
    this.#json.seek(early)
    await this.#passRecords(run, parent, at)
    this.#json.seek(behind)
  }

  async #passRun(parent: Run, at: string): Promise<Run> {
    const run = read(runSchema, presentRun(await this.#large()), `${at}.run`)
    checkPass(run, parent, at)
    if (this.#ids.has(run.id)) throw new CheckError(`${at}.run.id`, 'an id of its own')
    this.#ids.add(run.id)
    return run
  }

  async #passRecords(run: Run, parent: Run, at: string): Promise<void> {
    await this.#take.run(run)
    const check = new RecordCheck(run, `${at}.`)
    const passCheck = new PassCheck(run, parent)
    let place = 0
    for await (const _ of this.#json.items()) {
      const where = `${at}.records[${place++}]`
      const written = read(passRecordSchema, presentRecord(await this.#json.value()), where)
      const index = typeof written.sample === 'number' ? written.sample : written.sample.index
      const runRecord = await this.#take.ownRecord(passCheck.ownIndex(index))
      const record = withSample(written, runRecord, `${where}.sample`)
      check.take(record)
      passCheck.take(record.sample, runRecord, `${where}.sample`)
      await this.#take.record(record)
    }
    check.end()
  }

  #knownRun(): Run {
    if (this.#run) return this.#run
    throw new CheckError('run', 'there')
  }

  #whole(): Load {
    return { skipped: [], findings: [], badFiles: [], ...this.#load }
  }
}

/** A record of a pass with the sample that it names by its index, of which `own` is the run's own record. */
function withSample(written: PassRecord, own: RunRecord | undefined, at: string): RunRecord {
  const { sample } = written
  if (typeof sample !== 'number') return { ...written, sample }
  if (!own) throw new CheckError(at, 'the index of a sample of the run')
  return { ...written, sample: own.sample }
}

/** Reads a run.json with all its records: for commands, which have the memory. @throws VoxelwiseError as `streamRun` */
export async function readRun(file: ByteFile): Promise<RunFile> {
  const reading = new Reading()
  await streamRun(file, reading)
  return reading.whole()
}

class Reading implements RunFileTaker {
  readonly #parts: { readonly run: Run; readonly records: RunRecord[] }[] = []
  readonly #own = new Map<number, RunRecord>()
  #load: Parameters<RunFileTaker['load']>[0] | null = null

  async run(run: Run): Promise<void> {
    this.#parts.push({ run, records: [] })
  }

  async record(record: RunRecord): Promise<void> {
    this.#parts.at(-1)?.records.push(record)
    if (this.#parts.length === 1) this.#own.set(record.sample.index, record)
  }

  async ownRecord(index: number): Promise<RunRecord | undefined> {
    return this.#own.get(index)
  }

  async load(load: Parameters<RunFileTaker['load']>[0]): Promise<void> {
    this.#load = load
  }

  whole(): RunFile {
    const [own, ...passes] = this.#parts
    if (!own || !this.#load) throw new Error('The file was not read.')
    return { ...own, ...this.#load, passes }
  }
}

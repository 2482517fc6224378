/** A run.json of any size, a record at a time: what `parseRun` reads as a whole, in the order in which this page writes it. */
import { CheckError, number, oneOf } from '../../engine/base/checks.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { ByteFile } from '../containers/bytes.ts'
import { JsonCursor } from '../containers/json-cursor.ts'
import { newer, notARun, runFormat, runVersion } from './run-file.ts'
import { checkLoad, checkOwnSample, checkPass, checkRun, FrameCheck, RecordCheck } from './run-file-sense.ts'
import { passRecord, sampleIndexIn } from './run-file-shape/record.ts'
import { runFileParts } from './run-file-shape/run.ts'
import type { RunFile } from './run-parts.ts'

type Load = Pick<RunFile, 'skipped' | 'findings' | 'badFiles' | 'frame'>

/** What is done with what is read, in this order: a run, its records, and so each of its passes; at last what was odd. */
export interface RunFileTaker {
  run(run: Run): Promise<void>
  /** Of the run or the pass that was told last. */
  record(record: RunRecord): Promise<void>
  /** The run's own sample of that index, of which there was a record. */
  sampleOf(index: number): Promise<Sample | undefined>
  load(load: Load): Promise<void>
}

/** What a long file holds in another order than this page writes it in, or a judge's pass: it is read as a whole only. */
export class UnstreamedError extends Error {
  override readonly name = 'UnstreamedError'
}

/** Members that say of what the records are. */
const first = ['format', 'version', 'run', 'skipped', 'findings', 'badFiles']

/**
 * Reads and checks a file as `parseRun` does; what was taken counts only once all of it is read.
 * @throws VoxelwiseError run-file, naming the file and the field at fault; UnstreamedError
 */
export async function streamRun(file: ByteFile, take: RunFileTaker): Promise<void> {
  try {
    await new RunFileReader(new JsonCursor(file), take, file.name).read()
  } catch (error) {
    if (error instanceof VoxelwiseError || error instanceof UnstreamedError) throw error
    throw notARun(file.name, error)
  }
}

class RunFileReader {
  readonly #json: JsonCursor
  readonly #take: RunFileTaker
  readonly #file: string
  #run: Run | null = null
  #isWhole = false
  #load: Load = { skipped: [], findings: [], badFiles: [] }
  readonly #ids = new Set<string>()

  constructor(json: JsonCursor, take: RunFileTaker, file: string) {
    this.#json = json
    this.#take = take
    this.#file = file
  }

  async read(): Promise<void> {
    const seen = new Set<string>()
    for await (const name of this.#json.members()) {
      if (seen.has(name)) throw new UnstreamedError(`${name} stands there twice`)
      if (name === 'records' && first.some(one => !seen.has(one)))
        throw new UnstreamedError('what tells of the records does not stand before them')
      if (name === 'frame' && seen.has('records'))
        throw new UnstreamedError('frame stands behind the records')
      seen.add(name)
      await this.#member(name)
    }
    await this.#json.end()
    if (!this.#isWhole) throw new UnstreamedError('there are no records')
    await this.#take.load(this.#load)
  }

  async #member(name: string): Promise<void> {
    switch (name) {
      case 'format':
        oneOf([runFormat])(await this.#json.value(), name)
        break
      case 'version': {
        const written = number(await this.#json.value(), name)
        if (written > runVersion) throw newer(this.#file, written)
        oneOf([1, runVersion])(written, name)
        break
      }
      case 'run':
        this.#run = runFileParts.run(await this.#json.value(), name)
        checkRun(this.#run, name)
        break
      case 'skipped':
      case 'findings':
      case 'badFiles':
        this.#load = { ...this.#load, [name]: runFileParts[name](await this.#list(name), name) }
        break
      case 'frame':
        this.#load = { ...this.#load, frame: runFileParts.frame(await this.#json.value(), name) }
        break
      case 'records':
        await this.#records()
        break
      case 'passes':
        await this.#passes()
        break
      default:
        await this.#json.value()
    }
  }

  /** Item by item, as all together may be too long for one text. */
  async #list(name: string) {
    if (!(await this.#json.isArray())) throw new CheckError(name, 'an array')
    const items = []
    for await (const _ of this.#json.items()) items.push(await this.#json.value())
    return items
  }

  async #records(): Promise<void> {
    const run = this.#known()
    checkLoad({ run, ...this.#load })
    const { frame } = this.#load
    const frameCheck = frame ? new FrameCheck(frame, run) : null
    await this.#take.run(run)
    this.#ids.add(run.id)
    const check = new RecordCheck(run, '')
    let at = 0
    for await (const _ of this.#json.items()) {
      const record = runFileParts.record(await this.#json.value(), `records[${at++}]`)
      check.take(record)
      frameCheck?.take(record.sample)
      await this.#take.record(record)
    }
    check.end()
    this.#isWhole = true
  }

  async #passes(): Promise<void> {
    const parent = this.#known()
    if (!this.#isWhole) throw new UnstreamedError('passes stand before the records')
    let at = 0
    for await (const _ of this.#json.items()) {
      if (parent.probe || parent.judging) throw new CheckError('passes', 'empty: this run is a pass itself')
      await this.#pass(parent, `passes[${at++}]`)
    }
  }

  async #pass(parent: Run, at: string): Promise<void> {
    let run: Run | null = null
    let hasRecords = false
    for await (const name of this.#json.members()) {
      if (name === 'run') {
        run = runFileParts.run(await this.#json.value(), `${at}.run`)
        if (run.judging) throw new UnstreamedError('a judge’s pass')
        checkPass(run, parent, at)
        if (this.#ids.has(run.id)) throw new CheckError(`${at}.run.id`, 'an id of its own')
        this.#ids.add(run.id)
      } else if (name === 'records') {
        if (run === null) throw new UnstreamedError('records stand before their run')
        hasRecords = true
        await this.#take.run(run)
        await this.#passRecords(run, at)
      } else await this.#json.value()
    }
    if (run === null || !hasRecords) throw new CheckError(`${at}.${run ? 'records' : 'run'}`, 'there')
  }

  async #passRecords(run: Run, at: string): Promise<void> {
    const check = new RecordCheck(run, `${at}.`)
    let place = 0
    for await (const _ of this.#json.items()) {
      const where = `${at}.records[${place++}]`
      const value = await this.#json.value()
      const index = sampleIndexIn(value)
      const own = index === null ? undefined : await this.#take.sampleOf(index)
      const record = passRecord(() => own)(value, where)
      check.take(record)
      checkOwnSample(record.sample, own, `${where}.sample`)
      await this.#take.record(record)
    }
    check.end()
  }

  #known(): Run {
    if (this.#run) return this.#run
    throw new UnstreamedError('records stand before their run')
  }
}

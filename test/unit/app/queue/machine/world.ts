import { nextOfQueue } from '../../../../../src/app/queue/machine/next.ts'
import {
  idleQueue,
  type QueuedRun,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
  type ReadyRun,
} from '../../../../../src/app/queue/machine/queue-state.ts'
import type { QueueRequest } from '../../../../../src/app/queue/requests.ts'
import type { WorkerPool } from '../../../../../src/app/run/worker-pool.ts'
import { Random } from '../../../support/random.ts'

type Kind = 'start' | 'continue' | 'passes' | 'judge'

/** What the machine reads of a request, and what this world needs. */
interface WorldRequest {
  readonly key: string
  readonly name: string
  readonly about: string | null
  readonly mayWait: boolean
  readonly kind: Kind
  /** The data set that was chosen when the button of a new run was pressed. */
  readonly chosen: string
}

/** Stands for a data set that a run holds. */
interface Held {
  readonly dataset: string
  isReleased: boolean
}

interface StoredRun extends QueuedRun {
  readonly dataset: string
  isOver: boolean
}

type Effect<Do extends QueueEffect['do']> = Extract<QueueEffect, { readonly do: Do }>

/** The machine passes both on as they are. */
const asked = (request: QueueRequest): WorldRequest => request as unknown as WorldRequest
const asHeld = (held: WorkerPool | null): Held | null => held as unknown as Held | null

/** What became of a press: not yet known, granted, or refused with an error. */
type Answer = 'open' | 'granted' | { readonly error: string }

/**
 * The page, the user, the data thread and the store around the queue. Every answer takes a while, and what happens next is
 * drawn by chance: the user picks other folders, presses, stops and deletes while runs are prepared.
 */
export class QueueWorld {
  readonly random: Random
  state: QueueState = idleQueue
  readonly stored = new Map<string, StoredRun>()
  readonly deleted = new Set<string>()
  readonly answers = new Map<number, Answer>()
  /** What each press asked for, as its own errors name it. */
  readonly #keys = new Map<number, string>()
  readonly held: Held[] = []
  /** Which data set each run was asked on. */
  readonly asked: { readonly run: string; readonly dataset: string }[] = []
  readonly counts = { refused: 0, mismatched: 0, failed: 0, waited: 0, deletions: 0 }
  #open = 'A'
  #presses = 0
  #runs = 0
  #pending: (() => void)[] = []
  #atWork: { readonly ready: ReadyRun; isShown: boolean; isStopped: boolean } | null = null
  #isPuttingAway = false

  constructor(seed: number) {
    this.random = new Random(seed)
    for (const dataset of ['A', 'B', 'C']) this.#store(dataset, null)
  }

  get isQuiet(): boolean {
    return this.#pending.length === 0 && this.#atWork === null
  }

  /** One thing happens. @param mayAct whether the user still does something */
  turn(mayAct: boolean): void {
    const events = [...this.#pending.keys()].map(i => () => this.#pending.splice(i, 1)[0]?.())
    if (this.#atWork) events.push(() => this.#workOn())
    if (mayAct)
      events.push(
        () => this.#act(),
        () => this.#act(),
      )
    if (events.length > 0) this.random.pick(events)()
  }

  #act(): void {
    const act = this.random.below(12)
    if (act < 3) this.#open = this.random.pick(['A', 'B', 'C'])
    else if (act === 3) this.#send({ type: 'stop' })
    else if (act === 4) {
      const run = this.#anyRun()
      if (run) this.#ask('delete', press => ({ type: 'delete', press, run: run.run }))
    } else {
      const request = this.#request(
        this.random.pick(['start', 'continue', 'continue', 'passes', 'passes', 'judge']),
      )
      if (request)
        this.#ask(request.key, press => ({
          type: 'pressed',
          press,
          request: request as unknown as QueueRequest,
        }))
    }
  }

  #ask(key: string, event: (press: number) => QueueEvent): void {
    const press = this.#presses++
    this.#keys.set(press, key)
    this.answers.set(press, 'open')
    this.#send(event(press))
  }

  #request(kind: Kind): WorldRequest | null {
    const run = this.#anyRun()
    if (kind === 'start')
      return {
        kind,
        key: `${kind} ${this.#open}`,
        name: this.#open,
        about: null,
        mayWait: false,
        chosen: this.#open,
      }
    if (!run || (kind !== 'continue' && run.parent !== null)) return null
    const key = `${kind} ${run.run}`
    return { kind, key, name: run.run, about: run.run, mayWait: kind === 'passes', chosen: run.dataset }
  }

  #anyRun(): StoredRun | null {
    const runs = [...this.stored.values()]
    return runs.length > 0 ? this.random.pick(runs) : null
  }

  #store(dataset: string, parent: StoredRun | null): StoredRun {
    const run = `run ${this.#runs++}`
    const made = {
      run,
      name: run,
      parent: parent?.run ?? null,
      origin: parent?.run ?? run,
      dataset,
      isOver: false,
    }
    this.stored.set(run, made)
    return made
  }

  #send(event: QueueEvent): void {
    const { state, effects } = nextOfQueue(this.state, event)
    this.state = state
    for (const effect of effects) this.#do(effect)
  }

  #later(act: () => void): void {
    this.#pending.push(act)
  }

  #do(effect: QueueEffect): void {
    switch (effect.do) {
      case 'hold':
        this.#hold(effect)
        break
      case 'check':
        this.#check(effect)
        break
      case 'store':
        this.#storeRuns(effect)
        break
      case 'release':
        this.#release(asHeld(effect.held))
        break
      case 'work':
        this.#begin(effect.ready)
        break
      case 'stop work':
        if (this.#atWork) this.#atWork.isStopped = true
        break
      case 'delete':
        this.#delete(effect)
        break
      case 'settle':
        for (const press of effect.presses) this.#answer(press, effect.error)
        break
      case 'notify':
        break
    }
  }

  #release(held: Held | null): void {
    if (!held || held.isReleased) throw new Error('something held is released twice')
    held.isReleased = true
  }

  #answer(press: number, error: { readonly thrown: unknown } | null): void {
    if (this.answers.get(press) !== 'open') throw new Error(`press ${press} is answered twice`)
    const words = error && (error.thrown instanceof Error ? error.thrown.message : String(error.thrown))
    if (words?.includes('already working')) this.counts.refused++
    else if (words !== null && !words.includes('being deleted') && !words.includes('locked'))
      if (!words.startsWith(`${this.#keys.get(press)}:`))
        throw new Error(`press ${press} is answered with the error of another: ${words}`)
    this.answers.set(press, words === null ? 'granted' : { error: words })
  }

  /** First the folder of the run is opened, which changes what is open; then what is open now is held. */
  #hold({ preparation, request: wanted }: Effect<'hold'>): void {
    const request = asked(wanted)
    const named = request.chosen
    this.#later(() => {
      if (request.kind !== 'start') this.#open = named
      this.#later(() => {
        if (this.random.below(15) === 0) this.#refuse(preparation, `${request.key}: folder gone`)
        else this.#send({ type: 'held', preparation, held: this.#holdOpen() as unknown as WorkerPool })
      })
    })
  }

  #check({ preparation, ...effect }: Effect<'check' | 'store'>): void {
    const [request, held] = [asked(effect.request), asHeld(effect.held)]
    this.#later(() => {
      if (held?.isReleased) return
      const isSame = held?.dataset === request.chosen
      if (!isSame) this.counts.mismatched++
      if (isSame) this.#send({ type: 'checked', preparation })
      else this.#refuse(preparation, `${request.key}: folder changed`)
    })
  }

  #refuse(preparation: number, error: string): void {
    this.#send({ type: 'refused', preparation, error })
  }

  #holdOpen(dataset = this.#open): Held {
    const held = { dataset, isReleased: false }
    this.held.push(held)
    return held
  }

  #storeRuns({ preparation, ...effect }: Effect<'check' | 'store'>): void {
    const [request, held] = [asked(effect.request), asHeld(effect.held)]
    const about = request.about === null ? null : (this.stored.get(request.about) ?? null)
    this.#later(() => {
      const isGone = request.about !== null && !this.stored.has(request.about)
      if (isGone || this.random.below(15) === 0) {
        this.#refuse(preparation, `${request.key}: ${isGone ? 'run gone' : 'disk full'}`)
        return
      }
      this.#send({
        type: 'stored',
        preparation,
        runs: this.#makeRuns(request, about, held?.dataset ?? ''),
      })
    })
  }

  #makeRuns({ kind }: WorldRequest, about: StoredRun | null, dataset: string): readonly StoredRun[] {
    if (kind === 'continue' && about) return [about]
    if (kind === 'passes') return [this.#store(dataset, about), this.#store(dataset, about)]
    return [this.#store(dataset, kind === 'judge' ? about : null)]
  }

  #begin(ready: ReadyRun): void {
    if (this.#atWork || this.#isPuttingAway) throw new Error('two runs are at work')
    if (asHeld(ready.held)?.isReleased !== false) throw new Error('a run begins with what was released')
    if (this.deleted.has(ready.run) || this.deleted.has(ready.parent ?? ''))
      throw new Error('a deleted run begins')
    this.#atWork = { ready, isShown: false, isStopped: false }
  }

  #workOn(): void {
    const work = this.#atWork
    if (!work) return
    const { run } = work.ready
    const held = asHeld(work.ready.held)
    if (!work.isShown) {
      work.isShown = true
      if (this.random.below(20) === 0) this.#end('failed', { thrown: `${run}: locked` })
      else this.#send({ type: 'shown' })
      return
    }
    if (held?.isReleased !== false) throw new Error('a run at work lost what it holds')
    this.asked.push({ run, dataset: held.dataset })
    const isBroken = this.random.below(8) === 0
    if (isBroken) this.counts.failed++
    if (work.isStopped) this.#end('paused', null)
    else if (isBroken) this.#end('failed', null)
    else if (this.random.below(3) === 0) this.#end('done', null)
  }

  #end(outcome: 'done' | 'paused' | 'failed', error: { readonly thrown: unknown } | null): void {
    this.#atWork = null
    this.#isPuttingAway = true
    if (this.state.line.length > 0) this.counts.waited++
    this.#later(() => {
      this.#isPuttingAway = false
      this.#send({ type: 'put away' })
    })
    this.#send({ type: 'ended', outcome, error })
  }

  #delete({ press, run }: Effect<'delete'>): void {
    if (this.#atWork?.ready.run === run || this.#atWork?.ready.parent === run)
      throw new Error('a run at work is deleted')
    this.counts.deletions++
    this.#later(() => {
      for (const [id, known] of this.stored)
        if (id === run || known.parent === run) {
          this.stored.delete(id)
          this.deleted.add(id)
        }
      this.#send({ type: 'deleted', press, error: null })
    })
  }

  /** @throws where something that the queue promises does not hold at the end */
  check(datasetByRun: ReadonlyMap<string, string>): void {
    for (const { run, dataset } of this.asked)
      if (datasetByRun.get(run) !== dataset) throw new Error(`${run} was asked on ${dataset}`)
    for (const [press, answer] of this.answers)
      if (answer === 'open') throw new Error(`press ${press} was never answered`)
    const kept = this.held.filter(({ isReleased }) => !isReleased)
    if (kept.length > 0) throw new Error(`${kept.length} folders are held for ever`)
    const { preparations, work, line, deletions } = this.state
    if (preparations.length + line.length + deletions.length > 0 || work)
      throw new Error('the queue never comes to rest')
  }

  /** Every run ever stored, by the data set that it names. */
  datasets = (): ReadonlyMap<string, string> =>
    new Map([...this.stored].map(([id, { dataset }]) => [id, dataset]))
}

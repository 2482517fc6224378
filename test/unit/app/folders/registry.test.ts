/** The folders on show, in whatever order they are picked and read. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { FolderRole, LiveRun } from '../../../../src/app/state/state.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'
import { FolderWorld, files, quiet } from './world.ts'

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const roles = ['dataset', 'model', 'judge'] as const
/** Roles that a run asks with. */
const asked = ['dataset', 'model'] as const

/** A run that was made with these folders. */
const makeRun = (id: string, dataset: string, model: string): Run => ({
  ...someRun,
  id,
  dataset: { ...someRun.dataset, name: dataset, fingerprint: `print of ${dataset}`, source: 'files' },
  model: { ...someRun.model, name: model, fingerprint: `print of ${model}`, family: 'f', source: 'files' },
})

/** What is ready is what was picked last, and the number that a run would hold is the number of its opening. */
function expectConsistent(world: FolderWorld, picked: Record<FolderRole, string | null>): void {
  for (const role of roles) {
    const name = world.shown(role)
    if (name === null) continue
    expect(name, role).toBe(picked[role])
    if (role !== 'judge' && asked.some(other => world.shown(other) === null)) continue
    const opening = role === 'judge' ? world.registry.neededJudge() : world.registry.needed()[role]
    expect(opening && world.names.get(`${role} ${opening.number}`), role).toBe(name)
  }
}

const orders = seeds(400)

test(`${orders.length} random orders of picks, readings and failures show and hold what was picked last`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const world = new FolderWorld()
    const picked: Record<FolderRole, string | null> = { dataset: null, model: null, judge: null }
    const failed: Record<FolderRole, boolean> = { dataset: false, model: false, judge: false }
    try {
      for (let turn = 0; turn < 20; turn++) {
        const next = world.reading[random.below(world.reading.length + 1)]
        if (next && random.next() < 0.5) {
          world.reading.splice(world.reading.indexOf(next), 1)
          const fails = random.next() < 0.2
          if (world.names.get(`${next.role} ${next.number}`) === picked[next.role]) failed[next.role] = fails
          next.settle(fails)
        } else {
          const role = random.pick(roles)
          picked[role] = `${role} ${turn}`
          failed[role] = false
          void world.registry.choose(role, files(`${role} ${turn}`))
        }
        if (random.next() < 0.7) await quiet()
        expectConsistent(world, picked)
      }
      await world.readAll()
      expectConsistent(world, picked)
      for (const role of roles) {
        if (picked[role] === null) continue
        expect(world.app.state[role].status, role).toBe(failed[role] ? 'failed' : 'ready')
        if (!failed[role]) expect(world.held[role]?.name).toBe(picked[role])
      }
      expect(world.app.state.notices).toEqual([])
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    }
  }
})

test('from the press on, a folder that is not yet read keeps a run from starting on the one before it', async () => {
  const world = new FolderWorld()
  void world.registry.choose('dataset', files('a'))
  void world.registry.choose('model', files('m'))
  await world.readAll()
  expect(world.registry.needed().dataset.name).toBe('a')
  void world.registry.choose('dataset', files('b'))
  expect(world.shown('dataset')).toBeNull()
  expect(() => world.registry.needed()).toThrow('This folder is not open.')
})

test('a folder that cannot be read says so wherever it is needed', async () => {
  const world = new FolderWorld()
  void world.registry.choose('dataset', files('a'))
  await world.readAll(true)
  expect(() => world.registry.dataset()).toThrow('a cannot be read.')
  expect(world.kept.size).toBe(0)
})

test('the folders of the last visit come back, unless the user has picked others meanwhile', async () => {
  const world = new FolderWorld()
  const listed = { kind: 'files', name: 'earlier', files: [{ path: 'a', file: new File([], 'a') }] } as const
  world.kept.set('last/dataset', listed)
  world.kept.set('last/model', { ...listed, files: [] })
  const bringing = world.registry.bringBackLast()
  void world.registry.choose('dataset', files('picked'))
  await world.readAll()
  await bringing
  expect(world.shown('dataset')).toBe('picked')
  // Only the name of its files was kept.
  expect(world.app.state.model).toEqual({ status: 'locked', name: 'earlier', source: 'files' })
})

test('a run brings back its folders, and those that are open are not read again', async () => {
  const world = new FolderWorld()
  for (const [dataset, model] of [
    ['a', 'm'],
    ['b', 'n'],
  ] as const) {
    void world.registry.choose('dataset', files(dataset))
    void world.registry.choose('model', files(model))
    await world.readAll()
    const source = {
      dataset: world.registry.descriptor('dataset'),
      model: world.registry.descriptor('model'),
    }
    await world.registry.keepFor(makeRun(dataset, dataset, dataset === 'a' ? 'm' : 'n'), source as never)
  }
  const openings = world.names.size
  const open = await world.registry.bringBackFor(makeRun('b', 'b', 'n'))
  expect(open.needed.dataset.name).toBe('b')
  expect(world.names.size).toBe(openings)
  const back = world.registry.bringBackFor(makeRun('a', 'a', 'm'))
  await world.readAll()
  const { needed, model } = await back
  expect([needed.dataset.name, needed.model?.name, model.name]).toEqual(['a', 'm', 'm'])
  expect([world.held.dataset?.number, world.held.model?.number]).toEqual([
    needed.dataset.number,
    needed.model?.number,
  ])
})

test('a folder that changed since the run began is refused by name', async () => {
  const world = new FolderWorld()
  void world.registry.choose('dataset', files('a'))
  void world.registry.choose('model', files('m'))
  await world.readAll()
  const source = { dataset: world.registry.descriptor('dataset'), model: world.registry.descriptor('model') }
  await world.registry.keepFor(makeRun('r', 'a', 'm'), source as never)
  const run = makeRun('r', 'a', 'm')
  const other = { ...run, dataset: { ...run.dataset, fingerprint: 'print of before' } }
  const back = world.registry.bringBackFor(other).catch(error => error.info)
  await world.readAll()
  expect(await back).toMatchObject({ code: 'fingerprint-mismatch', subject: 'a' })
})

test('another folder that is picked while a run brings its own back ends that', async () => {
  const world = new FolderWorld()
  void world.registry.choose('dataset', files('a'))
  void world.registry.choose('model', files('m'))
  await world.readAll()
  const source = { dataset: world.registry.descriptor('dataset'), model: world.registry.descriptor('model') }
  await world.registry.keepFor(makeRun('r', 'a', 'm'), source as never)
  void world.registry.choose('dataset', files('b'))
  await world.readAll()
  const back = world.registry.bringBackFor(makeRun('r', 'a', 'm')).catch(error => error.info)
  await quiet()
  void world.registry.choose('dataset', files('c'))
  await world.readAll()
  expect(await back).toMatchObject({ code: 'fingerprint-mismatch', subject: 'a' })
  expect(world.shown('dataset')).toBe('c')
})

test('folders whose files the browser forgot are named at once, and shown as locked', async () => {
  const world = new FolderWorld()
  for (const role of asked) world.kept.set(`r/${role}`, { kind: 'files', name: role, files: [] })
  const refused = await world.registry
    .expectPicked([makeRun('r', 'dataset', 'model')])
    .catch(error => error.info)
  expect(refused).toMatchObject({ code: 'permission-denied', subject: 'dataset, model' })
  for (const role of asked) expect(world.app.state[role]).toMatchObject({ status: 'locked', name: role })
  // Picked again under the same name, they serve the run.
  for (const role of asked) void world.registry.choose(role, files(role))
  await world.readAll()
  await world.registry.expectPicked([makeRun('r', 'dataset', 'model')])
})

test('a judge comes back for its pass, whatever was picked since, and is not read again where it is open', async () => {
  const world = new FolderWorld()
  const pass = { ...makeRun('pass', 'a', 'first'), parent: 'r' }
  void world.registry.choose('judge', files('first'))
  await world.readAll()
  await world.registry.keepFor(pass, { model: world.registry.descriptor('judge') as never })
  expect(await world.registry.bringBack(pass, 'judge')).toEqual(world.registry.neededJudge())
  void world.registry.choose('judge', files('second'))
  await world.readAll()
  const back = world.registry.bringBack(pass, 'judge')
  await world.readAll()
  expect(await back).toEqual({ name: 'first', number: world.held.judge?.number })
  expect(world.shown('judge')).toBe('first')
})

test('a judge that changed, or that the browser forgot, is refused by name', async () => {
  const world = new FolderWorld()
  world.kept.set('pass/model', { kind: 'files', name: 'first', files: [] })
  const pass = makeRun('pass', 'a', 'first')
  const refused = (run: Run) => world.registry.bringBack(run, 'judge').catch(error => error.info)
  expect(await refused(pass)).toMatchObject({
    ...{ code: 'permission-denied', subject: 'first', message: 'The judge’s folder is not open.' },
    remedy: 'Pick the folder "first" under Judge, then try again.',
  })
  expect(world.app.state.judge).toMatchObject({ status: 'locked', name: 'first' })
  void world.registry.choose('judge', files('first'))
  await world.readAll()
  const changed = refused({ ...pass, model: { ...pass.model, fingerprint: 'print of before' } })
  await world.readAll()
  expect(await changed).toMatchObject({
    ...{ code: 'fingerprint-mismatch', subject: 'first' },
    message: 'This folder has changed since the judge started.',
  })
})

test('no judge is shown before one was chosen', async () => {
  const world = new FolderWorld()
  await world.registry.bringBackLast().catch(() => {})
  expect(world.app.state.judge).toEqual({ status: 'none' })
  expect(() => world.registry.judge()).toThrow('The judge’s folder is not open.')
})

test('a folder that makes no progress ends its thread, and a run that reads there is reported as stopped', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  for (const phase of ['running', 'done'] as const) {
    const world = new FolderWorld()
    const run = { ...makeRun('r', 'set', 'model'), state: phase }
    world.app.change({ live: { run, phase } as unknown as LiveRun })
    void world.registry.choose('dataset', files('stuck'))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(world.replaced).toBe(1)
    expect(world.app.state.dataset).toMatchObject({
      status: 'failed',
      error: { code: 'file-unreadable', subject: 'stuck' },
    })
    expect(world.app.state.notices.map(({ error }) => error.subject)).toEqual(
      phase === 'running' ? [run.name] : [],
    )
  }
})

test('slices and file names that were chosen stay chosen under another mapping, and not for another folder', async () => {
  const world = new FolderWorld()
  const { tables } = world.registry
  void world.registry.choose('dataset', files('a'))
  await world.readAll()
  void tables.chooseSlices('8')
  await world.readAll()
  void tables.keepNames()
  await world.readAll()
  void tables.readAgain({ split: 'test' })
  await world.readAll()
  expect(world.readings.at(-1)).toMatchObject({ slices: '8', keepNames: true, split: 'test' })
  void tables.chooseSlices(null)
  await world.readAll()
  expect(world.readings.at(-1)).toEqual({ keepNames: true, split: 'test' })
  void world.registry.choose('dataset', files('b'))
  await world.readAll()
  expect(world.readings.at(-1)).toEqual({})
})

test('a data set that is marked as private is forgotten, keeps what its columns are kept by, and is read so until unmarked', async () => {
  const world = new FolderWorld()
  const { tables } = world.registry
  void world.registry.choose('dataset', files('SMITH'))
  await world.readAll()
  world.mappings.set('SMITH', {})
  expect(world.kept.has('last/dataset')).toBe(true)
  void tables.markPrivate(true)
  await world.readAll()
  expect([...world.kept.keys()]).not.toContain('last/dataset')
  expect([...world.mappings.keys()]).toEqual([])
  void tables.keepColumn('ward', true)
  await world.readAll()
  void tables.readAgain({ split: 'test' })
  await world.readAll()
  expect(world.readings.at(-1)).toEqual({ isPrivate: true, keepColumns: ['ward'], split: 'test' })
  void tables.keepColumn('ward', false)
  await world.readAll()
  expect(world.readings.at(-1)?.keepColumns).toEqual([])
  expect([...world.kept.keys()]).not.toContain('last/dataset')
  void tables.markPrivate(false)
  await world.readAll()
  expect(world.readings.at(-1)).toEqual({ keepColumns: [], split: 'test' })
  expect(world.kept.has('last/dataset')).toBe(true)
})

test('a mapping that the user changes keeps no column of a private data set on purpose', async () => {
  const world = new FolderWorld()
  const { tables } = world.registry
  void world.registry.choose('dataset', files('a'))
  await world.readAll()
  void tables.markPrivate(true)
  await world.readAll()
  const mapping = { name: 'm', protocol: null, tables: [] }
  void tables.readAgain({ mapping })
  await world.readAll()
  expect(world.readings.at(-1)).toMatchObject({ isPrivate: true, keepColumns: [], mapping })
  expect([...world.mappings.keys()]).toEqual([])
})

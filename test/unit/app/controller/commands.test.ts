import { expect, test } from 'vitest'
import { bindCommands } from '../../../../src/app/controller/commands.ts'
import { officialLevels } from '../../../../src/app/controller/levels.ts'
import type { Services } from '../../../../src/app/controller/services.ts'
import type { QueueRequest } from '../../../../src/app/queue/requests.ts'
import { AppStore, initialState, Observable } from '../../../../src/app/state/store.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'
import { device } from '../folders/world.ts'

/** Commands on services that note what is asked of them, in order. */
function page(over: Record<string, unknown> = {}) {
  const noted: string[] = []
  const asked: QueueRequest[] = []
  const runs = new Map<string, Run>([['r', { ...someRun, id: 'r' }]])
  const note =
    (what: string, answer?: unknown) =>
    async (...args: readonly unknown[]) => {
      noted.push([what, ...args.filter(arg => typeof arg === 'string')].join(' '))
      return answer
    }
  const services = {
    app: new AppStore(initialState(device)),
    ahead: { wake: () => noted.push('wake') },
    folders: { tables: { readSoFar: new Observable(null) }, choose: note('choose'), unlock: note('unlock') },
    queue: {
      ask: async (request: QueueRequest) => void asked.push(request),
      refresh: note('refresh'),
      delete: note('delete'),
    },
    store: Promise.resolve({
      run: async (id: string) => runs.get(id),
      record: async () => undefined,
      changeRun: async (id: string, change: (run: Run) => Run) =>
        void runs.set(id, change(runs.get(id) ?? someRun)),
    }),
    rows: { drop: () => noted.push('drop'), prepare: note('prepare') },
    fact: note('fact', 'compared'),
    results: { remote: { deleteLeftovers: note('delete leftovers') } },
    garbage: { during: (_: number, work: Promise<unknown>) => work },
    imports: { backup: note('backup', 'restored'), files: note('files', 'new') },
    ...over,
  } as unknown as Services
  return { noted, asked, runs, app: services.app, controller: bindCommands(services) }
}

const notices = ({ state }: AppStore) =>
  state.notices.map(({ error }) => error.message.replace(/^.*internal error: /, ''))

test('a command gets its own arguments after the services', async () => {
  const { controller, noted } = page()
  await controller.chooseDataset({ from: 'demo' })
  expect(noted).toEqual(['wake', 'choose dataset'])
})

test('a request names what the page shows at the press, whatever is chosen while it is prepared', async () => {
  const { controller, asked, app } = page()
  const press = controller.addPasses('r', [{ kind: 'blank-image' }])
  const cores = app.state.device.cores
  app.change({ probes: [{ kind: 'blank-image' }] })
  await press
  expect(asked).toMatchObject([{ kind: 'passes', about: 'r', device: { cores } }])
})

test('a command that returns nothing shows its error and does not reject', async () => {
  const { controller, app, asked } = page({
    folders: {
      tables: {},
      dataset: () => {
        throw new Error('No data set is open.')
      },
    },
    offline: { update: () => Promise.reject(new Error('There is no newer version.')) },
  })
  await controller.start()
  await controller.updatePage()
  expect(asked).toEqual([])
  expect(notices(app)).toEqual(['No data set is open.', 'There is no newer version.'])
  controller.dismiss(app.state.notices[0]?.id ?? -1)
  expect(notices(app)).toEqual(['There is no newer version.'])
})

test('a probe with an unknown name is refused with the names that exist', async () => {
  const { controller, app, asked } = page()
  const fog = { kind: 'corruption', corruption: 'fog', strength: 3, seed: 1 } as unknown as Probe
  const blank: Probe = { kind: 'blank-image' }
  await controller.changeProbes([blank])
  await controller.changeProbes([blank, fog])
  expect(app.state.probes).toEqual([blank])
  await controller.addPasses('r', [fog])
  const corruption = (place: number) =>
    expect.stringMatching(
      new RegExp(
        `^There is no such probe: probes\\[${place}\\]\\.corruption should be one of "noise", "blur",`,
      ),
    )
  expect(notices(app)).toEqual([corruption(1), corruption(0)])
  // The error of a second press of the same button takes the place of the first.
  await controller.addPasses('r', [{ kind: 'fog' } as unknown as Probe])
  expect(asked).toEqual([])
  expect(notices(app)).toEqual([
    corruption(1),
    expect.stringMatching(/^There is no such probe: probes\[0\]\.kind should be one of "option-order",/),
  ])
})

test('a run that is renamed is listed anew', async () => {
  const { controller, runs, noted } = page()
  await controller.renameRun('r', 'mine')
  expect(runs.get('r')?.name).toBe('mine')
  expect(noted).toEqual(['refresh'])
})

test('a record that is missing is named', async () => {
  await expect(page().controller.record('r', 7)).rejects.toMatchObject({ info: { subject: 'sample 7' } })
})

test('a comparison first frees the open rows, and compares runs whose rows cannot be prepared', async () => {
  const rows = page()
  const faulty = page({
    rows: { drop: () => {}, prepare: () => Promise.reject(new Error('The disk is full.')) },
  })
  const compared = await rows.controller.compare(['r', 'r'], officialLevels)
  expect(rows.noted).toEqual([
    ...['drop', 'prepare r', 'prepare r'],
    ...['fact comparison', 'fact answerTime', 'fact answerTime'],
  ])
  expect(compared).toMatchObject({ runs: [{ id: 'r' }, { id: 'r' }], comparison: 'compared' })
  expect(await faulty.controller.compare(['r'], officialLevels)).toMatchObject({ comparison: 'compared' })
})

test('what comes in from files is listed whether or not it succeeds, and an abort deletes what it left', async () => {
  const { controller, noted } = page()
  const file = new File([], 'backup.zip')
  expect(await controller.restore(file, () => {}, new AbortController().signal)).toBe('restored')
  expect(noted).toEqual(['drop', 'backup', 'refresh'])
  const ending = new AbortController()
  const aborted = page({
    imports: {
      files: () => {
        ending.abort()
        return Promise.reject(ending.signal.reason)
      },
    },
  })
  await expect(aborted.controller.importFiles([file], () => {}, ending.signal)).rejects.toThrow('aborted')
  expect(aborted.noted).toEqual(['drop', 'delete leftovers', 'refresh'])
})

test('settings that are changed wake the loading ahead, and a chosen length stays chosen', () => {
  const { controller, app, noted } = page()
  controller.changeSettings({ limit: 5 })
  expect(app.state.isLengthChosen).toBe(false)
  controller.changeSettings({ maxNewTokens: 9 })
  controller.changeSettings({ limit: 6 })
  expect(app.state).toMatchObject({ isLengthChosen: true, settings: { limit: 6, maxNewTokens: 9 } })
  expect(noted).toEqual(['wake', 'wake', 'wake'])
})

test('a run that has not asked a sample has no record of it; one that cannot be read gives its error', async () => {
  const record = async (run: string) => {
    if (run === 'damaged') throw new Error('The record is damaged.')
  }
  const { controller } = page({ store: Promise.resolve({ record }) })
  await expect(controller.askedRecord('r', 4)).resolves.toBeNull()
  await expect(controller.askedRecord('damaged', 4)).rejects.toThrow('The record is damaged.')
})

test('two runs are asked for their times only where one machine computed both', async () => {
  const readTimes = async (threads: readonly number[]) => {
    const run = async (id: string): Promise<Run> => ({
      ...{ ...someRun, id },
      environment: { ...someRun.environment, threads: threads[Number(id)] ?? 1 },
    })
    const { controller, noted } = page({ store: Promise.resolve({ run }) })
    await controller.compare(['0', '1'], officialLevels)
    return noted.filter(what => what === 'fact answerTime').length
  }
  expect(await readTimes([2, 2])).toBe(2)
  expect(await readTimes([2, 4])).toBe(0)
})

test('the report of a comparison tells how many figures were read, and ends with its reason when it is cancelled', async () => {
  const made = page({ reports: async () => ({ comparisonFile: () => new Blob(['report']) }) })
  const told: string[] = []
  const abort = new AbortController()
  const waiting = { signal: abort.signal, report: (what: string) => void told.push(what) }
  const file = await made.controller.compareReport(['r'], officialLevels, new Map(), waiting)
  expect(await file.text()).toBe('report')
  // How many there are depends on the features.
  const figures = told.filter(what => what !== 'Drawing')
  expect(figures).not.toEqual([])
  expect(told).toEqual([...figures.map((_, i) => `Figures read: ${i}`), 'Drawing'])
  abort.abort(new Error('cancelled'))
  await expect(made.controller.compareReport(['r'], officialLevels, new Map(), waiting)).rejects.toThrow(
    'cancelled',
  )
})

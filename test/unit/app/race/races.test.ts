/** The list of models that are to race. */
import { expect, test } from 'vitest'
import { Races } from '../../../../src/app/race/races.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import { serverOverview } from '../../../../src/engine/model/served.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'
import { serverInfo } from '../../support/server-info.ts'
import { device } from '../folders/world.ts'

function page() {
  const app = new AppStore(initialState(device))
  app.change({ settings: { ...app.state.settings, device: 'server', dtype: 'server' } })
  let chosen = 'a'
  const folders = {
    model: () => {
      if (chosen === '') throw new Error('No model is open.')
      return { ...serverOverview(serverInfo), name: chosen }
    },
    dataset: () => ({ ...someRun.dataset, imagesAtOnce: 1 }),
    needed: () => ({ dataset: { name: 'd', number: 1 }, model: { name: chosen, number: 1 } }),
    descriptor: (role: string) => ({ kind: 'served', name: role === 'model' ? chosen : 'd', base: '/' }),
  }
  const data = { remote: { fingerprintModel: async ({ name }: { name: string }) => `print of ${name}` } }
  const races = new Races(app, data as never, folders as never)
  const choose = (name: string): void => {
    chosen = name
  }
  return { app, races, choose }
}

const orders = seeds(200)

test(`in ${orders.length} random orders of adding and removing, each model is listed once and races with its own folder`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const { app, races, choose } = page()
    const expected: string[] = []
    for (let turn = 0; turn < 12; turn++) {
      const { entrants } = app.state
      if (random.next() < 0.6) {
        const name = random.pick(['a', 'b', 'c'])
        choose(name)
        await races.add()
        if (!expected.includes(name)) expected.push(name)
      } else if (entrants.length > 0) {
        const gone = random.pick(entrants)
        races.remove(gone.id)
        expected.splice(expected.indexOf(gone.overview.name), 1)
      }
    }
    expect(
      app.state.entrants.map(({ overview }) => overview.name),
      `seed ${seed}`,
    ).toEqual(expected)
    const request = races.request()
    expect(request.entrants.map(({ source }) => 'name' in source && source.name)).toEqual(expected)
    expect(request).toMatchObject({ kind: 'new race', risk: 0.05, source: { name: 'd' } })
  }
})

test('a model that is not open is not added, and the reason is thrown', async () => {
  const { app, races, choose } = page()
  choose('')
  await expect(races.add()).rejects.toThrow('No model is open.')
  expect(app.state.entrants).toEqual([])
})

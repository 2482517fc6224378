/**
 * `npm run lab -- kills [--times 200 --seed 1]`: kills browsers and renderers with SIGKILL under runs that are continued
 * each time, half with the bundled model and half with a slow one, half in a browser that promised to keep the data of the
 * page. Exits with 1 where a record is lost or doubled.
 */
import { parseArgs } from 'node:util'
import { servePage } from '../../src/cli/serve/serve.ts'
import { slowModel } from '../browser/harness/slow-model.ts'
import { removeFolder, temporaryFolder } from './folders.ts'
import { killRun, type Victim } from './kill-run.ts'
import { promisePersistence } from './visit.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const times = Math.ceil(Number(values.times) / 8)
const seed = Number(values.seed)

const models = temporaryFolder('models')
const slow = slowModel(models, 'slow-vlm', { decoder: 20 })
const server = await servePage([])
let kills = 0
const ways = (['browser', 'renderer'] as const).flatMap(victim =>
  [null, slow].flatMap(model => [false, true].map(isPersistent => ({ victim, model, isPersistent }))),
)
for (const { victim, model, isPersistent } of ways) {
  const profile = temporaryFolder('profile')
  if (isPersistent) promisePersistence(profile, server.origin)
  const own = seed + kills
  const promise = isPersistent ? 'persistent' : 'not persistent'
  const what = `${victim}, ${model ? 'slow' : 'bundled'} model, ${promise}, seed ${own}`
  try {
    const life = model ? 3000 : 600
    const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
    const done = await killRun({
      origin: server.origin,
      profile,
      victims: Array<Victim>(times).fill(victim),
      seed: own,
      model,
      life,
      log,
    })
    kills += done.kills
    console.log(`${what}: ${done.kills} kills, ${done.records} records, none lost or doubled`)
  } catch (error) {
    console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    removeFolder(profile)
  }
}
console.log(`${kills} kills in all`)
removeFolder(models)
await server.close()

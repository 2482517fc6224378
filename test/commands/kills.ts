/**
 * `npm run kills [-- --times 200 --seed 1]`: kills browsers and renderers with SIGKILL under runs that are continued
 * each time, half with the bundled model and half with a slow one. Exits with 1 where a record is lost or doubled.
 */
import { parseArgs } from 'node:util'
import { servePage } from '../../src/cli/serve.ts'
import { slowModel } from '../browser/harness/slow-model.ts'
import { removeFolder, temporaryFolder } from './folders.ts'
import { killRun, type Victim } from './kill-run.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const times = Math.ceil(Number(values.times) / 4)
const seed = Number(values.seed)

const models = temporaryFolder('models')
const slow = slowModel(models, 'slow-vlm', { decoder: 20 })
const server = await servePage([])
let kills = 0
for (const victim of ['browser', 'renderer'] as const) {
  for (const model of [null, slow]) {
    const profile = temporaryFolder('profile')
    const own = seed + kills
    const what = `${victim}, ${model ? 'slow' : 'bundled'} model, seed ${own}`
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
}
console.log(`${kills} kills in all`)
removeFolder(models)
await server.close()

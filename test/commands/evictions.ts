/**
 * `npm run lab -- evictions [--times 20 --seed 1]`: deletes the data of the page at random moments of a run of the demo, which
 * then goes on to its end. Exits with 1 where an answer is lost without a report, or is under another question or run.
 */
import { parseArgs } from 'node:util'
import { servePage } from '../../src/cli/serve/serve.ts'
import { Random } from '../unit/support/random.ts'
import { type Deleted, evictRun, referenceRun } from './evict-run.ts'
import { removeFolder, temporaryFolder } from './folders.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const times = Number(values.times)
const random = new Random(Number(values.seed))
const questions = 400

/** An eviction takes all; the others are faults of one of the two stores. */
const kinds: readonly Deleted[] = ['all', 'all', 'all', 'indexeddb', 'file_systems']

async function withProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = temporaryFolder('profile')
  try {
    return await work(profile)
  } finally {
    removeFolder(profile)
  }
}

const server = await servePage([])
const { origin } = server
const reference = await withProfile(profile => referenceRun({ origin, profile, questions }))
let failures = 0
let lost = 0
for (let time = 1; time <= times; time++) {
  const seed = random.below(1e9)
  const deleted = kinds[random.below(kinds.length)] ?? 'all'
  const isSecondSitting = random.below(2) === 1
  const what = `${time}/${times}: ${deleted}, ${isSecondSitting ? 'second' : 'first'} sitting, seed ${seed}`
  try {
    const found = await withProfile(profile =>
      evictRun({ origin, profile, seed, questions, deleted, isSecondSitting }, reference),
    )
    lost += found.reported
    console.log(
      `${what}: ${found.shown} shown, ${found.askedAgain} of those on disk asked again, ${found.reported} reported as lost; ${questions} of ${questions} stored in the end`,
    )
  } catch (error) {
    failures++
    console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
console.log(`${times} evictions: ${times - failures} as they should be, ${lost} answers reported as lost`)
if (failures > 0) process.exitCode = 1
await server.close()

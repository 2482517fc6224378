/** Runs every rare command at a small size, so that none of them stops working unseen: `npm run lab -- small`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Small {
  readonly command: string
  readonly options: readonly string[]
  /** Exit codes besides 0: a simulation of few runs may miss its target. */
  readonly may?: readonly number[]
  /** Why it cannot run here; null where it can. */
  readonly lacks?: string | null
}

const has = (program: string): boolean => spawnSync('which', [program]).status === 0
const isRoot = process.getuid?.() === 0
const venv = process.env.VOXELWISE_VENV
const pictures = mkdtempSync(join(tmpdir(), 'voxelwise-pictures-'))

const all: readonly Small[] = [
  { command: 'kills', options: ['--times', '8'] },
  { command: 'evictions', options: ['--times', '2'] },
  { command: 'full-disk', options: ['tmpfs'], lacks: isRoot ? null : 'root' },
  { command: 'large-tables', options: ['--small'] },
  {
    command: 'estimates',
    options: ['--runs', '20', '--population', '0', '--rates', '20'],
    may: [1],
  },
  { command: 'statistics', options: ['--runs', '50'], may: [1] },
  { command: '../fuzz/main', options: ['--inputs', '400'] },
  { command: 'monkey', options: ['--minutes', '1'] },
  { command: 'pictures', options: [pictures] },
  { command: 'cluster', options: ['slurm'], lacks: has('slurmctld') && isRoot ? null : 'Slurm and root' },
  { command: 'real-server', options: ['--venv', venv ?? ''], lacks: venv ? null : 'VOXELWISE_VENV' },
]

const failed: string[] = []
for (const { command, options, may = [], lacks = null } of all) {
  if (lacks !== null) {
    console.log(`${command}: left out, needs ${lacks}`)
    continue
  }
  const begin = performance.now()
  const args = ['--import', 'tsx', `test/commands/${command}.ts`, ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const isRight = status === 0 || (may.includes(status ?? -1) && !/^\s+at /m.test(stderr))
  console.log(
    `${command}: ${isRight ? 'ok' : `failed, ${status}`}, ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  )
  if (isRight) continue
  failed.push(command)
  console.error(`${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
}
rmSync(pictures, { recursive: true })
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

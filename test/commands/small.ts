/** Runs every rare command at a small size, so that none of them stops working unseen: `npm run lab -- small`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modulesFromFeatures } from '../../build/from-features.ts'
import type { SmallCommand } from '../../build/rare-command.ts'

const isRoot = process.getuid?.() === 0
const pictures = mkdtempSync(join(tmpdir(), 'voxelwise-pictures-'))

const fromFeatures = await modulesFromFeatures<{ smallCommands?: readonly SmallCommand[] }>(
  'rare-commands.ts',
)

const all: readonly SmallCommand[] = [
  { file: 'test/commands/kills.ts', options: ['--times', '8'] },
  { file: 'test/commands/evictions.ts', options: ['--times', '2'] },
  { file: 'test/commands/full-disk.ts', options: ['tmpfs'], lacks: isRoot ? null : 'root' },
  { file: 'test/commands/large-tables.ts', options: ['--small'] },
  {
    file: 'test/commands/estimates.ts',
    options: ['--runs', '20', '--population', '0', '--rates', '20'],
    may: [1],
  },
  { file: 'test/commands/statistics.ts', options: ['--runs', '50'], may: [1] },
  { file: 'test/fuzz/main.ts', options: ['--inputs', '400'] },
  { file: 'test/commands/monkey.ts', options: ['--minutes', '1'] },
  { file: 'test/commands/pictures.ts', options: [pictures] },
  ...fromFeatures.flatMap(({ smallCommands = [] }) => smallCommands),
]

const failed: string[] = []
for (const { file, options, may = [], lacks = null } of all) {
  if (lacks !== null) {
    console.log(`${file}: left out, needs ${lacks}`)
    continue
  }
  const begin = performance.now()
  const args = ['--import', 'tsx', file, ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const isRight = status === 0 || (may.includes(status ?? -1) && !/^\s+at /m.test(stderr))
  console.log(
    `${file}: ${isRight ? 'ok' : `failed, ${status}`}, ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  )
  if (isRight) continue
  failed.push(file)
  console.error(`${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
}
rmSync(pictures, { recursive: true })
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/**
 * Runs the scripts of `cluster/` for real, on this machine: a Slurm array and GNU parallel, each with a shard that is killed and
 * one that is interrupted, and looks whether the merged run is that of one machine. Debian's slurmctld, slurmd, munge and
 * parallel must be there, and it must be root. Run by `npm run lab -- cluster [slurm] [parallel]`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Slurm, startSlurm } from './slurm.ts'

const shards = 4
const options = ['--dataset', 'demo', '--model', 'demo', '--device', 'wasm', '--full-text']

const named = process.argv.slice(2)
const wanted = (name: string): boolean => named.length === 0 || named.includes(name)
const folder = mkdtempSync(join(tmpdir(), 'voxelwise-cluster-'))
try {
  const one = join(folder, 'one')
  const alone = await timed(() => command('node', 'src/cli/commands/evaluate.ts', ...options, '--out', one))
  console.log(`one machine, unsharded: ${alone} s`)
  if (wanted('slurm')) await bySlurm(one)
  if (wanted('parallel')) await byParallel(one)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function bySlurm(one: string): Promise<void> {
  const home = join(folder, 'slurm')
  const out = join(folder, 'slurm-out')
  mkdirSync(home)
  const slurm = await startSlurm(home)
  try {
    const seconds = await timed(async () => {
      const told = slurm.call(
        'cluster/slurm/submit.sh',
        `${shards}`,
        out,
        '--cpus-per-task=1',
        '--',
        ...options,
      )
      console.log(told.trim())
      const [, array = '', merge = ''] = /shards: job (\d+), merge: job (\d+)/.exec(told) ?? []
      await killShard(out, 2)
      await firstRecord(out, 3)
      slurm.call('scancel', '--batch', '--signal=TERM', `${array}_3`)
      await ended(slurm, [array, merge])
    })
    console.log(readFileSync(join(out, 'logs/merge.log'), 'utf8').trim())
    for (const number of [2, 3]) {
      const log = readFileSync(join(out, `logs/shard-${number}.log`), 'utf8')
      expectIn(log, number === 2 ? 'ended with 137 (attempt 1)' : 'ended with 75 (attempt 1)')
      expectIn(log, 'ended with 0 (attempt 2)')
    }
    expectSame(out, one)
    console.log(
      `Slurm array of ${shards} shards, one killed and one interrupted: ${seconds} s\n${speeds(out)}`,
    )
  } finally {
    await slurm.stop()
  }
}

async function byParallel(one: string): Promise<void> {
  const out = join(folder, 'parallel-out')
  const make = () => command('cluster/parallel.sh', `${shards}`, out, '--', ...options)
  const seconds = await timed(async () => {
    const first = make()
    await killShard(out, 2)
    if ((await first) !== 3) throw new Error('The merge did not say that something is missing.')
    if ((await make()) !== 0) throw new Error('The second call did not go on to the end.')
  })
  expectSame(out, one)
  console.log(`GNU parallel, ${shards} shards, one killed: ${seconds} s\n${speeds(out)}`)
}

/** @returns its exit code */
function command(name: string, ...args: string[]): Promise<number> {
  const [program, before] = name === 'node' ? [process.execPath, ['--import', 'tsx']] : [name, []]
  const child = spawn(program, [...before, ...args], {
    env: { ...process.env, JOBS: '2' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise(resolve => child.on('exit', code => resolve(code ?? -1)))
}

function shardPath(out: string, number: number): string {
  const [padded, of] = [number, shards].map(n => String(n).padStart(3, '0'))
  return join(out, `shard-${padded}-of-${of}.jsonl`)
}

/** Waits until a shard has a record on disk. */
async function firstRecord(out: string, number: number): Promise<void> {
  const file = shardPath(out, number)
  for (let waited = 0; waited < 3000; waited++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.includes('"end":')) throw new Error(`Shard ${number} came to its end before it could be ended.`)
    if (text.includes('"record":')) return
    await sleep(100)
  }
  throw new Error(`Shard ${number} has no record after five minutes.`)
}

/** Kills whoever works on a shard, as its lock names it, without a word. */
async function killShard(out: string, number: number): Promise<void> {
  await firstRecord(out, number)
  const { pid } = JSON.parse(readFileSync(`${shardPath(out, number)}.lock`, 'utf8'))
  process.kill(pid, 'SIGKILL')
  console.log(`shard ${number}: process ${pid} killed`)
}

async function ended(slurm: Slurm, jobs: readonly string[]): Promise<void> {
  for (let waited = 0; waited < 600; waited++) {
    if (slurm.call('squeue', '--noheader', `--jobs=${jobs.join(',')}`).trim() === '') return
    await sleep(1000)
  }
  throw new Error(`The jobs did not end:\n${slurm.call('squeue')}`)
}

function expectIn(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`"${part}" is not said in:\n${text}`)
}

function expectSame(out: string, one: string): void {
  for (const name of [
    'results.json',
    'metrics_summary.json',
    'shortcut.json',
    'shortcut_report.csv',
    'load.json',
  ])
    execFileSync('cmp', [join(out, 'merged', name), join(one, name)])
  if (readdirSync(out).some(name => name.endsWith('.lock'))) throw new Error('A lock was left behind.')
}

/** What merge.json tells of each shard. */
function speeds(out: string): string {
  const { shards, records, sittings } = JSON.parse(readFileSync(join(out, 'merged/merge.json'), 'utf8'))
  const lines = shards.map(
    (shard: { number: number; records: number; sittings: number; asking: number }) =>
      `| ${shard.number} | ${shard.records} | ${shard.sittings} | ${(shard.asking / 1000).toFixed(1)} s |`,
  )
  return [
    '| shard | answers | sittings | model at work |',
    '|---:|---:|---:|---:|',
    ...lines,
    `${records} answers, ${sittings} sittings`,
  ].join('\n')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) / 1000)
}

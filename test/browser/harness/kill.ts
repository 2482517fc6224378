import { execFileSync } from 'node:child_process'
import type { Opened } from './page.ts'

/** Kills the browser that works on a profile as a crash or a power cut would: no page hears of it. */
export async function killBrowser({ context }: Pick<Opened, 'context'>, profile: string): Promise<void> {
  const ended = new Promise(resolve => context.once('close', resolve))
  for (const pid of browserProcesses(profile)) process.kill(pid, 'SIGKILL')
  await ended
}

/** Sends a signal to the browser's helpers of a kind: its pages' processes, or that of the GPU. */
export function signal(
  profile: string,
  kind: 'renderer' | 'gpu-process',
  name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT',
): void {
  const [browser] = browserProcesses(profile)
  const helpers = processes().filter(
    ({ args, parents }) => args.includes(`--type=${kind}`) && parents.includes(browser ?? 0),
  )
  if (helpers.length === 0) throw new Error(`This browser has no ${kind}.`)
  for (const { pid } of helpers) process.kill(pid, name)
}

/** The browser's main process: of all that name the profile, the one that is no one's helper. */
function browserProcesses(profile: string): readonly number[] {
  const found = processes().filter(
    ({ args }) => args.includes(`--user-data-dir=${profile}`) && !args.includes('--type='),
  )
  if (found.length === 0) throw new Error('No browser works on this profile.')
  return found.map(({ pid }) => pid)
}

interface Process {
  readonly pid: number
  readonly args: string
  /** The process that started it, the one that started that, and so on. */
  readonly parents: readonly number[]
}

function processes(): readonly Process[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.flatMap(line => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    return args === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }]
  })
  const parentOf = new Map(found.map(({ pid, parent }) => [pid, parent]))
  const parents = (pid: number): readonly number[] => {
    const parent = parentOf.get(pid)
    return parent === undefined || parent === pid ? [] : [parent, ...parents(parent)]
  }
  return found.map(({ pid, args }) => ({ pid, args, parents: parents(pid) }))
}

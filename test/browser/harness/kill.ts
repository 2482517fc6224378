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

/** Bytes of memory that the largest of the browser's renderers holds: the page's, with all of its threads. */
export function rendererMemory(profile: string): number {
  const [browser] = browserProcesses(profile)
  const own = processes().filter(
    ({ args, parents }) => args.includes('--type=renderer') && parents.includes(browser ?? 0),
  )
  return Math.max(0, ...own.map(({ kilobytes }) => kilobytes * 1024))
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
  /** Resident memory. */
  readonly kilobytes: number
  /** The process that started it, the one that started that, and so on. */
  readonly parents: readonly number[]
}

function processes(): readonly Process[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.flatMap(line => {
    const [, pid, parent, rss, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    if (args === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), kilobytes: Number(rss), args }]
  })
  const parentById = new Map(found.map(({ pid, parent }) => [pid, parent]))
  const parents = (pid: number): readonly number[] => {
    const parent = parentById.get(pid)
    return parent === undefined || parent === pid ? [] : [parent, ...parents(parent)]
  }
  return found.map(({ parent: _, ...one }) => ({ ...one, parents: parents(one.pid) }))
}

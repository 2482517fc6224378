/** One process at a time writes to a shard, on any machine: a cluster may start the same one twice. */
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { fsError } from '../../../data/sources/node.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'

/** Milliseconds between two signs of life of a lock's holder. */
const signEvery = 5_000
/** Milliseconds without a sign of life after which a holder counts as dead: a machine that loses power leaves its lock. */
const deadAfter = 45_000

interface Holder {
  readonly host: string
  readonly pid: number
}

/**
 * Does some work while a lock file exists. A crashed holder is noticed at once on the same machine, and after 45 s from
 * another. @throws VoxelwiseError run-locked if another process holds the lock and is alive
 */
export async function withLockFile<T>(
  path: string,
  note: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true }).catch(fsError(path))
  while (!(await take(path))) await waitForHolder(path, note)
  const signs = setInterval(() => {
    const now = new Date()
    // Where this fails, another process takes over, and the shard's footer would show that two wrote to it.
    utimes(path, now, now).catch(() => {})
  }, signEvery)
  try {
    return await work()
  } finally {
    clearInterval(signs)
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  const holder: Holder = { host: hostname(), pid: process.pid }
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    return fsError(path)(error)
  }
}

/** Returns when the lock can be tried again: its holder has ended or crashed. */
async function waitForHolder(path: string, note: (line: string) => void): Promise<void> {
  const first = await modifiedAt(path)
  if (first === null) return
  const holder = await readHolder(path)
  if (holder && isDeadHere(holder)) return rm(path, { force: true })
  note(`Another process writes this shard (${holder?.host ?? 'unknown'}). Waiting for a sign of life`)
  // By our own clock: a file server's may differ.
  for (const until = performance.now() + deadAfter; performance.now() < until; ) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const now = await modifiedAt(path)
    if (now === null) return
    if (now !== first)
      throw new VoxelwiseError({
        code: 'run-locked',
        subject: path,
        message: `Another process writes this shard${holder ? `: ${holder.pid} on ${holder.host}` : ''}.`,
        remedy: 'Let it finish, or end it and try again.',
      })
  }
  await rm(path, { force: true })
}

const isDeadHere = ({ host, pid }: Holder): boolean => {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

async function modifiedAt(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null)
  return stats?.mtimeMs ?? null
}

/** Null where it cannot be read, such as while it is being written. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { host, pid } = JSON.parse(await readFile(path, 'utf8'))
    return typeof host === 'string' && typeof pid === 'number' ? { host, pid } : null
  } catch {
    return null
  }
}

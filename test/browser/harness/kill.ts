import { execFileSync } from 'node:child_process'
import type { Opened } from './page.ts'

/** Kills the browser that works on a profile as a crash or a power cut would: no page hears of it. */
export async function killBrowser({ context }: Pick<Opened, 'context'>, profile: string): Promise<void> {
  const ended = new Promise(resolve => context.once('close', resolve))
  for (const pid of browserProcesses(profile)) process.kill(pid, 'SIGKILL')
  await ended
}

/** The browser's main process: of all that name the profile, the one that is no one's helper. */
function browserProcesses(profile: string): readonly number[] {
  const found = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))
  if (found.length === 0) throw new Error('No browser works on this profile.')
  return found.map(line => Number.parseInt(line, 10))
}

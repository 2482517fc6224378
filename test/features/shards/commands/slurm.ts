/** A whole Slurm on this one machine, for as long as a test runs: Debian's munged, slurmctld and slurmd, as root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Slurm {
  /** For the commands that talk to it. */
  readonly environment: NodeJS.ProcessEnv
  /** Standard output of one of Slurm's commands. */
  call(command: string, ...args: string[]): string
  stop(): Promise<void>
}

/** Not Slurm's own, where one may be running. */
const ports = { controller: 26817, node: 26818 }

/**
 * @param folder a fresh one, for its state and logs
 * @throws Error where it does not come up
 */
export async function startSlurm(folder: string): Promise<Slurm> {
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name))
  const socket = join(folder, 'munge.socket')
  const key = join(folder, 'munge.key')
  writeFileSync(key, randomBytes(1024), { mode: 0o600 })
  const file = join(folder, 'slurm.conf')
  writeFileSync(file, configuration(folder, socket))
  const environment = { ...process.env, SLURM_CONF: file }
  const call = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { env: environment, encoding: 'utf8' })
  const daemons: ChildProcess[] = []
  const begin = (command: string, ...args: string[]): void => {
    daemons.push(spawn(command, args, { env: environment, stdio: 'ignore' }))
  }
  const stop = async (): Promise<void> => {
    for (const daemon of daemons.reverse()) {
      const ended = new Promise(resolve => daemon.on('exit', resolve))
      if (daemon.exitCode === null && daemon.signalCode === null && daemon.kill()) await ended
    }
  }
  begin(
    'munged',
    ...['--foreground', '--force', '--key-file', key, '--socket', socket],
    ...['--pid-file', join(folder, 'munged.pid'), '--log-file', join(folder, 'munged.log')],
    ...['--seed-file', join(folder, 'munged.seed')],
  )
  await sleep(1000)
  begin('slurmctld', '-D', '-c', '-f', file)
  await sleep(1000)
  begin('slurmd', '-D', '-c', '-f', file)
  for (let attempt = 0; ; attempt++) {
    await sleep(1000)
    try {
      if (/\b(idle|mix|alloc)\b/.test(call('sinfo', '--noheader', '--format=%t'))) break
    } catch (error) {
      if (attempt >= 30) {
        await stop()
        throw error
      }
    }
    if (attempt < 30) continue
    await stop()
    throw new Error(`Slurm did not come up:\n${readFileSync(join(folder, 'slurmctld.log'), 'utf8')}`)
  }
  return { environment, call, stop }
}

function configuration(folder: string, socket: string): string {
  const host = hostname()
  return [
    'ClusterName=voxelwise',
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${ports.controller}`,
    `SlurmdPort=${ports.node}`,
    'SlurmUser=root',
    'SlurmdUser=root',
    // A requeued job waits for as long as a credential is valid: two minutes unless told otherwise.
    `AuthInfo=socket=${socket},cred_expire=5`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    'MpiDefault=none',
    'ReturnToService=2',
    'SchedulerParameters=batch_sched_delay=1,sched_interval=5',
    `StateSaveLocation=${join(folder, 'state')}`,
    `SlurmdSpoolDir=${join(folder, 'spool')}`,
    `SlurmctldPidFile=${join(folder, 'slurmctld.pid')}`,
    `SlurmdPidFile=${join(folder, 'slurmd.pid')}`,
    `SlurmctldLogFile=${join(folder, 'slurmctld.log')}`,
    `SlurmdLogFile=${join(folder, 'slurmd.log')}`,
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN`,
    'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
    '',
  ].join('\n')
}

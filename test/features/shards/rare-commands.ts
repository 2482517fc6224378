import { spawnSync } from 'node:child_process'
import type { RareCommand, SmallCommand } from '../../../build/rare-command.ts'

const file = 'test/features/shards/commands/cluster.ts'

export const rareCommands: readonly RareCommand[] = [
  {
    name: 'cluster',
    about: 'runs shards under Slurm and GNU parallel; needs both, and root',
    steps: [
      ['vite', 'build', '--logLevel', 'warn'],
      ['tsx', file],
    ],
  },
]

const hasSlurm = (): boolean => spawnSync('which', ['slurmctld']).status === 0 && process.getuid?.() === 0

export const smallCommands: readonly SmallCommand[] = [
  { file, options: ['slurm'], lacks: hasSlurm() ? null : 'Slurm and root' },
]

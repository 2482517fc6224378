import type { RareCommand, SmallCommand } from '../../../build/rare-command.ts'

const file = 'test/features/servers/commands/real-server.ts'

export const rareCommands: readonly RareCommand[] = [
  {
    name: 'real-server',
    about: 'two real model servers with a real language model; needs --venv DIR',
    steps: [['tsx', file]],
  },
]

const venv = process.env.VOXELWISE_VENV

export const smallCommands: readonly SmallCommand[] = [
  { file, options: ['--venv', venv ?? ''], lacks: venv ? null : 'VOXELWISE_VENV' },
]

import type { RareCommand } from '../../../build/rare-command.ts'

export const rareCommands: readonly RareCommand[] = [
  {
    name: 'answers',
    about: 'whether the examples for R and pandas give the figures of figures.json; needs R and pandas',
    steps: [['tsx', 'test/features/diagnostics/commands/answers.ts']],
  },
]

#!/usr/bin/env node
/** The command of the installed package: the page, or one of the commands that the repository has as npm scripts. */
import { runInProcess } from '../base/command.ts'
import { featureCommands } from '../seams.ts'

const commands = {
  evaluate: () => import('./evaluate.ts'),
  samples: () => import('./samples.ts'),
  score: () => import('./score.ts'),
  ...featureCommands,
}

const [, , named = '', ...rest] = process.argv
const command = Object.entries(commands).find(([name]) => name === named)?.[1]
if (command) await runInProcess((await command()).main, rest)
else await runInProcess((await import('./start.ts')).main)

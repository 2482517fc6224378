#!/usr/bin/env node
/** The command of the installed package: the page, or one of the commands that the repository has as npm scripts. */
const commands = {
  evaluate: () => import('./evaluate.ts'),
  merge: () => import('./merge.ts'),
  samples: () => import('./samples.ts'),
  score: () => import('./score.ts'),
  convert: () => import('./convert.ts'),
}

const [, , named = ''] = process.argv
const command = Object.entries(commands).find(([name]) => name === named)?.[1]
// The commands read what follows their name.
if (command) process.argv.splice(2, 1)
await (command ?? (() => import('./start.ts')))()

export {}

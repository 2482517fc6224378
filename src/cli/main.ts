#!/usr/bin/env node
/** The command of the installed package: the page, or one of the commands that the repository has as npm scripts. */
const [, , command] = process.argv

if (command === 'evaluate' || command === 'score') {
  process.argv.splice(2, 1)
  await (command === 'evaluate' ? import('./evaluate.ts') : import('./score.ts'))
} else {
  await import('./start.ts')
}

export {}

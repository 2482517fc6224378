/** Runs a command that is rarely needed, by its name: `npm run lab -- kills --times 20`. Without a name it lists them all. */
import { spawnSync } from 'node:child_process'
import { exitCodes, type Main, runIfStarted } from '../src/cli/base/command.ts'
import { rareCommands } from './rare-commands.ts'

/** The programs to run in turn, each with its arguments. Those of the caller go to the last. Null if no command has this name. */
export function programs(name: string, args: readonly string[]): readonly (readonly string[])[] | null {
  const command = rareCommands.find(rare => rare.name === name)
  return command?.steps.map((step, i) => (i === command.steps.length - 1 ? [...step, ...args] : step)) ?? null
}

const width = Math.max(...rareCommands.map(({ name }) => name.length))

const list = [
  'npm run lab -- NAME [options]',
  '',
  ...rareCommands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
].join('\n')

export const main: Main = async ([name, ...args], { stdout, stderr }) => {
  if (name === undefined || name === '--help') {
    stdout(list)
    return exitCodes.done
  }
  const steps = programs(name, args)
  if (!steps) {
    stderr(`There is no command “${name}”.\n\n${list}`)
    return exitCodes.usage
  }
  for (const [program = '', ...given] of steps) {
    const { status, error } = spawnSync(program, given, { stdio: 'inherit' })
    if (error) stderr(`${program} cannot be started: ${error.message}`)
    if (status !== 0) return status ?? exitCodes.failed
  }
  return exitCodes.done
}

await runIfStarted(import.meta.url, main)

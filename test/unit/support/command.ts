/** The project's commands, run in this process or as a user runs them. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ownValue } from '@voxelwise/python'
import { type Io, type Main, printable } from '../../../src/cli/base/command.ts'

export interface Ended {
  /** Exit code; -1 where it took too long and was killed. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Command = (...args: string[]) => Promise<Ended>

/** Milliseconds after which a command is killed. */
const patience = 220_000

function run(command: string, args: readonly string[], timeout = patience): Promise<Ended> {
  return new Promise(resolve => {
    execFile(command, args, { timeout }, (error, stdout, stderr) => {
      // Node closes the pipes of what it kills, which may then end by an error of its own.
      resolve({ code: error?.killed ? -1 : error ? Number(error.code ?? -1) : 0, stdout, stderr })
    })
  })
}

/** `npm run -s NAME -- …` */
export const npmScript =
  (name: string): Command =>
  (...args) =>
    run('npm', ['run', '-s', name, '--', ...args])

const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

/** What tsx runs: a feature's command is found by `main`, the command of the package, which is no script of its own. */
const commandStart = (name: string): readonly string[] =>
  ownValue(scripts, name)?.split(' ').slice(1) ?? [`src/cli/commands/${name}.ts`]

/** The same without npm, which takes half of the time. @param timeout in milliseconds */
export const script =
  (name: string, timeout = patience): Command =>
  (...args) =>
    run(process.execPath, ['--import', 'tsx', ...commandStart(name), ...args], timeout)

/** A command's surroundings in a test. Interrupts come from nowhere unless a test has signals of its own. */
export function testIo(more: Partial<Io> = {}): { readonly io: Io; ended(code: number): Ended } {
  const lines = { stdout: '', stderr: '' }
  const to = (stream: keyof typeof lines) => (line: string) => {
    lines[stream] += `${printable(line)}\n`
  }
  const signals = { on: () => {}, off: () => {}, exit: () => {} }
  const io = { stdout: to('stdout'), stderr: to('stderr'), env: {}, signals, ...more }
  return { io, ended: code => ({ code, ...lines }) }
}

/** A command in this process. */
export const inProcess =
  (main: Main, more: Partial<Io> = {}): Command =>
  async (...args) => {
    const { io, ended } = testIo(more)
    return ended(await main(args, io))
  }

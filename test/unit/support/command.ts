/** The project's commands, run as a user runs them. */
import { execFile } from 'node:child_process'

export interface Ended {
  /** Exit code; -1 where it took too long and was killed. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Command = (...args: string[]) => Promise<Ended>

function run(command: string, args: readonly string[]): Promise<Ended> {
  return new Promise(resolve => {
    execFile(command, args, { timeout: 220_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    })
  })
}

/** `npm run -s NAME -- …` */
export const npmScript =
  (name: string): Command =>
  (...args) =>
    run('npm', ['run', '-s', name, '--', ...args])

/** The same without npm, which takes half of the time. */
export const script =
  (name: string): Command =>
  (...args) =>
    run(process.execPath, ['--import', 'tsx', `src/cli/commands/${name}.ts`, ...args])

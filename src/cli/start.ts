/** Serves the built page on this machine: what `npx voxelwise` does without a command. */
import { VoxelwiseError } from '../engine/base/errors.ts'
import { readArguments, runCommand, usageError } from './arguments.ts'
import { servePage } from './serve.ts'

const usage = `  npx voxelwise [--port N]               serves the page on this machine (4173)
  npx voxelwise evaluate …               evaluates without a window; --help tells how
  npx voxelwise merge …                  shards of a run put together; --help tells how
  npx voxelwise score …                  figures from answers that are there; --help tells how
  npx voxelwise convert …                a run for other evaluation tools; --help tells how`

async function start(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { port: 'text', help: 'flag' }, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const port = args.port ?? '4173'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw usageError('This option takes the number of a port.', `--port ${port}`, usage)
  try {
    const { origin } = await servePage([], undefined, Number(port))
    console.log(`Voxelwise is at ${origin}/ (Ctrl-C ends it)`)
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'usage',
      subject: `port ${port}`,
      message: `Nothing could be served there: ${cause instanceof Error ? cause.message : String(cause)}.`,
      remedy: 'Name another with --port N; 0 takes a free one.',
      cause,
    })
  }
}

await runCommand(() => start(process.argv.slice(2)))

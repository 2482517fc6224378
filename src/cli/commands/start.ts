/** Serves the built page on this machine: what `npm start`, and `npx voxelwise` without a command, do. */
import { earlierPort, pagePort } from '../../../build/port.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { readArguments, runCommand, usageError } from '../base/arguments.ts'
import { modelServerAt, passedOnWords } from '../serve/model-server.ts'
import { servePage } from '../serve/serve.ts'

const usage = `  npx voxelwise [--port N]               serves the page on this machine (${pagePort})
  npx voxelwise --server URL             … and passes questions on to that model server, and to no other address
  npx voxelwise evaluate …               evaluates without a window; --help tells how
  npx voxelwise merge …                  shards of a run put together; --help tells how
  npx voxelwise score …                  figures from answers that are there; --help tells how
  npx voxelwise convert …                a run for other evaluation tools; --help tells how`

async function start(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { port: 'text', server: 'text', help: 'flag' }, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const port = args.port ?? String(pagePort)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw usageError('This option takes the number of a port.', `--port ${port}`, usage)
  const server =
    args.server === undefined ? null : modelServerAt(args.server, process.env.VOXELWISE_SERVER_KEY, usage)
  try {
    const { origin } = await servePage([], undefined, Number(port), server)
    if (server) console.log(passedOnWords(server))
    console.log(`Voxelwise is at ${origin}/ (Ctrl-C ends it)`)
    if (args.port === undefined)
      console.log(
        `Runs of earlier versions are at port ${earlierPort}: start with --port ${earlierPort} to save them.`,
      )
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

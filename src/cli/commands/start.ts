/** Serves the built page on this machine: what `npm start`, and `npx voxelwise` without a command, do. */
import { earlierPort, pagePort } from '../../../build/port.ts'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { type CommandSpec, defineCommand, runIfStarted } from '../base/command.ts'
import { flagOption, textOption, usageError } from '../base/options.ts'
import { localRuntime } from '../serve/local-runtime.ts'
import { modelServerAt, passedOnWords } from '../serve/model-server.ts'
import { buildStalePage, servePage } from '../serve/serve.ts'

export const spec = {
  name: 'voxelwise',
  about: 'Serves the page on this machine.',
  synopsis: ['npx voxelwise [options]', 'npx voxelwise COMMAND --help'],
  options: [
    textOption('port', 'N', 'The port of the page; 0 takes a free one.', { default: String(pagePort) }),
    flagOption('native', 'Lets the page run models on this computer by ONNX Runtime for Node.'),
    textOption('server', 'URL', 'A model server that the page may use. Questions go to this address only.'),
  ],
  notes: [
    'Commands: evaluate (run a model without a window), samples (list a data set), score (compute figures), rubric (rate free-text answers), merge (combine shards), convert (exchange runs with other tools).',
  ],
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, io }) => {
  const port = args.port ?? String(pagePort)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw usageError('--port takes a port number.', `--port ${port}`)
  const server = args.server === undefined ? null : modelServerAt(args.server, io.env.VOXELWISE_SERVER_KEY)
  const runtime = args.native ? localRuntime(io.stderr) : null
  await buildStalePage(io.stdout)
  const { origin, address } = await servePage([], undefined, Number(port), server, undefined, runtime).catch(
    cause => {
      throw new VoxelwiseError({
        code: 'usage',
        subject: `port ${port}`,
        message: `The page cannot be served at this port: ${errorMessage(cause)}.`,
        remedy: 'Choose another with --port N; 0 takes a free one.',
        cause,
      })
    },
  )
  if (server) io.stdout(passedOnWords(server))
  if (runtime) {
    const { devices, onnxruntime } = runtime.info
    io.stdout(`The page can run models by ONNX Runtime ${onnxruntime} on: ${devices.join(', ')}`)
  }
  io.stdout(`Voxelwise is at ${runtime ? address() : `${origin}/`} (press Ctrl-C to stop)`)
  if (runtime) io.stdout('Only this address can run models on this computer: it changes at every start.')
  if (args.port === undefined)
    io.stdout(
      `Runs of earlier versions are stored at port ${earlierPort}: start with --port ${earlierPort} to export them.`,
    )
})

await runIfStarted(import.meta.url, main)

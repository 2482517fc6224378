/**
 * A process of the local runtime, for one page: `src/cli/serve/local-runtime.ts` starts it with the page's connection, and ends
 * it with that. Whatever a model does to ONNX Runtime, the server outlives it.
 */
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { LocalHost } from '../../engine/runtime/local-host.ts'
import { largestMessage } from '../../engine/runtime/local-message.ts'
import { sessionOptions } from './backend.ts'
import { pageFd } from './child-files.ts'
import { endWithParent } from './parent-watch.ts'
import { nodeRuntime } from './runtime.ts'

endWithParent()

/** Where the server looks for ONNX Runtime besides its own folder: this process has an empty one. */
const [, , besides = ''] = process.argv
const { Tensor, InferenceSession } = nodeRuntime([import.meta.url, besides])
const host = new LocalHost({
  Tensor,
  create: (graph, external, { device, threads }) =>
    InferenceSession.create(graph, {
      ...sessionOptions(device, threads),
      ...(external.length > 0 && { externalData: external }),
    }),
})

const server = createServer()
const sockets = new WebSocketServer({ server, maxPayload: largestMessage, perMessageDeflate: false })
sockets.on('connection', socket => {
  socket.binaryType = 'arraybuffer'
  let last = Promise.resolve()
  socket.on('message', message => {
    last = last.then(async () => socket.send(await host.answer(message as ArrayBuffer)))
  })
  socket.on('error', () => process.exit(1))
  socket.on('close', () => process.exit())
})
const connection = new Socket({ fd: pageFd })
connection.on('close', () => process.exit())
server.emit('connection', connection)

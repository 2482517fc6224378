/** For the fuzzer: what a model server answers. */
import { createServer } from 'node:net'
import { JsonLimitError, JsonSyntaxError } from '@voxelwise/python'
import { CheckError } from '../../../src/engine/base/schema.ts'
import { ServerConnection } from '../../../src/features/servers/data/connection.ts'
import { identify, modelFacts } from '../../../src/features/servers/engine/identify.ts'
import { errorText, readReply } from '../../../src/features/servers/engine/reply.ts'
import { type Parser, readText } from '../../fuzz/parser.ts'
import { anyReply, anyResponse } from './fuzz/http.ts'

/** Reads what a server says of itself from one that sends the same bytes to every request. */
async function lookAt(sent: Uint8Array): Promise<void> {
  let address: string | null = null
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const greeting = `HTTP/1.1 200 OK\r\ncontent-length: ${address?.length}\r\nconnection: close\r\n\r\n${address}`
      socket.end(isGreeted ? sent : greeting)
      isGreeted = true
    })
  })
  let isGreeted = false
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const at = server.address()
    const base = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`
    address = JSON.stringify({ address: base })
    const { answers } = await (await ServerConnection.open(base)).lookAround()
    const { kind, models } = identify(answers)
    modelFacts(kind, models[0] ?? 'm', answers)
  } finally {
    server.close()
  }
}

export const parsers: Readonly<Record<string, Parser>> = {
  reply: {
    make: anyReply,
    parse(input) {
      errorText(readText(input))
      readReply(readText(input))
    },
    mayThrow: [CheckError, JsonSyntaxError, JsonLimitError],
  },
  'server.http': { make: anyResponse, parse: input => lookAt(input as Uint8Array) },
}

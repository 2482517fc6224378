/** A server that sends whatever bytes it is given, and ends its connections as it is told. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface RawServer {
  readonly address: string
  close(): Promise<void>
}

/**
 * @param answer is called once for each request, as soon as it is complete
 * @param isHasty calls it when the head is there
 */
export async function startRawServer(
  answer: (socket: Socket, request: string) => void,
  isHasty = false,
): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let received = ''
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? 0)
      if (head < 0 || (!isHasty && received.length < head + 4 + length)) return
      const request = received
      received = ''
      answer(socket, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('The server has no port.')
  return {
    address: `http://127.0.0.1:${bound.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** HTTP as no client would write it: the request's text goes out as it is. */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether as many bytes came as the head promised. */
  readonly isWhole: boolean
}

export interface RequestText {
  readonly method?: string
  /** Put into the request line as it stands. */
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request line and its headers; `Host` is the server's own unless given, and left out where it is empty. */
export function requestText(
  port: number,
  { method = 'GET', target = '/', headers = {} }: RequestText,
): string {
  const all: Record<string, string> = { Host: `localhost:${port}`, Connection: 'close', ...headers }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** Sends one request and reads to the end of the connection. */
export function ask(port: number, request: RequestText = {}): Promise<Answer> {
  const socket = connect(port, 'localhost')
  socket.write(requestText(port, request))
  return readAnswer(socket)
}

/** What a server sends until the connection ends, in whatever way. */
export function readAnswer(socket: Socket): Promise<Answer> {
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  // A connection that breaks is an answer too.
  socket.on('error', () => {})
  return new Promise(resolve => socket.on('close', () => resolve(parsed(Buffer.concat(chunks)))))
}

function parsed(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.subarray(end + 4)
  const length = headers['content-length']
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    body: body.toString('utf8'),
    isWhole: length === undefined || Number(length) === body.length,
  }
}

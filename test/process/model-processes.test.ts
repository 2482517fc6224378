/** Processes of `npm start -- --native`: none goes on computing when nobody waits for it, and none reads what it was not sent. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  decodeMessage,
  encodeMessage,
  type LocalReply,
  type LocalRequest,
} from '../../src/engine/runtime/local-message.ts'
import { endless, slowed } from '../browser/harness/slow-model.ts'
import { describeNative } from '../unit/support/native.ts'
import { integer, message, onnxFile, onnxType, tensorParts, text } from '../unit/support/onnx-bytes.ts'

/** From a bug report: weights of a function in the server's folder. */
const reported = '../shared/cases-bad/onnx-function/function.onnx'

/** Seconds after which no process may be left. */
const soon = { timeout: 2000, interval: 50 }

interface Started {
  readonly server: ChildProcess
  readonly address: URL
  /** The temporary folder of the processes: only here. */
  readonly temporary: string
}

/** As `npm start -- --native`, without the page. */
const command = `
  const { servePage } = await import('./src/cli/serve/serve.ts')
  const { localRuntime } = await import('./src/cli/serve/local-runtime.ts')
  const server = await servePage([], 'public', 0, null, undefined, localRuntime(console.error))
  console.log(server.address())
`

const stopped: (() => void)[] = []
afterEach(() => {
  for (const stop of stopped.splice(0)) stop()
})

async function start(): Promise<Started> {
  const temporary = mkdtempSync(join(tmpdir(), 'voxelwise-processes-'))
  const args = ['--import', 'tsx', '--input-type=module', '--eval', command]
  const env = { ...process.env, TMPDIR: temporary }
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  stopped.push(() => {
    server.kill('SIGKILL')
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const [address] = /http:\/\/localhost:\d+\/\?token=[\w-]+/.exec(line) ?? []
    if (address) return { server, address: new URL(address), temporary }
  }
  throw new Error('The server did not start.')
}

async function connectTo({ address }: Started): Promise<WebSocket> {
  const { host, origin, search } = address
  const socket = new WebSocket(`ws://${host}/local-runtime${search}`, { origin })
  socket.binaryType = 'arraybuffer'
  socket.on('error', () => {})
  await once(socket, 'open')
  return socket
}

async function ask(
  socket: WebSocket,
  request: LocalRequest,
  parts: readonly ArrayBufferView[] = [],
): Promise<LocalReply> {
  socket.send(encodeMessage(request, parts))
  const [answer] = await once(socket, 'message')
  return decodeMessage<LocalReply>(answer).head
}

async function create(
  socket: WebSocket,
  graph: Uint8Array,
  external: readonly string[] = [],
): Promise<LocalReply> {
  await ask(socket, { do: 'receive', path: 'graph', size: graph.length }, [graph])
  return ask(socket, { do: 'create', graph: 'graph', external, device: 'cpu', threads: 1 })
}

/** y = x, after a loop that never ends. */
const endlessGraph = (): Uint8Array => {
  const value = (field: number, name: string): Uint8Array =>
    message(
      field,
      text(1, name),
      message(2, message(1, integer(1, onnxType.float), message(2, message(1, integer(1, 4))))),
    )
  const graph = message(7, ...slowed('x', 'y', endless), text(2, 'endless'), value(11, 'x'), value(12, 'y'))
  return Buffer.concat([integer(1, 8), message(8, integer(2, 17)), graph])
}

/** Has a process compute without end. */
async function computing(started: Started): Promise<WebSocket> {
  const socket = await connectTo(started)
  expect(await create(socket, endlessGraph())).toHaveProperty('created')
  const run = {
    ...({ do: 'run', session: 1, wanted: ['y'], keep: [], last: [], free: [] } as const),
    feeds: [{ name: 'x', type: 'float32', dims: [4], part: 0 }],
  } as const
  socket.send(encodeMessage(run, [new Float32Array(4)]))
  await expect.poll(() => busiest(started), { timeout: 20_000 }).toBeGreaterThan(0.3)
  return socket
}

interface Listed {
  readonly pid: number
  readonly seconds: number
}

/** Its processes with their processor time, also when the server is gone: their folder is in their open files. */
function processes({ temporary }: Started): readonly Listed[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,stat=,cputimes=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines.flatMap(line => {
    const [, pid, state, seconds, args] = /^\s*(\d+)\s+(\S+)\s+(\d+)\s(.*)$/.exec(line) ?? []
    if (!args?.includes('local-host') || state?.startsWith('Z')) return []
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return environment.includes(temporary) ? [{ pid: Number(pid), seconds: Number(seconds) }] : []
  })
}

let before = 0
function busiest(started: Started): number {
  const seconds = Math.max(0, ...processes(started).map(({ seconds }) => seconds))
  const more = before > 0 ? seconds - before : 0
  before = seconds
  return more
}

describeNative(() => {
  test.each<[string, (started: Started, socket: WebSocket) => void]>([
    ['the page closes its connection', (_, socket) => socket.close()],
    ['the page is gone', (_, socket) => socket.terminate()],
    ['the server is interrupted', ({ server }) => server.kill('SIGINT')],
    ['the server is terminated', ({ server }) => server.kill('SIGTERM')],
    ['the server is killed', ({ server }) => server.kill('SIGKILL')],
  ])(
    'a model that never ends leaves no process and no folder where %s',
    { timeout: 60_000 },
    async (_, end) => {
      const started = await start()
      const socket = await computing(started)
      end(started, socket)
      await expect.poll(() => processes(started), soon).toEqual([])
      await expect
        .poll(() => readdirSync(started.temporary).filter(name => name.startsWith('voxelwise-')))
        .toEqual([])
    },
  )

  test('a graph cannot read the files of the server', async () => {
    const started = await start()
    const socket = await connectTo(started)
    for (const location of [
      'package.json',
      './package.json',
      'src/../package.json',
      join(process.cwd(), 'package.json'),
    ]) {
      const lost = tensorParts({
        name: 'y',
        dims: [5],
        type: onnxType.int8,
        external: { location, length: 5 },
      })
      const own = onnxFile({ outputs: ['y'] })
      for (const graph of [
        ...(existsSync(reported) ? [readFileSync(reported)] : []),
        Buffer.concat([own, message(7, message(5, ...lost))]),
        Buffer.concat([own, message(7, message(15, message(1, ...lost)))]),
      ])
        expect(await create(socket, graph), location).toEqual({
          error: expect.stringMatching(
            /^The graph keeps weights in .*package\.json, which the page did not send$/,
          ),
        })
    }
    socket.terminate()
  })

  test('four that were never asked anything keep nobody out; four that compute do', {
    timeout: 120_000,
  }, async () => {
    const started = await start()
    const idle = [await connectTo(started), await connectTo(started), await connectTo(started)]
    const busy = await computing(started)
    const ended = once(idle[0] as WebSocket, 'close')
    const fifth = await connectTo(started)
    await ended
    expect(busy.readyState).toBe(WebSocket.OPEN)
    expect(await create(fifth, new Uint8Array())).toHaveProperty('error')
    for (const socket of [...idle, busy, fifth]) socket.terminate()
    await expect.poll(() => processes(started), soon).toEqual([])
  })
})

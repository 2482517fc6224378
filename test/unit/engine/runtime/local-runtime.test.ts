/** The page's backend and the local server's host, joined without a network. */
import { InferenceSession, Tensor } from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { localBackend } from '../../../../src/engine/runtime/local-backend.ts'
import { LocalHost } from '../../../../src/engine/runtime/local-host.ts'
import { decodeMessage, encodeMessage } from '../../../../src/engine/runtime/local-message.ts'
import type { OrtModule } from '../../../../src/engine/runtime/ort.ts'
import { message, onnxFile, tensorParts, text } from '../../support/onnx-bytes.ts'

/** Keeps a weight in another file. */
const graph = onnxFile({ tensors: [{ name: 'w', dims: [7], external: { location: 'model.onnx_data' } }] })

const metadata = (name: string) => ({ name, isTensor: true, type: 'float32', shape: ['n', 2] }) as const

/** Adds one to `x`, and counts what came before it in the cache. */
function hosted() {
  const received: { graph: number; external: string[] }[] = []
  const session = {
    inputMetadata: [metadata('x'), metadata('past')],
    outputMetadata: [metadata('logits'), metadata('present')],
    async run({ x, past }: Readonly<Record<string, Tensor>>) {
      if (!x) throw new Error('There is no x.')
      const data = Float32Array.from(
        x.data as Float32Array,
        value => value + (past ? Number(past.data[0]) : 1),
      )
      return { logits: new Tensor('float32', data, x.dims), present: new Tensor('float32', [10], [1]) }
    },
    release: async () => {},
  }
  const host = new LocalHost({
    Tensor,
    create: async (graph, external) => {
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
      received.push({
        graph: graph.length,
        external: external.map(({ path, data }) => `${path}: ${text(data)}`),
      })
      return session as unknown as InferenceSession
    },
  })
  return { host, received }
}

async function opened() {
  const { host, received } = hosted()
  const line = {
    call: async (message: Uint8Array<ArrayBuffer>) => (await host.answer(message.buffer)).buffer,
  }
  const ort = { InferenceSession, Tensor } as OrtModule
  const backend = localBackend(
    async () => line,
    async () => ort,
  )
  const { createSession } = await backend.load({ device: 'cpu', dtype: 'fp32', threads: 2 })
  const progress: number[] = []
  const session = await createSession(
    {
      folder: { name: 'model', files: [], open: async () => new Blob(['weights']) } as never,
      path: 'onnx/model.onnx',
      blob: new Blob([graph]),
      outline: {} as never,
      external: [{ location: 'model.onnx_data', path: 'onnx/model.onnx_data', size: 7 }] as never,
    },
    loaded => progress.push(loaded),
  )
  return { host, received, session, progress }
}

const floats = (tensor: Tensor | undefined) => Array.from((tensor?.data ?? []) as Float32Array)
const x = () => new Tensor('float32', [1, 2, 3, 4], [1, 2, 2])

test('the files of a model arrive whole, under the names that the graph has for them', async () => {
  const { received, session, progress } = await opened()
  expect(received).toEqual([{ graph: graph.length, external: ['model.onnx_data: weights'] }])
  expect(session.inputNames).toEqual(['x', 'past'])
  expect(progress.at(-1)).toBe(graph.length)
})

test('a run sends the last logits, and keeps the cache until it is disposed of', async () => {
  const { host, session } = await opened()
  const { logits, present } = (await session.run({ x: x() })) as unknown as Readonly<Record<string, Tensor>>
  expect([logits?.dims, floats(logits)]).toEqual([
    [1, 1, 2],
    [4, 5],
  ])
  expect([present?.location, host.kept]).toEqual(['gpu-buffer', 1])
  const next = await session.run({ x: x(), past: present as Tensor }, ['logits'])
  expect(floats(next.logits as Tensor)).toEqual([13, 14])
  present?.dispose()
  await session.run({ x: x() }, ['logits'])
  expect(host.kept).toBe(0)
})

const lost = tensorParts({ name: 'w', dims: [1], external: { location: 'package.json' } })
test.each([
  ['a weight', message(7, message(5, ...lost))],
  ['a sparse weight', message(7, message(15, message(1, ...lost)))],
  ['a function', Buffer.concat([message(7), message(25, message(7, message(5, message(5, ...lost))))])],
])(
  'a graph that keeps %s in a file that the page did not send is refused before it is loaded',
  async (_, parts) => {
    const { host, received } = hosted()
    const graph = new Uint8Array(parts)
    const create = { do: 'create', graph: 'g', external: [], device: 'cpu', threads: 1 } as const
    await host.answer(encodeMessage({ do: 'receive', path: 'g', size: graph.length }, [graph]).buffer)
    const reply = decodeMessage<object>((await host.answer(encodeMessage(create, []).buffer)).buffer)
    expect(reply.head).toEqual({
      error: 'The graph keeps weights in package.json, which the page did not send',
    })
    expect(received).toEqual([])
  },
)

test('what is no ONNX file is refused before it is loaded', async () => {
  const { host, received } = hosted()
  const create = { do: 'create', graph: 'g', external: [], device: 'cpu', threads: 1 } as const
  // The beginning of a file in ONNX Runtime's own format.
  const bytes = text(4, 'ORTM')
  await host.answer(encodeMessage({ do: 'receive', path: 'g', size: bytes.length }, [bytes]).buffer)
  const reply = decodeMessage<object>((await host.answer(encodeMessage(create, []).buffer)).buffer)
  expect(reply.head).toHaveProperty('error')
  expect(received).toEqual([])
})

test('an error of the runtime is the error of the call, and the next call is answered', async () => {
  const { session } = await opened()
  await expect(session.run({})).rejects.toThrow('There is no x')
  expect(Object.keys(await session.run({ x: x() }, ['logits']))).toEqual(['logits'])
})

test('a message that is damaged gets an error, whatever its bytes', async () => {
  const { host } = hosted()
  const good = encodeMessage({ do: 'release', session: 1 }, [new Uint8Array(9)])
  for (let length = 0; length < good.length; length++) {
    const { head } = decodeMessage<object>((await host.answer(good.slice(0, length).buffer)).buffer)
    expect(head).toHaveProperty('error')
  }
  const wrong = encodeMessage(
    { do: 'run', session: 1, feeds: [], wanted: [], keep: [], last: [], free: [7] },
    [],
  )
  expect(decodeMessage<object>((await host.answer(wrong.buffer)).buffer).head).toHaveProperty('error')
})

/** What becomes of a server's answers and errors; no server is asked. */
import { expect, test } from 'vitest'
import { type ErrorCode, VoxelwiseError } from '../../../src/engine/base/errors.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { plan } from '../../../src/engine/protocol/plan.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { firstProtocol } from '../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { Stopped } from '../../../src/engine/runtime/steps.ts'
import { askServer, type ServerTask } from '../../../src/features/servers/engine/ask-server.ts'
import type { ChatReply } from '../../../src/features/servers/engine/reply.ts'
import type { ChatRequest } from '../../../src/features/servers/engine/request.ts'
import { serverInfo } from '../../unit/support/server-info.ts'
import { mapProbes } from '../../unit/support/some-probes.ts'

const samples = [0, 1, 2].map(
  (index): Sample => ({
    index,
    fields: { question: `Which ${index}?`, option_A: 'This', option_B: 'That', gt_answer: 'This' },
    image: `set/${index % 2}.png`,
    file: 'set/test.json',
  }),
)
const reply = (part: Partial<ChatReply> = {}): ChatReply => ({
  text: 'A',
  thoughts: '',
  isOpen: false,
  finish: 'stop',
  usage: { prompt: 90, generated: 2, thinking: null, cached: null },
  positions: null,
  ...part,
})
const typed = (code: ErrorCode) =>
  new VoxelwiseError({ code, subject: 'it', message: 'No.', remedy: 'Mend it.' })

/** @param ask gives a reply, or throws */
async function asked(ask: (request: ChatRequest) => ChatReply, change: Partial<ServerTask> = {}) {
  const stored: RunRecord[] = []
  const requests: ChatRequest[] = []
  const settings = { protocol: firstProtocol, scoring: 'generate', maxNewTokens: 8 }
  const wentOn = await askServer({
    run: { id: 'run', settings } as Run,
    server: serverInfo,
    samples,
    groups: plan(samples, new Set()),
    perturbation: new Perturbation(undefined, samples, medrcube),
    lookAhead: 1,
    pictures: async images =>
      images.map(path => ({
        uri: `data:image/png;base64,${path}`,
        file: { sha256: path, size: 1, modified: null },
        isReencoded: false,
      })),
    ask: async request => {
      requests.push(request)
      return { reply: ask(request), tries: 1, took: 5 }
    },
    store: async records => void stored.push(...records),
    emit: () => {},
    mayGoOn: async () => true,
    ...change,
  })
  return { wentOn, stored, requests }
}
const isProbe = ({ pictures }: ChatRequest): boolean => pictures.length === 0

test('questions on one image follow each other, each with its picture before its text', async () => {
  const { wentOn, stored, requests } = await asked(() => reply())
  expect(wentOn).toBe(true)
  expect(stored.map(({ sample }) => sample.index)).toEqual([0, 2, 1])
  expect(requests.map(({ pictures }) => pictures)).toEqual(
    ['set/0.png', 'set/0.png', 'set/1.png'].map(path => [`data:image/png;base64,${path}`]),
  )
  expect(requests[0]?.turns[0]?.parts.map(({ type }) => type)).toEqual(['image', 'text'])
  expect(stored[0]).toMatchObject({
    status: 'answered',
    response: 'A',
    correct: true,
    imageFile: { sha256: 'set/0.png' },
    score: {
      stop: 'end-token',
      tokens: { prompt: 90, image: 0, reused: 0, generated: 2 },
      server: { finish: 'stop', tries: 1 },
    },
  })
})

const makePass = (probe: Probe) => ({
  run: { id: 'p', probe, settings: { protocol: firstProtocol, scoring: 'generate', maxNewTokens: 8 } } as Run,
  perturbation: new Perturbation(probe, samples, medrcube),
})

test('how sure the model is comes from a second turn, after its answer and with the same images', async () => {
  const { stored, requests } = await asked(
    ({ turns }) => reply({ text: turns.length > 1 ? '70%' : 'A' }),
    makePass({ kind: 'stated-confidence' }),
  )
  expect(stored.map(record => record.status === 'answered' && [record.response, record.stated])).toEqual(
    samples.map(() => ['A', { reply: '70%', percent: 70 }]),
  )
  expect(requests.map(({ turns }) => turns.map(({ role }) => role))).toEqual(
    samples.flatMap(() => [['user'], ['user', 'assistant', 'user']]),
  )
  expect(requests[1]?.turns[1]?.parts).toEqual([{ type: 'text', text: 'A' }])
  expect(requests[1]?.pictures).toEqual(requests[0]?.pictures)
})

test('a pass that changes nothing sends the requests of the run again', async () => {
  const own = await asked(() => reply())
  const again = await asked(() => reply(), makePass({ kind: 'unchanged' }))
  expect(again.requests).toEqual(own.requests)
  expect(again.requests).toHaveLength(3)
})

test('a drawn answer has a temperature and a seed of its own; maps are refused', async () => {
  const { requests } = await asked(() => reply(), makePass({ kind: 'repeat', draw: 2 }))
  expect(requests.map(({ drawnBy }) => drawnBy)).toEqual([2, 12, 7])
  for (const probe of mapProbes)
    await expect(asked(() => reply(), makePass(probe))).rejects.toThrow(
      expect.objectContaining({ info: expect.objectContaining({ code: 'model-unsupported' }) }),
    )
})

test('the time of judging does not count towards the server’s timeout', async () => {
  const stages: string[] = []
  await asked(() => reply(), {
    emit: event => void (event.type === 'asking' && stages.push(`${event.sample.index} ${event.stage}`)),
    ask: async (_, onTry) => {
      onTry('asking')
      return { reply: reply(), tries: 1, took: 5 }
    },
  })
  expect(stages).toEqual([
    ...['0 preparation', '0 model', '0 verdict', '2 model', '2 verdict'],
    ...['1 preparation', '1 model', '1 verdict'],
  ])
})

test('an answer cut during its thoughts is reported as such, and is no answer', async () => {
  const cut = reply({ text: '', thoughts: 'Let me see', isOpen: true, finish: 'length' })
  const { stored } = await asked(() => cut)
  expect(stored[0]).toMatchObject({
    response: '',
    correct: false,
    unparsed: 'The model’s thought did not end, so there is no answer.',
    score: { stop: 'max-new-tokens', thought: { isOpen: true }, server: { finish: 'length', thoughts: 10 } },
  })
  const refused = await asked(() => reply({ text: '', refused: 'I cannot help with A.', finish: 'stop' }))
  expect(refused.stored[0]).toMatchObject({ parsed: '', unparsed: 'No answer: I cannot help with A.' })
})

test('an image that cannot be read fails its own questions, and the server is not asked', async () => {
  const { stored, requests } = await asked(() => reply(), {
    pictures: async ([path = '']) => {
      throw new VoxelwiseError({ ...typed('image-truncated').info, subject: path })
    },
  })
  expect(requests).toEqual([])
  expect(stored.map(record => record.status === 'failed' && record.error.subject)).toEqual([
    'set/0.png',
    'set/0.png',
    'set/1.png',
  ])
})

test('a question that the server refuses fails alone, once the server has answered another', async () => {
  const { stored, requests } = await asked(request => {
    if (!isProbe(request) && request.turns.some(({ parts }) => JSON.stringify(parts).includes('Which 2?')))
      throw typed('server-reply')
    return reply()
  })
  expect(stored.map(({ status }) => status)).toEqual(['answered', 'failed', 'answered'])
  expect(requests.filter(isProbe)).toHaveLength(1)
})

const isSecond = ({ turns }: ChatRequest): boolean => JSON.stringify(turns).includes('Which 2?')

test('a question on which the connection breaks every time fails alone, as the server answers others', async () => {
  const { stored, requests } = await asked(request => {
    if (isSecond(request)) throw typed('server-unreachable')
    return reply()
  })
  expect(stored.map(({ status }) => status)).toEqual(['answered', 'failed', 'answered'])
  expect(requests.filter(isSecond)).toHaveLength(2)
})

test('a question during a server’s absence is asked again, and is no failure', async () => {
  let isGone = true
  const { stored } = await asked(request => {
    if (isProbe(request)) isGone = false
    if (isSecond(request) && isGone) throw typed('server-unreachable')
    return reply()
  })
  expect(stored.map(({ status }) => status)).toEqual(['answered', 'answered', 'answered'])
})

test('a server that answers nothing any more ends the run, and its questions stay open', async () => {
  const stored: RunRecord[] = []
  let number = 0
  const dies = asked(
    () => {
      if (++number > 1) throw typed('server-reply')
      return reply()
    },
    { store: async records => void stored.push(...records) },
  )
  await expect(dies).rejects.toMatchObject({
    info: {
      code: 'server-unreachable',
      subject: serverInfo.address,
      message: expect.stringContaining('No.'),
    },
  })
  expect(stored.map(({ status }) => status)).toEqual(['answered'])
})

test('a fault of every question ends the run immediately', async () => {
  for (const code of ['server-unreachable', 'server-refused'] as const)
    await expect(
      asked(() => {
        throw typed(code)
      }),
    ).rejects.toMatchObject({ info: { code } })
})

test('a run stopped during an answer stores earlier answers, and leaves the rest', async () => {
  let number = 0
  const { wentOn, stored } = await asked(() => {
    if (++number > 1) throw new Stopped()
    return reply()
  })
  expect(wentOn).toBe(false)
  expect(stored).toHaveLength(1)
})

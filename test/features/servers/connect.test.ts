/** Over sockets: our own server, which passes on, and one behind it that speaks the protocol with every fault. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Server, servePage } from '../../../src/cli/serve/serve.ts'
import { getOrMake } from '../../../src/engine/base/grouping.ts'
import { type ServerInfo, type ServerKind, serverKinds } from '../../../src/engine/protocol/server-info.ts'
import { plainTurn } from '../../../src/engine/protocol/turns.ts'
import { connectModel, findServer } from '../../../src/features/servers/data/connect.ts'
import { ServerConnection } from '../../../src/features/servers/data/connection.ts'
import { questionRequest, readOutput } from '../../../src/features/servers/engine/answer.ts'
import {
  type Chat,
  type FakeServer,
  type Fault,
  heldTo,
  type Nature,
  startModelServer,
} from '../../browser/harness/model-server.ts'
import { quickTimers } from '../../unit/support/quick-timers.ts'
import { serverInfo } from '../../unit/support/server-info.ts'
import { ServerModel } from './server-model.ts'

let models: FakeServer
let own: Server
let base: string

beforeAll(async () => {
  models = await startModelServer({ kind: 'ollama' })
  own = await servePage([], 'dist', 0, { address: models.address, key: null })
  base = `${own.origin}/model-server/`
})
afterAll(async () => {
  await own.close()
  await models.close()
})
beforeEach(() => {
  models.nature = { kind: 'ollama' }
})
afterEach(() => {
  vi.restoreAllMocks()
})

const { timeout } = AbortSignal

const connected = (nature: Nature): Promise<ServerInfo> => {
  models.nature = nature
  return connectModel(base, 'tiny-vlm', () => {}, new AbortController().signal)
}

/** What a server without faults says to a dozen questions, asked once. */
const known = new Map<ServerKind, Promise<ServerInfo>>()
const connectedOnce = (kind: ServerKind): Promise<ServerInfo> =>
  getOrMake(known, kind, () => connected({ kind }))

describe('the server’s kind, and its facts about the model', () => {
  test.each([
    ['ollama', { version: '0.33.1', weights: 'f00d'.repeat(16), quantization: 'Q4_K_M', context: 4096 }],
    ['llama-server', { version: 'b7000-abc', weights: 'tiny.gguf', context: 4096 }],
    ['vllm', { version: '0.33.0', weights: 'org/tiny', context: 8192 }],
    ['sglang', { version: '0.5.23', weights: 'org/tiny', quantization: 'bfloat16', context: 8192 }],
    ['lm-studio', { version: null, quantization: '4bit', context: 4096 }],
    ['other', { version: null, weights: null, quantization: null, context: null }],
  ] as const)('%s', async (kind, told) => {
    expect(await connected({ kind })).toMatchObject({ kind, model: 'tiny-vlm', ...told })
  })

  test('its models are listed, and another one is refused by name', async () => {
    models.nature = { kind: 'vllm', models: ['one', 'two'] }
    expect(await findServer(base)).toMatchObject({ kind: 'vllm', models: ['one', 'two'], unlisted: null })
    await expect(connectModel(base, 'three', () => {}, new AbortController().signal)).rejects.toThrow(
      /answers under any name.*three.*one, two/,
    )
  })
})

describe('a model that the server does not list', () => {
  const lists = [
    ['empty', { models: [] }, null],
    ['missing', { status: 404 }, /status 404/],
    ['failing', { status: 500 }, /status 500.*the list failed/],
    ['slow', { ms: 1500 }, /no answer within 10 seconds/],
  ] as const

  beforeEach(() => {
    // A moment of the ten seconds that a slow list may take.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms =>
      timeout.call(AbortSignal, ms === 10_000 && models.nature.list?.ms ? 100 : ms),
    )
  })

  test.each(lists)('is connected by its name if the list is %s', async (_, list, why) => {
    models.nature = { kind: 'other', list }
    const { models: listed, unlisted } = await findServer(base)
    expect(listed).toEqual([])
    if (why === null) expect(unlisted).toBeNull()
    else expect(unlisted).toMatch(why)
    const info = await connected({ kind: 'other', list, refusesOtherNames: true })
    expect(info).toMatchObject({ model: 'tiny-vlm', abilities: { image: 'seen' } })
  })

  test.each(lists)('is refused if it does not answer, and the list is %s', async (_, list) => {
    models.nature = { kind: 'other', list, refusesOtherNames: true }
    await expect(
      connectModel(base, 'tony-vlm', () => {}, new AbortController().signal),
    ).rejects.toMatchObject({
      info: {
        code: 'server-refused',
        subject: 'tony-vlm',
        message: expect.stringMatching(/does not list this model.*there is no model tony-vlm/),
        remedy: expect.stringContaining('Use the exact name'),
      },
    })
  })

  test('is connected although others are listed, if the server distinguishes model names', async () => {
    const list = { models: ['another'] }
    expect(await connected({ kind: 'other', list, refusesOtherNames: true })).toMatchObject({
      model: 'tiny-vlm',
    })
  })

  test('does not hide a failed authentication', async () => {
    models.nature = { kind: 'other', list: { status: 401 } }
    await expect(findServer(base)).rejects.toMatchObject({
      info: { code: 'server-refused', message: expect.stringContaining('Authentication failed') },
    })
  })
})

describe('its abilities', () => {
  test('one that can everything', async () => {
    expect((await connected({ kind: 'vllm' })).abilities).toEqual({
      image: 'seen',
      logprobs: 20,
      constraint: 'held',
      thinking: 'off',
      takesThinkingSwitch: true,
      repeatsText: true,
      repeatsLogprobs: 0,
      cachedTokens: null,
    })
  })

  test.each([
    ['does not look', { sight: 'blind' }, { image: 'counted' }],
    ['drops pictures without a word', { sight: 'deaf' }, { image: 'uncounted' }],
    ['refuses pictures', { sight: 'none' }, { image: 'refused' }],
    ['tells no log-probabilities', { logprobs: 0 }, { logprobs: 0, repeatsLogprobs: null }],
    ['tells five at most, and refuses more', { logprobs: 5 }, { logprobs: 5 }],
    ['ignores the constraint', { ignoresConstraint: true }, { constraint: 'ignored' }],
    ['thinks, whatever it is told', { thinks: 'apart' }, { thinking: 'on' }],
    ['thinks within its text', { thinks: 'inline' }, { thinking: 'on' }],
    ['streams its thoughts', { thinks: 'apart', streams: true }, { thinking: 'on', repeatsText: true }],
    [
      'refuses to be told not to think',
      { refusesSwitch: true },
      { takesThinkingSwitch: false, image: 'seen' },
    ],
    ['does not repeat itself', { forgetful: true }, { repeatsText: false }],
  ] as const)('one that %s', async (_, nature, found) => {
    expect((await connected({ kind: 'ollama', ...nature })).abilities).toMatchObject(found)
  })
})

describe('a question', () => {
  const ask = async (fault: Nature['fault']) => {
    const info = await connectedOnce('ollama')
    models.nature = { kind: 'ollama', ...(fault && { fault }) }
    const model = new ServerModel(await ServerConnection.open(base), info)
    const request = questionRequest(
      info,
      { scoring: 'choices', maxNewTokens: 8 },
      plainTurn('A. x\nB. y', 0),
      [],
      ['A', 'B'],
    )
    const first = models.asked.length
    const answered = await model.send(request, { seconds: 5 })
    return { ...answered, asked: models.asked.length - first, info }
  }
  const once = (fault: Fault): Nature['fault'] => {
    let isOver = false
    return () => {
      if (isOver) return null
      isOver = true
      return fault
    }
  }

  test.each<Fault>([
    { kind: 'status', status: 429, retryAfter: 1 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 500, body: 'not JSON' },
    { kind: 'cut' },
    { kind: 'broken-json' },
    { kind: 'slow', ms: 3000 },
  ])('survives %j', async fault => {
    // The pause before the second attempt.
    quickTimers(50)
    let isFirst = true
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const isLate = isFirst && ms === 5000 && fault.kind === 'slow'
      if (isLate) isFirst = false
      return timeout.call(AbortSignal, isLate ? 50 : ms)
    })
    const { tries, asked, reply } = await ask(once(fault))
    expect({ tries, asked, text: reply.text }).toMatchObject({ tries: 2, asked: 2 })
  })

  test.each(['inline', 'apart'] as const)(
    'with streamed thoughts (%s) is answered as in one piece',
    async thinks => {
      const info = await connectedOnce('ollama')
      const model = new ServerModel(await ServerConnection.open(base), info)
      const asked = { scoring: 'generate', maxNewTokens: 60 } as const
      const request = questionRequest(info, asked, plainTurn('A. x\nB. y', 0), [], ['A', 'B'])
      const replies = []
      for (const streams of [false, true]) {
        models.nature = { kind: 'ollama', thinks, streams }
        replies.push((await model.send(request, { seconds: 5 })).reply)
      }
      const [whole, streamed] = replies
      expect(streamed).toEqual(whole)
      expect(streamed).toMatchObject({ text: expect.stringMatching(/^[AB]$/), isOpen: false })
      expect(streamed?.thoughts).toContain('let me look again')
    },
  )

  test('that the server refuses is not asked again', async () => {
    const refused: Fault = { kind: 'status', status: 400, body: '{"error":"context"}' }
    await expect(ask(() => refused)).rejects.toMatchObject({
      info: { code: 'server-reply', message: expect.stringContaining('“context”') },
    })
  })

  test('with option probabilities reports it if none are returned any more', async () => {
    const { reply, tries, took, info } = await ask(() => ({ kind: 'no-logprobs' }))
    const asked = { scoring: 'choices', answers: ['A', 'B'], heldTo: null } as const
    expect(() => readOutput(reply, asked, info, { tries, took, reencoded: 0 })).toThrow(
      /returned no log-probabilities/,
    )
  })

  test('of option probabilities gives each letter one, or a bound', async () => {
    const { reply, tries, took, info } = await ask(undefined)
    const asked = { scoring: 'choices', answers: ['A', 'B', 'D'], heldTo: null } as const
    const { text, choices, stop } = readOutput(reply, asked, info, { tries, took, reencoded: 0 })
    expect(stop).toBe('choices')
    expect(text).toBe(reply.text)
    expect(choices?.map(({ letter, isBound }) => [letter, isBound ?? false])).toEqual([
      ['A', false],
      ['B', false],
      ['D', true],
    ])
  })

  describe.each(serverKinds)('restricted to a letter by %s', kind => {
    const held = async (fault: Nature['fault']) => {
      const info = await connectedOnce(kind)
      models.nature = { kind, ...(fault && { fault }) }
      const settings = { scoring: 'generate', maxNewTokens: 32, heldToLetter: true } as const
      const request = questionRequest(info, settings, plainTurn('Say hello.', 0), [], ['A', 'B', 'C'])
      const model = new ServerModel(await ServerConnection.open(base), info)
      const { reply, tries, took } = await model.send(request, { seconds: 5 })
      const asked = { scoring: 'generate', answers: ['A', 'B', 'C'], heldTo: request.heldTo } as const
      return { info, output: readOutput(reply, asked, info, { tries, took, reencoded: 0 }) }
    }

    test('is one of the offered answers, without the JSON', async () => {
      const { info, output } = await held(undefined)
      expect(info.abilities.constraint).toBe('held')
      expect(heldTo(models.asked.at(-1) as Chat)).toEqual(['A', 'B', 'C'])
      expect(['A', 'B', 'C']).toContain(output.text)
      expect(output).toMatchObject({ stop: 'end-token', server: { held: 'kept' } })
    })

    test('that disobeys is kept and marked', async () => {
      const { output } = await held(() => ({ kind: 'ignored-constraint' }))
      expect(output).toMatchObject({ text: 'hello', server: { held: 'ignored' } })
    })
  })

  test('is free if no answers are offered, if letters are scored, and unless it is restricted', () => {
    const settings = { scoring: 'generate', maxNewTokens: 32 } as const
    const request = (more: object, answers: readonly string[]) =>
      questionRequest(serverInfo, { ...settings, ...more }, plainTurn('Which?', 0), [], answers)
    expect(request({ heldToLetter: true }, []).heldTo).toBeNull()
    expect(request({ heldToLetter: true, scoring: 'choices' }, ['A', 'B']).heldTo).toBeNull()
    expect(request({}, ['A', 'B'])).toMatchObject({ heldTo: null, maxTokens: 32 })
  })

  test('serves any caller: turns in, text out', async () => {
    const model = new ServerModel(await ServerConnection.open(base), await connectedOnce('ollama'))
    expect(await model.ask(plainTurn('A. x', 0))).toBe('A')
  })

  test('ends with its caller', async () => {
    const info = await connectedOnce('ollama')
    models.nature = { kind: 'ollama', fault: () => ({ kind: 'slow', ms: 3000 }) }
    const model = new ServerModel(await ServerConnection.open(base), info)
    const gone = new AbortController()
    const asked = model.ask(plainTurn('A. x', 0), [], { signal: gone.signal })
    setTimeout(() => gone.abort(), 100)
    await expect(asked).rejects.toThrow(/abort/i)
  })
})

test('an unreachable server is reported by its address', async () => {
  const { address, close } = await startModelServer({ kind: 'ollama' })
  await close()
  const page = await servePage([], 'dist', 0, { address, key: null })
  await expect(findServer(`${page.origin}/model-server/`)).rejects.toMatchObject({
    info: { code: 'server-unreachable', subject: address, message: expect.stringContaining('ECONNREFUSED') },
  })
  await page.close()
})

test('a page without such a server reports what is needed', async () => {
  const without = await servePage([], 'dist')
  await expect(findServer(`${without.origin}/model-server/`)).rejects.toMatchObject({
    info: {
      code: 'no-server',
      remedy: expect.stringContaining('npm start -- --server http://127.0.0.1:11434'),
    },
  })
  await without.close()
})

import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../src/cli/evaluate/options.ts'

const needed = ['--dataset', 'd', '--out', 'o']
const server = ['--server', 'http://127.0.0.1:11434/v1']

describe('a model server in place of a folder', () => {
  test('is one address, with the questions that it is asked at once', () => {
    expect(readOptions([...needed, ...server, '--server-model', 'm', '--at-once', '4'])).toMatchObject({
      model: null,
      server: { address: 'http://127.0.0.1:11434', key: null },
      serverModel: 'm',
      settings: { atOnce: 4 },
    })
  })

  test('needs no model, and without it a model is needed', () => {
    expect(readOptions([...needed, ...server])?.serverModel).toBeNull()
    expect(() => readOptions(needed)).toThrow(/--model/)
  })

  test.each([[['--model', 'demo']], [['--runtime', 'node']], [['--shard', '1/2']]])(
    'does not go with %j',
    more => {
      expect(() => readOptions([...needed, ...server, ...more])).toThrow(
        /does not go with --(server|runtime node)/,
      )
    },
  )

  test('may hold its answers to a letter, where text is generated', () => {
    expect(readOptions([...needed, ...server, '--hold-to-letter'])?.settings.heldToLetter).toBe(true)
    expect(readOptions([...needed, ...server])?.settings).not.toHaveProperty('heldToLetter')
    expect(() => readOptions([...needed, '--model', 'demo', '--hold-to-letter'])).toThrow(/needs a server/)
    expect(() => readOptions([...needed, ...server, '--hold-to-letter', '--scoring', 'choices'])).toThrow(
      /does not go with --scoring choices/,
    )
  })

  test('is asked six questions at once at most', () => {
    expect(() => readOptions([...needed, ...server, '--at-once', '7'])).toThrow(/at most 6/)
  })
})

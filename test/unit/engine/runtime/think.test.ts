/** Thoughts before answers: a scripted model says one token after the other. */
import { expect, test } from 'vitest'
import { thinkingMarks, withoutThought } from '../../../../src/engine/model/chat-template.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { ModelOutput } from '../../../../src/engine/protocol/record.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { type AnswerOptions, answer } from '../../../../src/engine/runtime/answer.ts'
import { answeredRecord } from '../../../../src/engine/runtime/ask.ts'
import type { Vlm } from '../../../../src/engine/runtime/vlm.ts'

const words = ['<end>', '<think>', '</think>', '\n\n', 'I see ', 'A ', 'B', '</', 'think>\n', 'prompt ']
const wordId = (word: string) => words.indexOf(word)
const end = 0

function scripted(said: readonly string[], template = '<think>'): Vlm {
  const text = (ids: readonly number[]) => ids.map(id => words[id]).join('')
  const step = (at: number) => ({
    logits: Float32Array.from(words, word => (word === (said[at] ?? '<end>') ? 1 : 0)),
    cache: {},
  })
  return {
    promptEncoder: { thinking: thinkingMarks(template), tidiesText: false, text, markedText: text },
    endTokens: new Set([end]),
    contextLength: 1000,
    repetitionPenalty: 1,
    decoderInputs: () => ({}),
    joinFeatures: () => null,
    forward: async () => step(0),
    next: async (ids: readonly number[]) => step(ids.length - 1),
    spellings: () =>
      new Map([
        ['A', [wordId('A ')]],
        ['B', [wordId('B')]],
      ]),
  } as unknown as Vlm
}

function ask(
  said: readonly string[],
  { prompt = 'prompt ', ...more }: Partial<AnswerOptions> & { readonly prompt?: string } = {},
): Promise<ModelOutput> {
  const asked = { index: 0, text: '', images: [], ids: [wordId(prompt)], answers: ['A', 'B'] }
  return answer(scripted(said), asked, null, {
    isSettled: () => false,
    scoring: 'generate',
    fullText: true,
    maxNewTokens: 4,
    thinking: 'on',
    thoughtTokens: 6,
    shared: { encode: 0, prefix: 0 },
    onText: () => {},
    steps: { next: async () => {}, now: () => 0 } as AnswerOptions['steps'],
    ...more,
  })
}

test('a thought is kept apart from the answer, whether model or template opens it', async () => {
  const told = { text: 'B', stop: 'end-token', tokens: { generated: 2 } }
  const byModel = await ask(['<think>', 'I see ', 'A ', '</think>', '\n\n', 'B'])
  expect(byModel).toMatchObject({ ...told, thought: { text: 'I see A', tokens: 4 } })
  const byTemplate = await ask(['I see ', 'A ', '</think>', '\n\n', 'B'], { prompt: '<think>' })
  expect(byTemplate).toMatchObject({ ...told, thought: { text: 'I see A', tokens: 3 } })
})

test('a closing mark is found in several tokens', async () => {
  const found = await ask(['A ', '</', 'think>\n', 'B'], { prompt: '<think>' })
  expect(found).toMatchObject({ text: 'B', thought: { text: 'A', tokens: 3 } })
})

test('the limits of thought and answer are separate', async () => {
  const long = ['I see ', 'I see ', 'I see ', 'I see ', '</think>', 'B', 'B', 'B', 'B', 'B']
  const found = await ask(long, { prompt: '<think>' })
  expect(found).toMatchObject({ text: 'BBBB', stop: 'max-new-tokens', tokens: { generated: 4 } })
})

test('a thought that is cut or ends without its mark is followed by no answer', async () => {
  const cut = await ask(Array<string>(9).fill('A '), { prompt: '<think>' })
  expect(cut).toMatchObject({ text: '', stop: 'max-new-tokens', thought: { tokens: 6, isOpen: true } })
  const ended = await ask(['A '], { prompt: '<think>' })
  expect(ended).toMatchObject({ text: '', stop: 'end-token', thought: { tokens: 1, isOpen: true } })
})

test('a model that answers at once has no thought', async () => {
  const found = await ask(['B'])
  expect(found).toMatchObject({ text: 'B', stop: 'end-token' })
  expect(found.thought).toBeUndefined()
})

test('option probabilities are read after the thought and the blanks that follow it', async () => {
  const said = ['A ', '</think>', '\n\n', 'B']
  const found = await ask(said, { prompt: '<think>', scoring: 'choices' })
  expect(found).toMatchObject({ text: 'B', stop: 'choices', thought: { text: 'A', tokens: 2 } })
  const cut = await ask(Array<string>(9).fill('A '), { prompt: '<think>', scoring: 'choices' })
  expect(cut).toMatchObject({ text: '', stop: 'max-new-tokens', thought: { isOpen: true } })
  expect(cut.choices).toBeUndefined()
})

test('an answer without an ended thought is never right, even if an empty text were', () => {
  const sample = {
    index: 0,
    fields: { question: 'Which?', option_A: 'This', option_B: 'That', gt_answer: 'This' },
    image: null,
    file: 'set/test.json',
  }
  const run = { id: 'run', settings: { protocol: firstProtocol } } as Run
  const perturbation = new Perturbation(undefined, [sample], medrcube)
  const score = { text: 'A', thought: { text: 'A', tokens: 1, isOpen: true } } as ModelOutput
  expect(answeredRecord({ run, perturbation, emit: () => {} }, sample, 'Which?', score)).toMatchObject({
    status: 'answered',
    correct: false,
    parsed: '',
    unparsed: 'The model’s thought did not end, so there is no answer.',
  })
})

test('templates show whether a model thinks, how it marks that, and whether there is a switch', () => {
  expect(thinkingMarks("{{ '<|im_start|>assistant\n<think>\n' }}")).toEqual({
    ...{ open: '<think>', close: '</think>', hasSwitch: false },
  })
  expect(thinkingMarks('{% if enable_thinking %}[THINK]{% endif %}')).toMatchObject({
    ...{ open: '[THINK]', close: '[/THINK]', hasSwitch: true },
  })
  expect(thinkingMarks("{{ '<|im_start|>assistant' }}")).toBeNull()
  const thinking = { open: '<think>', close: '</think>', hasSwitch: false }
  expect(withoutThought('assistant\n<think>\n', thinking)).toBe('assistant\n<think>\n\n</think>\n\n')
  expect(withoutThought('assistant\n', thinking)).toBe('assistant\n')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fallbackTemplate, messageContent } from '../../../../src/engine/model/chat-template.ts'

test('the built-in template is a plain turn, for any image placeholder', async () => {
  const { PreTrainedTokenizer } = await import('@huggingface/transformers')
  const json = readFileSync('public/models/phantom-vlm/tokenizer.json', 'utf8')
  const tokenizer = new PreTrainedTokenizer(JSON.parse(json), {} as never)
  const render = (content: readonly object[], placeholder: string): unknown =>
    tokenizer.apply_chat_template([{ role: 'user', content }] as never, {
      chat_template: fallbackTemplate(placeholder),
      add_generation_prompt: true,
      tokenize: false,
    })
  const text = { type: 'text', text: 'Question: {{ 1 }}?\n' }
  expect(render([{ type: 'image' }, text], '<|a "b"\n|>')).toBe(
    'User: <|a "b"\n|>Question: {{ 1 }}?\n\nAssistant:',
  )
  expect(render([text], '<image>')).toBe('User: Question: {{ 1 }}?\n\nAssistant:')
})

test('a template without parts receives text, the images first', () => {
  const chatml =
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] }}{% endfor %}"
  const image = { type: 'image' } as const
  const question = { type: 'text', text: 'What is it?' } as const
  expect(messageContent(chatml, [image, image, question], '<image>')).toBe('<image>\n<image>\nWhat is it?')
  expect(messageContent(chatml, [question], '<image>')).toBe('What is it?')
  const between = [image, { type: 'text', text: 'Like ' }, image, question] as const
  expect(messageContent(chatml, between, '<image>')).toBe('<image>\nLike <image>What is it?')
  expect(messageContent(fallbackTemplate('<image>'), [image, question], '<image>')).toEqual([image, question])
})

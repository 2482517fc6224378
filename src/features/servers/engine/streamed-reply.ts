/**
 * A reply that a server streams though it was asked not to: events (`data: …`) whose deltas are put together to what the same reply
 * would be in one piece.
 */
import { isJsonArray, isJsonObject, type Json, type JsonAllowance, parseJson } from '@voxelwise/python'
import { field } from '../../../engine/base/schema.ts'

/** Whether a body is a stream of events: JSON begins with neither a field's name nor a comment. */
export const isStreamed = (body: string): boolean => /^\s*(?:data|event|id|retry)?:/.test(body)

/** Fields of a message whose texts arrive piece by piece. */
const pieced = ['content', 'reasoning_content', 'reasoning', 'thinking', 'refusal'] as const

/**
 * @returns the whole reply; what is said as an error is returned as it is
 * @throws JsonSyntaxError for an event that is no JSON; Error for a stream that breaks off
 */
export function wholeReply(body: string, allowance: JsonAllowance): Json {
  const texts = new Map<string, Json[]>(pieced.map(name => [name, []]))
  const details: Json[] = []
  const positions: Json[] = []
  let hasPositions = false
  let finish: Json = null
  let usage: Json = null
  for (const event of readEvents(body)) {
    const part = parseJson(event, allowance)
    if (field(part, 'error')) return part
    usage = field(part, 'usage') ?? usage
    const choices = field(part, 'choices')
    const choice = isJsonArray(choices) ? choices[0] : undefined
    if (field(choice, 'error')) return part
    const delta = field(choice, 'delta')
    for (const [name, pieces] of texts) addTo(pieces, field(delta, name))
    addTo(details, field(delta, 'reasoning_details'))
    const logprobs = field(field(choice, 'logprobs'), 'content')
    if (isJsonArray(logprobs)) {
      hasPositions = true
      for (const position of logprobs) positions.push(position)
    }
    finish = field(choice, 'finish_reason') ?? finish
  }
  if (finish === null) throw new Error('The streamed reply breaks off before its finish_reason.')
  const written = [...texts].map(([name, pieces]) => [name, joined(pieces)] as const)
  return {
    choices: [
      {
        message: { ...Object.fromEntries(written), reasoning_details: details.length > 0 ? details : null },
        finish_reason: finish,
        logprobs: hasPositions ? { content: positions } : null,
      },
    ],
    usage,
  }
}

/** The data of each event, up to `[DONE]`. */
function* readEvents(body: string): Generator<string> {
  let data: string[] = []
  for (const line of body.split(/\r\n|\r|\n/)) {
    if (line.startsWith('data:')) data.push(line.slice(5))
    if (line !== '' || data.length === 0) continue
    const event = data.join('\n').trim()
    data = []
    if (event === '[DONE]') return
    if (event !== '') yield event
  }
  const last = data.join('\n').trim()
  if (last !== '' && last !== '[DONE]') yield last
}

function addTo(pieces: Json[], value: Json | undefined): void {
  if (value === undefined || value === null) return
  if (!isJsonArray(value)) pieces.push(value)
  else for (const one of value) pieces.push(one)
}

/** One text, or, where some of it came in parts, a list of parts; null where nothing came. */
function joined(pieces: readonly Json[]): Json {
  if (pieces.length === 0) return null
  if (pieces.every(piece => typeof piece === 'string')) return pieces.join('')
  return pieces.map(piece => (isJsonObject(piece) ? piece : { type: 'text', text: piece }))
}

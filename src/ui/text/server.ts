/** What is known of a model server, in words. */
import type { ServedAnswers } from '../../engine/analysis/served-answers.ts'
import { counted } from '../../engine/base/counted.ts'
import { serverWords } from '../../engine/model/served.ts'
import type { ServerAbilities, ServerInfo } from '../../engine/protocol/server-info.ts'

export interface ServerFact {
  readonly name: string
  readonly value: string
}

const images: Readonly<Record<ServerAbilities['image'], string>> = {
  seen: 'yes: it told a red one from a blue one',
  counted: 'taken, and its prompt grew by one; it did not tell red from blue',
  uncounted: 'no: its prompt did not grow by one',
  refused: 'no: refused',
}

const constraints: Readonly<Record<ServerAbilities['constraint'], string>> = {
  held: 'yes, where asked for another word it kept to a letter',
  ignored: 'no: it took the constraint and ignored it',
  refused: 'no: it refuses the constraint',
}

/** What it says of itself and the model. */
export function identityFacts(server: ServerInfo): readonly ServerFact[] {
  const { address, model, weights, quantization, context, template } = server
  return [
    { name: 'Server', value: `${serverWords(server)} at ${address}` },
    { name: 'Model there', value: model },
    { name: 'Weights', value: weights ?? 'not told: the id alone does not identify them' },
    { name: 'Quantization', value: quantization ?? 'not told' },
    { name: 'Context', value: context === null ? 'not told' : counted(context, 'token') },
    ...(template === null ? [] : [{ name: 'Chat template (SHA-256)', value: template.slice(0, 12) }]),
    { name: 'Pixels', value: 'prepared by the server, from the files’ own bytes' },
  ]
}

/** What was found by asking. */
export function abilityFacts({ abilities }: ServerInfo): readonly ServerFact[] {
  const { image, logprobs, constraint, thinking, cachedTokens } = abilities
  return [
    { name: 'Sees pictures', value: images[image] },
    {
      name: 'Log-probabilities',
      value: logprobs === 0 ? 'none' : `of the ${counted(logprobs, 'most probable token')}`,
    },
    { name: 'Held to a letter', value: constraints[constraint] },
    { name: 'Repeats itself', value: repeatWords(abilities) },
    {
      name: 'Thinks first',
      value:
        thinking === 'on'
          ? 'yes, though asked not to: its thoughts use up new tokens, and are counted apart'
          : 'no',
    },
    {
      name: 'Keeps a picture',
      value:
        cachedTokens === null
          ? 'not told'
          : `${counted(cachedTokens, 'token')} of a second question on one were kept`,
    },
  ]
}

function repeatWords({ repeatsText, repeatsLogprobs }: ServerAbilities): string {
  const text = repeatsText ? 'the same text three times' : 'no: three times the same question, other texts'
  if (repeatsLogprobs === null || !repeatsText) return text
  return repeatsLogprobs === 0
    ? `${text}, and the same log-probabilities`
    : `${text}; log-probabilities up to ${repeatsLogprobs.toPrecision(2)} apart`
}

/** The same for a terminal. */
export const serverLines = (server: ServerInfo): readonly string[] =>
  [...identityFacts(server), ...abilityFacts(server)].map(({ name, value }) => `${name}: ${value}`)

/** What happened to its answers, where anything did that a reader should know. */
export function servedWords(served: ServedAnswers): readonly string[] {
  const { answered, cut, cutInThought, thought, thinkingTokens, retried, bounded, allBounds, reencoded } =
    served
  const { held, ignored } = served
  const of = (n: number, rest: string): string => `${n} of ${counted(answered, 'answer')} ${rest}`
  const inThought = cutInThought > 0 ? `, ${cutInThought} of them before the answer began` : ''
  const tokens = thinkingTokens > 0 ? ` (${counted(thinkingTokens, 'token')}, counted apart)` : ''
  const none = allBounds > 0 ? `; of ${allBounds} none was told, and they are read as no answer` : ''
  return [
    ...(cut > 0 ? [of(cut, `cut at the most new tokens${inThought}.`)] : []),
    ...(thought > 0 ? [of(thought, `came after thoughts that are not part of them${tokens}.`)] : []),
    ...(bounded > 0
      ? [
          of(
            bounded,
            `have an option beyond the tokens that the server tells: its probability is a bound${none}.`,
          ),
        ]
      : []),
    ...(held > 0 && ignored === 0
      ? [of(held, 'were held to the answers that the question offers, and kept to one.')]
      : []),
    ...(ignored > 0
      ? [
          `${ignored} of ${counted(held, 'answer')} that the server was to hold to a letter kept to none: it ignored the constraint, and they are read like free ones.`,
        ]
      : []),
    ...(retried > 0 ? [of(retried, 'came at a second attempt or later.')] : []),
    ...(reencoded > 0
      ? [
          of(
            reencoded,
            'are about an image that was sent as PNG: its file is neither PNG nor JPEG, or was changed.',
          ),
        ]
      : []),
  ]
}

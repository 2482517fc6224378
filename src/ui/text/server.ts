/** Texts about a model server. */
import type { ServedAnswers } from '../../engine/analysis/served-answers.ts'
import { counted } from '../../engine/base/counted.ts'
import { serverWords } from '../../engine/model/served.ts'
import type { ServerAbilities, ServerInfo } from '../../engine/protocol/server-info.ts'

interface ServerFact {
  readonly name: string
  readonly value: string
}

const images: Readonly<Record<ServerAbilities['image'], string>> = {
  seen: 'yes (verified with two colours)',
  counted: 'accepted, but the model could not distinguish red from blue',
  uncounted: 'no (image was ignored)',
  refused: 'no (image was refused)',
}

const constraints: Readonly<Record<ServerAbilities['constraint'], string>> = {
  held: 'yes (verified)',
  ignored: 'no (constraint was ignored)',
  refused: 'no (constraint was refused)',
}

/** A server and its abilities. */
export const serverFacts = (server: ServerInfo): readonly ServerFact[] => [
  ...identityFacts(server),
  ...abilityFacts(server),
]

/** Facts that the server reports about itself and the model. */
function identityFacts(server: ServerInfo): readonly ServerFact[] {
  const { address, model, weights, quantization, context, template } = server
  return [
    { name: 'Server', value: `${serverWords(server)} at ${address}` },
    { name: 'Model on the server', value: model },
    { name: 'Weights', value: weights ?? 'not reported (the model id does not identify them)' },
    { name: 'Quantization', value: quantization ?? 'not reported' },
    { name: 'Context', value: context === null ? 'not reported' : counted(context, 'token') },
    ...(template === null ? [] : [{ name: 'Chat template (SHA-256)', value: template.slice(0, 12) }]),
    { name: 'Image preparation', value: 'by the server, from the original files' },
  ]
}

/** Abilities that the test questions found. */
function abilityFacts({ abilities }: ServerInfo): readonly ServerFact[] {
  const { image, logprobs, constraint, thinking, cachedTokens } = abilities
  return [
    { name: 'Sees images', value: images[image] },
    {
      name: 'Log-probabilities',
      value: logprobs === 0 ? 'none' : `for the top ${counted(logprobs, 'token')}`,
    },
    { name: 'Restricts answers', value: constraints[constraint] },
    { name: 'Reproducible', value: repeatWords(abilities) },
    {
      name: 'Reasons first',
      value: thinking === 'on' ? 'yes, although asked not to; reasoning uses up new tokens' : 'no',
    },
    {
      name: 'Image cache',
      value:
        cachedTokens === null
          ? 'not reported'
          : `${counted(cachedTokens, 'token')} reused by a second question`,
    },
  ]
}

function repeatWords({ repeatsText, repeatsLogprobs }: ServerAbilities): string {
  const text = repeatsText ? 'yes (same text three times)' : 'no (the same question got different texts)'
  if (repeatsLogprobs === null || !repeatsText) return text
  return repeatsLogprobs === 0
    ? `${text}, with equal log-probabilities`
    : `${text}; log-probabilities differ by up to ${repeatsLogprobs.toPrecision(2)}`
}

/** The same for a terminal. */
export const serverLines = (server: ServerInfo): readonly string[] =>
  serverFacts(server).map(({ name, value }) => `${name}: ${value}`)

/** Anything about the server's answers that a reader should know. */
export function servedWords(served: ServedAnswers): readonly string[] {
  const { answered, cutInThought, thought, thinkingTokens, retried, bounded, allBounds, reencoded } = served
  const { held, ignored } = served
  const sentence = (n: number, rest: string): string => `${n} of ${counted(answered, 'answer')} ${rest}`
  const tokens = thinkingTokens > 0 ? ` (${counted(thinkingTokens, 'token')}, counted separately)` : ''
  const none = allBounds > 0 ? `; ${allBounds} had no reported option and count as no answer` : ''
  return [
    ...(cutInThought > 0 ? [sentence(cutInThought, 'were cut while the model was reasoning.')] : []),
    ...(thought > 0
      ? [sentence(thought, `followed reasoning, which is not part of the answer${tokens}.`)]
      : []),
    ...(bounded > 0
      ? [
          sentence(
            bounded,
            `have an option below the reported tokens; its probability is an upper bound${none}.`,
          ),
        ]
      : []),
    ...(held > 0 && ignored === 0 ? [sentence(held, 'were restricted to the listed options.')] : []),
    ...(ignored > 0
      ? [
          `The server ignored the restriction to listed options in ${ignored} of ${counted(held, 'answer')}; these are read as free answers.`,
        ]
      : []),
    ...(retried > 0 ? [sentence(retried, 'needed more than one attempt.')] : []),
    ...(reencoded > 0
      ? [sentence(reencoded, 'used an image converted to PNG: the file is not PNG or JPEG, or was changed.')]
      : []),
  ]
}

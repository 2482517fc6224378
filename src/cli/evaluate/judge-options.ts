/** `--judge-model` and what goes with it: who rates the open answers of the run that was just made, and how. */
import { rubrics } from '../../engine/protocol/rubrics/rubric.ts'
import { usageError } from '../base/arguments.ts'

export interface JudgeOptions {
  /** A folder or "demo"; or a model of the server that is passed on to, null for its only one. */
  readonly judge:
    | { readonly from: 'folder'; readonly path: string }
    | { readonly from: 'server'; readonly id: string | null }
  /** Undefined: the one that bears the name of the protocol. */
  readonly rubric: string | undefined
  readonly showsImages: boolean
  readonly isHeld: boolean
  readonly repeats: { readonly answers: number; readonly times: number } | undefined
  readonly maxNewTokens: number | undefined
}

export const judgeSpec = {
  'judge-model': 'text',
  rubric: 'text',
  'judge-images': 'flag',
  'judge-held': 'flag',
  'judge-repeats': 'text',
  'judge-tokens': 'text',
} as const

export const judgeUsage = `  --judge-model DIR    after the run, have its answers in words rated by this model, in a pass of its own: a folder, "demo",
                       @server for the only model of --server, or @server:ID (docs/protocols.md)
  --rubric NAME        by which rubric: ${rubrics.map(({ id }) => id).join(', ')}; by default the one of the protocol's name
  --judge-images       show it the images, too
  --judge-held         hold its replies to the form (not with @server)
  --judge-repeats NxT  rate N answers T times again, to show its own spread (20x3); 0 none
  --judge-tokens N     most tokens of a reply (256)`

type JudgeArguments = Readonly<
  Record<'judge-model' | 'rubric' | 'judge-repeats' | 'judge-tokens', string | undefined> &
    Record<'judge-images' | 'judge-held', boolean | undefined>
>

/** @returns null where nothing is to be judged @throws VoxelwiseError usage */
export function judgeOptions(args: JudgeArguments, usage: string): JudgeOptions | null {
  const { rubric, 'judge-model': named, 'judge-repeats': repeats, 'judge-tokens': tokens } = args
  const refuse = (message: string, at: string) => usageError(message, at, usage)
  if (named === undefined) {
    const odd = (['rubric', 'judge-images', 'judge-held', 'judge-repeats', 'judge-tokens'] as const).find(
      name => args[name] !== undefined && args[name] !== false,
    )
    if (odd) throw refuse('This option needs --judge-model.', `--${odd}`)
    return null
  }
  if (rubric !== undefined && !rubrics.some(({ id }) => id === rubric))
    throw refuse(`There are the rubrics ${rubrics.map(({ id }) => id).join(', ')}.`, `--rubric ${rubric}`)
  if (tokens !== undefined && !/^[1-9]\d{0,4}$/.test(tokens))
    throw refuse('This option takes a whole number above 0.', `--judge-tokens ${tokens}`)
  const [, isServer, id] = /^(@server)(?::(.+))?$/.exec(named) ?? []
  if (isServer && args['judge-held'])
    throw refuse('A server cannot be held to the form.', '--judge-held with --judge-model @server')
  return {
    judge: isServer ? { from: 'server', id: id ?? null } : { from: 'folder', path: named },
    rubric,
    showsImages: args['judge-images'] ?? false,
    isHeld: args['judge-held'] ?? false,
    repeats: repeats === undefined ? undefined : namedRepeats(repeats, refuse),
    maxNewTokens: tokens === undefined ? undefined : Number(tokens),
  }
}

function namedRepeats(text: string, refuse: (message: string, at: string) => Error) {
  if (text === '0') return { answers: 0, times: 0 }
  const [, answers, times] = /^([1-9]\d{0,5})x([1-9]\d{0,2})$/.exec(text) ?? []
  if (answers !== undefined && times !== undefined) return { answers: Number(answers), times: Number(times) }
  throw refuse('This option takes answers and times, such as 20x3, or 0.', `--judge-repeats ${text}`)
}

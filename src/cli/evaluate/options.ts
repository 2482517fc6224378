import { VoxelwiseError } from '../../engine/base/errors.ts'
import { parseProbes, probeNames } from '../../engine/probes/list.ts'
import { type Device, type Dtype, dtypes, nativeDevices, pageDevices } from '../../engine/protocol/device.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import {
  type ChatTemplate,
  chatTemplates,
  mostAtOnce,
  type Order,
  orders,
  type RunSettings,
  type Scoring,
  scorings,
} from '../../engine/protocol/settings.ts'
import type { Shard } from '../../engine/protocol/shards.ts'
import { readArguments, usageError } from '../base/arguments.ts'
import { judgeNamed } from '../base/protocol-options.ts'
import { parseShardOption } from '../base/shard-options.ts'
import { type ModelServer, modelServerAt } from '../serve/model-server.ts'
import { type NamedEntrant, namedEntrants } from './entrants.ts'
import { type JudgeOptions, judgeOptions } from './judge-options.ts'
import { spec, usage } from './usage.ts'

export interface EvaluateOptions {
  readonly dataset: string
  readonly mapping: string | undefined
  readonly split: string | undefined
  /** A folder; null where a server answers, or several models race. */
  readonly model: string | null
  /** Instead of one model several, the best of which is looked for. */
  readonly race: readonly NamedEntrant[] | undefined
  readonly risk: number
  /** Path of the run.json that it is compared with. */
  readonly untilDecided: string | undefined
  /** Where the model is, if there is no folder of it; else where only the judge is. */
  readonly server: ModelServer | null
  /** Of its models; null for the only one. */
  readonly serverModel: string | null
  readonly out: string
  readonly runtime: 'browser' | 'node'
  /** Of that runtime, by default the best that is there. */
  readonly device: Device | undefined
  readonly settings: Partial<RunSettings>
  /** What part of all questions is asked, in place of a limit that counts them. */
  readonly limitShare: number | undefined
  readonly protocol: string | undefined
  readonly judge: Judge | null
  /** Who rates its answers in words afterwards; null nobody. */
  readonly judging: JudgeOptions | null
  /** Passes that follow the run. */
  readonly probes: readonly Probe[]
  /** The part of the run that is asked; null asks all. */
  readonly shard: Shard | null
}

/** A race asks all of a data set until one model is left, in the page, by folders. */
const noPartInRace = [
  ...['model', 'server', 'runtime', 'shard', 'dtype', 'order', 'limit', 'probes'],
  ...['until-width', 'until-every-slice', 'until-minutes', 'until-decided'],
] as const

/** Where the model's files are; `readOptions` has refused a server for whoever needs them. */
export function modelFolder({ model }: Pick<EvaluateOptions, 'model'>): string {
  if (model === null) throw new Error('A server has no folder.')
  return model
}

/** @returns null where only help is asked for @throws VoxelwiseError usage */
export function readOptions(argv: readonly string[]): EvaluateOptions | null {
  const args = readArguments(argv, spec, usage)
  if (args.help) return null
  const needed = (name: 'dataset' | 'model' | 'out'): string => {
    const value = args[name]
    if (value === undefined) throw usageError('An option is missing.', `--${name}`, usage)
    return value
  }
  const count = (
    name: 'at-once' | 'seed' | 'limit' | 'until-minutes' | 'max-new-tokens' | 'timeout',
  ): number | undefined => {
    const text = args[name]
    if (text === undefined) return undefined
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
    throw usageError('This option takes a whole number above 0.', `--${name} ${text}`, usage)
  }
  const choice = <T extends string>(
    name: 'runtime' | 'device' | 'dtype' | 'chat-template' | 'scoring' | 'order',
    choices: readonly T[],
  ): T | undefined => {
    const text = args[name]
    const found = choices.find(known => known === text)
    if (text !== undefined && found === undefined)
      throw usageError(`This option takes ${choices.join(', ')}.`, `--${name} ${text}`, usage)
    return found
  }
  const race = args.race === undefined ? undefined : namedEntrants(args.race, usage)
  const runtime = choice('runtime', ['browser', 'node']) ?? 'browser'
  if (runtime === 'node' && args.timeout !== undefined)
    throw usageError('This option does not go with --runtime node.', '--timeout', usage)
  const dtype: Dtype | undefined = choice('dtype', dtypes)
  const chatTemplate: ChatTemplate | undefined = choice('chat-template', chatTemplates)
  const scoring: Scoring | undefined = choice('scoring', scorings)
  const order: Order | undefined = choice('order', orders)
  const seed = count('seed')
  const [, part] = /^([1-9]\d?)%$/.exec(args.limit ?? '') ?? []
  const limit = part === undefined ? count('limit') : undefined
  const until = {
    width: args['until-width'] === undefined ? null : share('until-width', args['until-width']),
    everySlice: args['until-every-slice'],
    minutes: count('until-minutes') ?? null,
    against: null,
  }
  if (until.everySlice && until.width === null)
    throw usageError('This option needs a width.', '--until-every-slice', usage)
  const maxNewTokens = count('max-new-tokens')
  const atOnce = count('at-once')
  if (atOnce !== undefined && atOnce > mostAtOnce)
    throw usageError(`This option takes at most ${mostAtOnce}.`, `--at-once ${atOnce}`, usage)
  const server =
    args.server === undefined ? null : modelServerAt(args.server, process.env.VOXELWISE_SERVER_KEY, usage)
  const judging = judgeOptions(args, usage)
  const isJudgeServed = judging?.judge.from === 'server'
  if (isJudgeServed && !server)
    throw usageError('It is not said where the server is.', '--judge-model @server without --server', usage)
  if (judging) expectJudgeable({ runtime, shard: args.shard, race: args.race })
  const alone = isJudgeServed ? (['runtime', 'shard'] as const) : (['model', 'runtime', 'shard'] as const)
  const besides = server && alone.find(name => args[name] !== undefined)
  if (besides) throw usageError('This option does not go with --server.', `--${besides}`, usage)
  const inRace = race && noPartInRace.find(name => args[name] !== undefined && args[name] !== false)
  if (inRace) throw usageError('This option does not go with --race.', `--${inRace}`, usage)
  if (args['until-decided'] !== undefined && (runtime === 'node' || args.shard !== undefined))
    throw usageError(
      'This option goes neither with --runtime node nor with --shard.',
      '--until-decided',
      usage,
    )
  const isHeld = args['hold-to-letter']
  if (isHeld && !server) throw usageError('This option needs a server.', '--hold-to-letter', usage)
  if (isHeld && scoring === 'choices')
    throw usageError('This option does not go with --scoring choices.', '--hold-to-letter', usage)
  const timeout = count('timeout')
  const shard = args.shard === undefined ? null : parseShardOption(args.shard, usage)
  // A shard ends where its part does, and a pass may show the images of any.
  const apart = ['until-width', 'until-minutes', 'probes'] as const
  const odd = shard && apart.find(name => args[name] !== undefined)
  if (odd) throw usageError('This option does not go with --shard.', `--${odd}`, usage)
  return {
    dataset: needed('dataset'),
    mapping: args.mapping,
    split: args.split,
    model: race || (server && args.model === undefined) ? null : needed('model'),
    server,
    serverModel: args['server-model'] ?? null,
    race,
    risk: args.risk === undefined ? 0.05 : share('risk', args.risk),
    untilDecided: args['until-decided'],
    out: needed('out'),
    runtime,
    device: choice('device', runtime === 'node' ? nativeDevices : pageDevices),
    settings: {
      ...(dtype && { dtype }),
      ...(chatTemplate && { chatTemplate }),
      ...(scoring && { scoring }),
      ...(args['full-text'] && { fullText: true }),
      ...(args['no-reuse'] && { reusePrefix: false }),
      ...(args['no-kept-features'] && { keepFeatures: false }),
      ...(order && { order }),
      ...(seed && { seed }),
      ...(limit && { limit }),
      ...((until.width !== null || until.minutes !== null) && { until }),
      ...(maxNewTokens && { maxNewTokens }),
      ...(timeout && { timeout }),
      ...(atOnce && { atOnce }),
      ...(isHeld && { heldToLetter: true }),
    },
    limitShare: part === undefined ? undefined : Number(part) / 100,
    protocol: args.protocol,
    judge: judgeNamed(args.judge, usage),
    judging,
    probes: args.probes === undefined ? [] : namedProbes(args.probes),
    shard,
  }
}

/** @throws VoxelwiseError usage where the command has no page, or no whole run, that a judge could work on */
function expectJudgeable(args: {
  readonly runtime: EvaluateOptions['runtime']
  readonly shard: string | undefined
  readonly race: string | undefined
}): void {
  const apart = (['shard', 'race'] as const).find(name => args[name] !== undefined)
  const other = args.runtime === 'node' ? 'runtime node' : apart
  if (other === undefined) return
  throw new VoxelwiseError({
    code: 'usage',
    subject: `--judge-model with --${other}`,
    message: 'Answers are judged in the browser, after one whole run.',
    remedy: 'Leave out one of the two options.',
  })
}

/** A limit that was given as a part, of so many questions; nothing where it was not. */
export function limitOf(
  { limitShare }: Pick<EvaluateOptions, 'limitShare'>,
  questions: number,
): Pick<Partial<RunSettings>, 'limit'> {
  return limitShare === undefined ? {} : { limit: Math.max(1, Math.round(limitShare * questions)) }
}

function share(name: string, text: string): number {
  if (/^0?\.\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw usageError('This option takes a share above 0 and below 1, such as 0.03.', `--${name} ${text}`, usage)
}

function namedProbes(list: string): readonly Probe[] {
  const found = parseProbes(list)
  if (!('unknown' in found)) return found
  throw usageError(
    `There is no pass "${found.unknown}"; there are ${probeNames.join(', ')}.`,
    `--probes ${list}`,
    usage,
  )
}

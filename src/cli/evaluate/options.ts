import { parseProbes, probeNames } from '../../engine/probes/list.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { allJudges } from '../../engine/protocol/judges/registry.ts'
import { corruptions, type Probe } from '../../engine/protocol/probe.ts'
import { mappedProtocols } from '../../engine/protocol/registry.ts'
import {
  type ChatTemplate,
  chatTemplates,
  type Device,
  type Dtype,
  dtypes,
  mostAtOnce,
  nativeDevices,
  type Order,
  orders,
  pageDevices,
  type RunSettings,
  type Scoring,
  scorings,
} from '../../engine/protocol/run.ts'
import type { Shard } from '../../engine/protocol/shards.ts'
import { readArguments, usageError } from '../arguments.ts'
import { called } from '../called.ts'
import { interruptedCode } from '../interrupt.ts'
import { type ModelServer, modelServerAt } from '../model-server.ts'
import { installCommand } from '../native-install.ts'
import { judgeNamed } from '../protocol-options.ts'
import { parseShardOption } from '../shard-options.ts'
import { type NamedEntrant, namedEntrants } from './entrants.ts'
import { type JudgeOptions, judgeOptions, judgeSpec, judgeUsage } from './judge-options.ts'

export const usage = `  ${called('evaluate')} --dataset PATH --model DIR --out DIR [options]
Options:
  --dataset PATH       a data set: a folder, or one file in it (its images may lie beside it); "demo" is the bundled one
  --mapping FILE       tables: how rows become samples (docs/mappings.md); by default a preset, else a guess
  --split SPLIT        tables: by default test, else validation, else all
  --model DIR          an ONNX model folder, as Hugging Face's onnx-community lays it out; "demo" likewise
  --server URL         in place of --model: a model server (Ollama, llama-server, vLLM …), asked by way of this command;
                       with --model only --judge-model @server asks it
  --server-model ID    which of its models; by default the only one
  --at-once N          questions that the server is asked side by side, 6 at most (1)
  --hold-to-letter     the server may write nothing but one of the answers that a question offers: no part of any protocol
  --out DIR            where the files are written
  --runtime RUNTIME    browser, or node: without a browser, on ONNX Runtime's own build, which one command installs:
                       ${installCommand}
  --device DEVICE      ${pageDevices.join(' or ')}; by default webgpu where there is a GPU. With --runtime node ${nativeDevices.join(', ')},
                       as its build has them; by default cpu
  --dtype DTYPE        ${dtypes.join(', ')}; by default what suits the model and device
  --chat-template T    own, or fallback: the built-in one, for a model that has none (own)
  --scoring SCORING    generate (official) or choices: the options' probabilities from one pass (generate)
  --full-text          generate: decode to the end, even when the verdict can no longer change
  --no-reuse           compute every prompt whole, even where it begins as the one before
  --no-kept-features   neither keep image features nor use those of an earlier run
  --protocol NAME      how samples of a mapped data set are asked: ${mappedProtocols.map(({ id }) => id).join(', ')}
  --judge NAME         whose reading answers get: ${allJudges.map(({ id }) => id).join(', ')}
  --order ORDER        balanced: every beginning is like the whole, or dataset: as the data set has it (balanced)
  --seed N             which balanced order is drawn (1)
  --limit N            ask only the first N samples of that order, or a part of all: 10%
  --shard K/N          ask only the K-th of N parts, from 1, and write it to DIR as a file for npm run merge (docs/cluster.md)
  --until-width W      stop where the accuracy on the whole data set is known to plus or minus W, such as 0.03
  --until-every-slice  ... and that of every task, modality, region and source data set too
  --until-minutes N    stop after N minutes of asking
  --until-decided RUN  stop where it is decided whether this model is right more often than that of a run.json, which asked
                       all of the same data set; what it knows of each question makes the estimate narrower
  --race DIR,DIR       instead of --model: ask several models in stages, and drop those that cannot be the best any more;
                       DIR@q4 names a precision, and --until-… and --limit have no part in it
  --risk R             in what share of races the best model may be dropped (0.05)
  --max-new-tokens N   longest answer (32)
  --timeout SECONDS    give up on a sample after so long (300); not with --runtime node, which waits
  --probes LIST        extra passes after the run, parted by commas: option-order, blank-image, wrong-image,
                       ${corruptions.join(', ')} (all strengths, or noise:3, noise:1-3), or all
${judgeUsage}

Written: load.json, results.json, metrics_summary.json, shortcut.json, shortcut_report.csv, run.json (the whole run
with its passes, to be opened in the page) and report.html (to be read; not by --runtime node). What failed goes to standard error.
Ctrl-C stops the run and writes what was answered; a second one ends the command at once. With --runtime node, answers go to
run.journal as they come, and the same command goes on with a run that was stopped or killed.
Exit codes: 0 done, 1 it failed, 2 the command line is wrong, ${interruptedCode} it was interrupted.
With --shard: 0 done, 1 try again, 42 never (wrong command line, input or identity), 75 interrupted, to be continued.`

const spec = {
  dataset: 'text',
  mapping: 'text',
  split: 'text',
  model: 'text',
  server: 'text',
  'server-model': 'text',
  'at-once': 'text',
  'hold-to-letter': 'flag',
  out: 'text',
  runtime: 'text',
  device: 'text',
  dtype: 'text',
  'chat-template': 'text',
  scoring: 'text',
  'full-text': 'flag',
  'no-reuse': 'flag',
  'no-kept-features': 'flag',
  protocol: 'text',
  judge: 'text',
  order: 'text',
  seed: 'text',
  limit: 'text',
  shard: 'text',
  'until-width': 'text',
  'until-every-slice': 'flag',
  'until-minutes': 'text',
  'until-decided': 'text',
  race: 'text',
  risk: 'text',
  'max-new-tokens': 'text',
  timeout: 'text',
  probes: 'text',
  ...judgeSpec,
  help: 'flag',
} as const

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
  const other = judging && (['runtime', 'shard', 'race'] as const).find(name => args[name] !== undefined)
  if (other && !(other === 'runtime' && runtime === 'browser'))
    throw usageError('This option does not go with --judge-model.', `--${other}`, usage)
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

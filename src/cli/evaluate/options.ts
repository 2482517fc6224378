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
  type Order,
  orders,
  type RunSettings,
  type Scoring,
  scorings,
} from '../../engine/protocol/run.ts'
import { readArguments, usageError } from '../arguments.ts'
import { called } from '../called.ts'
import { interruptedCode } from '../interrupt.ts'
import { judgeNamed } from '../protocol-options.ts'
import { type NamedEntrant, namedEntrants } from './entrants.ts'

export const usage = `  ${called('evaluate')} --dataset PATH --model DIR --out DIR [options]
Options:
  --dataset PATH       a data set: a folder, or one file in it (its images may lie beside it); "demo" is the bundled one
  --mapping FILE       tables: how rows become samples (docs/mappings.md); by default a preset, else a guess
  --split SPLIT        tables: by default test, else validation, else all
  --model DIR          an ONNX model folder, as Hugging Face's onnx-community lays it out; "demo" likewise
  --out DIR            where the files are written
  --device DEVICE      webgpu or wasm; by default webgpu where there is a GPU
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
  --limit N            ask only the first N samples of that order
  --until-width W      stop where the accuracy on the whole data set is known to plus or minus W, such as 0.03
  --until-every-slice  ... and that of every task, modality, region and source data set too
  --until-minutes N    stop after N minutes of asking
  --until-decided RUN  stop where it is decided whether this model is right more often than that of a run.json, which asked
                       all of the same data set; what it knows of each question makes the estimate narrower
  --race DIR,DIR       instead of --model: ask several models in stages, and drop those that cannot be the best any more;
                       DIR@q4 names a precision, and --until-… and --limit have no part in it
  --risk R             in what share of races the best model may be dropped (0.05)
  --max-new-tokens N   longest answer (32)
  --timeout SECONDS    give up on a sample after so long (300)
  --probes LIST        extra passes after the run, parted by commas: option-order, blank-image, wrong-image,
                       ${corruptions.join(', ')} (all strengths, or noise:3, noise:1-3), or all

Written: load.json, results.json, metrics_summary.json, shortcut.json, shortcut_report.csv, run.json (the whole run
with its passes, to be opened in the page) and report.html (to be read). What failed goes to standard error.
Ctrl-C stops the run and writes what was answered; a second one ends the command at once.
Exit codes: 0 done, 1 it failed, 2 the command line is wrong, ${interruptedCode} it was interrupted.`

const spec = {
  dataset: 'text',
  mapping: 'text',
  split: 'text',
  model: 'text',
  out: 'text',
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
  'until-width': 'text',
  'until-every-slice': 'flag',
  'until-minutes': 'text',
  'until-decided': 'text',
  race: 'text',
  risk: 'text',
  'max-new-tokens': 'text',
  timeout: 'text',
  probes: 'text',
  help: 'flag',
} as const

export interface EvaluateOptions {
  readonly dataset: string
  readonly mapping: string | undefined
  readonly split: string | undefined
  readonly model: string
  /** Instead of one model several, the best of which is looked for. */
  readonly race: readonly NamedEntrant[] | undefined
  readonly risk: number
  /** Path of the run.json that it is compared with. */
  readonly untilDecided: string | undefined
  readonly out: string
  readonly device: Device | undefined
  readonly settings: Partial<RunSettings>
  readonly protocol: string | undefined
  readonly judge: Judge | null
  /** Passes that follow the run. */
  readonly probes: readonly Probe[]
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
    name: 'seed' | 'limit' | 'until-minutes' | 'max-new-tokens' | 'timeout',
  ): number | undefined => {
    const text = args[name]
    if (text === undefined) return undefined
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
    throw usageError('This option takes a whole number above 0.', `--${name} ${text}`, usage)
  }
  const choice = <T extends string>(
    name: 'device' | 'dtype' | 'chat-template' | 'scoring' | 'order',
    choices: readonly T[],
  ): T | undefined => {
    const text = args[name]
    const found = choices.find(known => known === text)
    if (text !== undefined && found === undefined)
      throw usageError(`This option takes ${choices.join(', ')}.`, `--${name} ${text}`, usage)
    return found
  }
  const race = args.race === undefined ? undefined : namedEntrants(args.race, usage)
  if (race && args.model !== undefined) throw usageError('A race has its own models.', '--model', usage)
  const dtype: Dtype | undefined = choice('dtype', dtypes)
  const chatTemplate: ChatTemplate | undefined = choice('chat-template', chatTemplates)
  const scoring: Scoring | undefined = choice('scoring', scorings)
  const order: Order | undefined = choice('order', orders)
  const seed = count('seed')
  const limit = count('limit')
  const until = {
    width: args['until-width'] === undefined ? null : share('until-width', args['until-width']),
    everySlice: args['until-every-slice'],
    minutes: count('until-minutes') ?? null,
    against: null,
  }
  if (until.everySlice && until.width === null)
    throw usageError('This option needs a width.', '--until-every-slice', usage)
  const maxNewTokens = count('max-new-tokens')
  const timeout = count('timeout')
  return {
    dataset: needed('dataset'),
    mapping: args.mapping,
    split: args.split,
    model: race?.[0]?.model ?? needed('model'),
    race,
    risk: args.risk === undefined ? 0.05 : share('risk', args.risk),
    untilDecided: args['until-decided'],
    out: needed('out'),
    device: choice('device', ['webgpu', 'wasm']),
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
    },
    protocol: args.protocol,
    judge: judgeNamed(args.judge, usage),
    probes: args.probes === undefined ? [] : namedProbes(args.probes),
  }
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

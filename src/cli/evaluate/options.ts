import { detailForms, isDetail, ownDetail } from '../../engine/base/image-detail.ts'
import { parseProbes, probeNames } from '../../engine/probes/list.ts'
import { interventions } from '../../engine/probes/passes.ts'
import { type Device, nativeDevices, pageDevices } from '../../engine/protocol/device.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { corruptions, type Probe } from '../../engine/protocol/probe.ts'
import { rubrics } from '../../engine/protocol/rubrics/rubric.ts'
import { type FieldChoice, readChoices, type Selection } from '../../engine/protocol/selection.ts'
import {
  chatTemplates,
  defaultSettings,
  mostAtOnce,
  orders,
  type RunSettings,
  scorings,
  thinkings,
  usualThoughtTokens,
} from '../../engine/protocol/settings.ts'
import {
  checkedPolicy,
  judgeNamed,
  privacyOptions,
  protocolOptions,
  readingOptions,
  windowOption,
} from '../base/dataset-options.ts'
import { dtypeOption, namedDtype } from '../base/dtype-option.ts'
import { readSet } from '../base/files.ts'
import { installCommand } from '../base/installed.ts'
import {
  choiceOption,
  countOption,
  flagOption,
  listed,
  type OptionValues,
  shareOption,
  textOption,
  usageError,
} from '../base/options.ts'
import { type ModelServer, modelServerAt } from '../serve/model-server.ts'
import type { FurtherPasses } from './further-passes.ts'

const allDevices: readonly Device[] = [...new Set<Device>([...pageDevices, ...nativeDevices])]

/** The option by which a feature makes a part of a run. */
const partOption = 'shard'

/** They estimate all of the data set, or compare runs on it. */
const onlyExcludes = [partOption, 'until-width', 'until-decided'] as const

export const options = [
  textOption('dataset', 'PATH', 'The data set: a folder, one file in it, or "demo" for the bundled one.', {
    required: true,
  }),
  ...readingOptions,
  ...privacyOptions,
  textOption(
    'model',
    'DIR',
    'A checkpoint (config.json, tokenizer, *.safetensors), an ONNX folder in the layout of the onnx-community, or "demo".',
  ),
  textOption('adapter', 'DIR', "A LoRA adapter's folder, merged into the checkpoint of --model.", {
    needs: 'model',
  }),
  textOption(
    'server',
    'URL',
    'A model server (Ollama, llama-server, vLLM …) instead of --model. With --model, only --judge-model @server uses it.',
    { notWith: ['runtime', partOption] },
  ),
  textOption('server-model', 'ID', "One of the server's models. It need not be listed by the server.", {
    ...{ needs: 'server', default: 'the only listed one' },
  }),
  countOption('at-once', 'N', `Parallel requests (at most ${mostAtOnce}). Use 1 for reproducible answers.`, {
    needs: 'server',
    default: '1',
  }),
  flagOption(
    'hold-to-letter',
    'Restrict answers to the listed options. Not part of the protocol: not comparable with free answers.',
    { needs: 'server', notWith: ['scoring choices'] },
  ),
  textOption('out', 'DIR', 'Where the files are written.', { required: true }),
  choiceOption(
    'runtime',
    'RUNTIME',
    ['browser', 'node'],
    `where the model runs. Node needs ONNX Runtime's own build: ${installCommand}.`,
    { default: 'browser' },
  ),
  choiceOption(
    'device',
    'DEVICE',
    allDevices,
    `device for the model. The browser has ${listed(pageDevices, 'and')}; Node has ${listed(nativeDevices, 'and')}, depending on its build.`,
    { default: 'webgpu with a GPU, else wasm; cpu in Node' },
  ),
  dtypeOption('recommended for the device'),
  choiceOption('chat-template', 'T', chatTemplates, 'fallback is a built-in one for models that have none.', {
    default: 'own',
  }),
  choiceOption(
    'thinking',
    'T',
    thinkings,
    'whether a model that can think aloud does so before its answer.',
    {
      default: 'off if its template has a switch',
    },
  ),
  countOption('thought-tokens', 'N', 'The longest thought in tokens.', { default: `${usualThoughtTokens}` }),
  choiceOption('scoring', 'SCORING', scorings, "choices reads the options' probabilities in one pass.", {
    default: defaultSettings.scoring,
  }),
  windowOption,
  textOption(
    'image-detail',
    'DETAIL',
    `How finely images are shown, as the model's own processor allows: ${detailForms} (docs/images.md).`,
    { default: ownDetail, notWith: ['server'] },
  ),
  flagOption('full-text', 'Generate answers to their end, even when the verdict can no longer change.'),
  flagOption('no-reuse', 'Compute every prompt from its start, even where prompts begin alike.'),
  flagOption('no-kept-features', 'Neither store image features nor use stored ones.'),
  ...protocolOptions,
  choiceOption(
    'order',
    'ORDER',
    orders,
    'balanced mixes subgroups, so that any first part represents the whole.',
    {
      default: 'balanced',
    },
  ),
  countOption('seed', 'N', 'The seed of the balanced order.', { default: '1' }),
  textOption(
    'limit',
    'N',
    'Ask only the first N questions in that order, or a percentage such as 10%, with --where of the selection.',
  ),
  textOption(
    'where',
    'FIELD=VALUE,…',
    'Ask only these questions, such as modality=CT,task=Organ Recognition. Values of one field are alternatives. May be repeated.',
    { repeated: true, notWith: onlyExcludes },
  ),
  textOption('ids', 'FILE', 'Ask only the questions with these ids: a JSON array, or one per line.', {
    notWith: onlyExcludes,
  }),
  shareOption(
    'until-width',
    'W',
    'Stop when the accuracy on the whole data set is known to ±W, such as 0.03.',
  ),
  flagOption(
    'until-every-slice',
    'Apply --until-width to every task, modality, region and source data set.',
    {
      needs: 'until-width',
    },
  ),
  countOption('until-minutes', 'N', 'Stop after N minutes of asking.'),
  textOption(
    'until-decided',
    'RUN',
    "Stop when the model is clearly better or worse than this run.json of the whole data set. That run's answers narrow the estimate.",
    { notWith: ['runtime node', partOption] },
  ),
  countOption('max-new-tokens', 'N', 'The longest answer in tokens.', {
    default: `${defaultSettings.maxNewTokens}`,
  }),
  countOption(
    'timeout',
    'SECONDS',
    'Give up on a question after this time. Node checks it between model steps.',
    {
      default: `${defaultSettings.timeout}`,
    },
  ),
  textOption(
    'probes',
    'LIST',
    `Extra passes after the run, separated by commas: option-order, ${interventions.map(({ listed }) => listed).join(', ')}, ${corruptions.join(', ')} (all strengths, or noise:3, noise:1-3), by-modality (MedMNIST-C's by kind of image, or by-modality:3, medical-jpeg:3; docs/audit.md), or all (without by-modality).`,
  ),
  textOption(
    'regions',
    'RUN',
    'The regions that were drawn in the page, from a run.json of the same data set, for region, region-blurred and the occlusion maps.',
    { notWith: [partOption] },
  ),
  textOption(
    'judge-model',
    'DIR',
    'After the run, let this model rate its free-text answers: a folder, "demo", @server or @server:ID (docs/protocols.md).',
    { notWith: ['runtime node', partOption] },
  ),
  choiceOption(
    'rubric',
    'NAME',
    rubrics.map(({ id }) => id),
    'the rubric of the judge model.',
    { needs: 'judge-model', default: "that of the protocol's name" },
  ),
  flagOption('judge-images', 'Show the images to the judge model.', { needs: 'judge-model' }),
  flagOption('judge-held', 'Force valid replies of the judge model. Not with @server.', {
    needs: 'judge-model',
  }),
  textOption('judge-repeats', 'NxT', 'Rate N answers T more times to measure the spread; 0 for none.', {
    needs: 'judge-model',
    default: '20x3',
  }),
  countOption('judge-tokens', 'N', 'The longest reply of the judge model in tokens.', {
    needs: 'judge-model',
    default: '256',
  }),
] as const

type EvaluateArguments = OptionValues<typeof options>

export interface JudgeOptions {
  /** A folder or "demo"; or a model of the server, null for its only one. */
  readonly judge:
    | { readonly from: 'folder'; readonly path: string }
    | { readonly from: 'server'; readonly id: string | null }
  /** Undefined: the one with the protocol's name. */
  readonly rubric: string | undefined
  readonly showsImages: boolean
  readonly isHeld: boolean
  readonly repeats: { readonly answers: number; readonly times: number } | undefined
  readonly maxNewTokens: number | undefined
}

type AsGiven =
  | 'dataset'
  | 'mapping'
  | 'split'
  | 'slices'
  | 'keep-names'
  | 'keep-columns'
  | 'private'
  | 'out'
  | 'device'
  | 'protocol'

export interface EvaluateOptions extends Pick<EvaluateArguments, AsGiven> {
  /** A folder; null with a server. */
  readonly model: string | null
  /** The folder of a LoRA adapter of the model, null for none. */
  readonly adapter: string | null
  /** Path of the run.json to compare with. */
  readonly untilDecided: string | undefined
  /** Without a model folder the server answers; with one, it only judges. */
  readonly server: ModelServer | null
  /** Null for its only model. */
  readonly serverModel: string | null
  readonly runtime: 'browser' | 'node'
  readonly settings: Partial<RunSettings>
  /** The part of all questions to ask, instead of a number. */
  readonly limitShare: number | undefined
  readonly where: readonly FieldChoice[]
  readonly idsFile: string | undefined
  readonly judge: Judge | null
  /** Who rates the free-text answers afterwards; null for nobody. */
  readonly judging: JudgeOptions | null
  readonly probes: readonly Probe[]
  /** Path of a run.json whose drawn regions count. */
  readonly regions: string | undefined
  /** Passes that are made when the run has ended. */
  readonly further: readonly FurtherPasses[]
  /** Whether only a part of the run is asked, and written elsewhere (`RunPart`). */
  readonly isPart: boolean
}

/** The model's folder, where `readOptions` has made sure that there is one. */
export function modelFolder({ model }: Pick<EvaluateOptions, 'model'>): string {
  if (model === null) throw new Error('A server has no folder.')
  return model
}

/** @throws VoxelwiseError usage */
export function evaluateOptions(
  args: EvaluateArguments,
  env: Readonly<Record<string, string | undefined>>,
  isPart: boolean,
  further: readonly FurtherPasses[],
): EvaluateOptions {
  const { dataset, mapping, split, slices, out, device, protocol, regions } = args
  const runtime = args.runtime ?? 'browser'
  const devices: readonly Device[] = runtime === 'node' ? nativeDevices : pageDevices
  if (device !== undefined && !devices.includes(device))
    throw usageError(
      `--device takes ${listed(devices, 'or')} with --runtime ${runtime}.`,
      `--device ${device}`,
    )
  const server = args.server === undefined ? null : modelServerAt(args.server, env.VOXELWISE_SERVER_KEY)
  const judging = judgeOptions(args)
  const isJudgeServed = judging?.judge.from === 'server'
  if (isJudgeServed && !server)
    throw usageError('--server is required with --judge-model @server.', '--judge-model')
  if (server && args.model !== undefined && !isJudgeServed)
    throw usageError('--model cannot be combined with --server.', '--model')
  if (!server && args.model === undefined) throw usageError('--model is required.', '--model')
  const { limit, share: limitShare } = args.limit === undefined ? {} : namedLimit(args.limit)
  return {
    ...{ dataset, mapping, split, slices, out, device, protocol, regions, further },
    'keep-names': args['keep-names'],
    'keep-columns': args['keep-columns'],
    private: args.private,
    model: args.model ?? null,
    adapter: args.adapter ?? null,
    server,
    serverModel: args['server-model'] ?? null,
    untilDecided: args['until-decided'],
    runtime,
    settings: chosenSettings(args, limit),
    limitShare,
    where: args.where.flatMap(namedChoices),
    idsFile: args.ids,
    judge: judgeNamed(args.judge),
    judging,
    probes: args.probes === undefined ? [] : namedProbes(args.probes),
    isPart,
  }
}

/** The settings that the arguments name. @throws VoxelwiseError usage */
function chosenSettings(args: EvaluateArguments, limit: number | undefined): EvaluateOptions['settings'] {
  const { scoring, order, seed, timeout, thinking, 'thought-tokens': thoughtTokens } = args
  const { 'chat-template': chatTemplate, 'max-new-tokens': maxNewTokens, 'image-detail': detail } = args
  const dtype = args.dtype === undefined ? null : namedDtype(args.dtype)
  const atOnce = args['at-once']
  if (atOnce !== undefined && atOnce > mostAtOnce)
    throw usageError(`--at-once takes at most ${mostAtOnce}.`, `--at-once ${atOnce}`)
  const until = {
    width: args['until-width'] ?? null,
    everySlice: args['until-every-slice'],
    minutes: args['until-minutes'] ?? null,
    against: null,
  }
  return {
    ...(dtype && { dtype }),
    ...(chatTemplate && { chatTemplate }),
    ...(thinking && { thinking }),
    ...(thoughtTokens && { thoughtTokens }),
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
    ...(args['hold-to-letter'] && { heldToLetter: true }),
    ...(args.window !== undefined && { window: checkedPolicy(args.window) }),
    ...(detail !== undefined && { imageDetail: checkedDetail(detail) }),
  }
}

/** @throws VoxelwiseError usage */
function checkedDetail(detail: string): string {
  if (isDetail(detail)) return detail
  throw usageError(`--image-detail takes ${detailForms}.`, `--image-detail ${detail}`)
}

/** A limit that was given as a part, as a number of questions; nothing where it was not. */
export function limitFromShare(
  { limitShare }: Pick<EvaluateOptions, 'limitShare'>,
  questions: number,
): Pick<Partial<RunSettings>, 'limit'> {
  return limitShare === undefined ? {} : { limit: Math.max(1, Math.round(limitShare * questions)) }
}

/** The questions to ask; undefined for all. */
export async function givenSelection({
  where,
  idsFile,
}: Pick<EvaluateOptions, 'where' | 'idsFile'>): Promise<Selection | undefined> {
  if (where.length === 0 && idsFile === undefined) return undefined
  return { where, ids: idsFile === undefined ? null : [...(await readSet(idsFile))] }
}

function namedChoices(text: string): readonly FieldChoice[] {
  const choices = readChoices(text)
  if (choices) return choices
  throw usageError('--where takes FIELD=VALUE, separated by commas.', `--where ${text}`)
}

/** A number of questions, or a percentage as a share. */
function namedLimit(limit: string): { readonly limit?: number; readonly share?: number } {
  const [, digits, percent] = /^([1-9]\d{0,8})(%?)$/.exec(limit) ?? []
  if (percent === '') return { limit: Number(digits) }
  if (percent && Number(digits) < 100) return { share: Number(digits) / 100 }
  throw usageError('--limit takes a whole number above 0, or a percentage such as 10%.', `--limit ${limit}`)
}

function namedProbes(list: string): readonly Probe[] {
  const parsed = parseProbes(list)
  if (!('unknown' in parsed)) return parsed
  throw usageError(
    `There is no pass "${parsed.unknown}". Choose from ${probeNames.join(', ')}.`,
    `--probes ${list}`,
  )
}

/** Null if nothing is to be judged. @throws VoxelwiseError usage */
function judgeOptions(args: EvaluateArguments): JudgeOptions | null {
  const { rubric, 'judge-model': named, 'judge-repeats': repeats, 'judge-tokens': maxNewTokens } = args
  if (named === undefined) return null
  const [, isServer, id] = /^(@server)(?::(.+))?$/.exec(named) ?? []
  if (isServer && args['judge-held'])
    throw usageError('--judge-held cannot be combined with --judge-model @server.', '--judge-held')
  return {
    judge: isServer ? { from: 'server', id: id ?? null } : { from: 'folder', path: named },
    rubric,
    showsImages: args['judge-images'],
    isHeld: args['judge-held'],
    repeats: repeats === undefined ? undefined : namedRepeats(repeats),
    maxNewTokens,
  }
}

function namedRepeats(repeats: string): { readonly answers: number; readonly times: number } {
  if (repeats === '0') return { answers: 0, times: 0 }
  const [, answers, times] = /^([1-9]\d{0,5})x([1-9]\d{0,2})$/.exec(repeats) ?? []
  if (answers !== undefined && times !== undefined) return { answers: Number(answers), times: Number(times) }
  throw usageError(
    '--judge-repeats takes answers and times, such as 20x3, or 0.',
    `--judge-repeats ${repeats}`,
  )
}

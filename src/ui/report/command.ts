import type { LevelChoice } from '../../app/controller/levels.ts'
import { listProbes } from '../../engine/probes/list.ts'
import { isNative } from '../../engine/protocol/device.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import { protocolsFor } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { choicesText, type Selection } from '../../engine/protocol/selection.ts'
import type { Until } from '../../engine/protocol/settings.ts'

/** Whether there is more than one to choose from. */
const isMapped = (protocol: ProtocolReference): boolean => protocolsFor(protocol).length > 1

/**
 * The command that makes the same run without a window; of an extra pass, its run and then the pass.
 * @param passes made after the run
 */
export function evaluateCommand(
  { settings, dataset, model, environment, probe }: Run,
  passes: readonly Probe[],
): string {
  if (model.reader) return '# A person gave these answers. No command repeats them.'
  if (model.elsewhere)
    return `npm run -s convert -- \\\n  --log ${model.elsewhere.file} \\\n  --dataset ${dataset.source === 'bundled' ? 'demo' : 'DATASET_FOLDER'} \\\n  --out OUT`
  const probes = probe ? [probe] : passes
  // The page has no other device of this kind than the local runtime, which computes as the command does.
  const runtime = environment.runtime ?? (isNative(settings.device) ? 'node' : undefined)
  const { device, dtype, scoring, chatTemplate, fullText, reusePrefix, keepFeatures, maxNewTokens } = settings
  return [
    'npm run -s evaluate --',
    `--dataset ${dataset.source === 'bundled' ? 'demo' : 'DATASET_FOLDER'}`,
    ...modelOptions(model),
    '--out OUT',
    ...(runtime ? [`--runtime ${runtime}`] : []),
    ...(model.server ? [`--at-once ${settings.atOnce ?? 1}`] : [`--device ${device}`, `--dtype ${dtype}`]),
    ...(isMapped(settings.protocol) ? [`--protocol ${settings.protocol.id}`] : []),
    ...(settings.protocol.judge ? [`--judge ${settings.protocol.judge.id}`] : []),
    `--scoring ${scoring}`,
    ...(settings.heldToLetter ? ['--hold-to-letter'] : []),
    ...(model.server ? [] : [`--chat-template ${chatTemplate}`]),
    ...(settings.imageDetail === undefined ? [] : [`--image-detail ${settings.imageDetail}`]),
    ...(settings.window === undefined ? [] : [`--window ${settings.window}`]),
    ...(fullText ? ['--full-text'] : []),
    ...(reusePrefix ? [] : ['--no-reuse']),
    ...(keepFeatures ? [] : ['--no-kept-features']),
    ...(settings.only ? onlyOptions(settings.only) : []),
    ...(settings.limit === null ? [] : [`--limit ${settings.limit}`]),
    ...(settings.order === 'balanced' ? [`--seed ${settings.seed}`] : ['--order dataset']),
    ...(settings.until ? untilOptions(settings.until) : []),
    ...(settings.thinking ? [`--thinking ${settings.thinking}`] : []),
    ...(settings.thoughtTokens === undefined ? [] : [`--thought-tokens ${settings.thoughtTokens}`]),
    ...(settings.newTokensByKind ? [] : [`--max-new-tokens ${maxNewTokens}`]),
    ...(runtime ? [] : [`--timeout ${settings.timeout}`]),
    ...(probes.length > 0 ? [`--probes ${listProbes(probes)}`] : []),
  ].join(' \\\n  ')
}

function modelOptions({ source, server }: Run['model']): readonly string[] {
  // An id is text of the server's: quoted, so that a shell takes it as one word.
  if (server)
    return [`--server ${server.address}`, `--server-model '${server.model.replaceAll("'", "'\\''")}'`]
  return [`--model ${source === 'bundled' ? 'demo' : 'MODEL_FOLDER'}`]
}

/** Listed ids are a file, which only the run.json has. */
const onlyOptions = ({ where, ids }: Selection): readonly string[] => [
  ...(where.length > 0 ? [`--where '${choicesText(where).replaceAll("'", "'\\''")}'`] : []),
  ...(ids ? ['--ids IDS_FILE'] : []),
]

const untilOptions = ({ width, everySlice, minutes }: Until): readonly string[] => [
  ...(width === null ? [] : [`--until-width ${width}`]),
  ...(width !== null && everySlice ? ['--until-every-slice'] : []),
  ...(minutes === null ? [] : [`--until-minutes ${minutes}`]),
]

/** The command that recomputes the figures from the answers; own levels are named in files. */
export function scoreCommand({ high, ignore }: LevelChoice): string {
  return [
    'npm run -s score --',
    '--results OUT/results.json',
    '--out SCORED',
    ...(high ? ['--high-level HIGH_LEVEL_TASKS.txt'] : []),
    ...(ignore ? ['--ignore IGNORED_TASKS.txt'] : []),
  ].join(' \\\n  ')
}

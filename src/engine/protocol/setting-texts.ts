/** Texts and options of single settings, for `run-settings.ts`. */
import { counted } from '../base/counted.ts'
import { isNative } from './device.ts'
import type { ProtocolReference } from './protocol-reference.ts'
import { protocolsFor } from './protocols/registry.ts'
import type { Run } from './run.ts'
import { choicesText, type Selection } from './selection.ts'
import { mostNewTokens, type Until } from './settings.ts'

/** The window policy of a run, as settings write it. */
export const windowOfRun = ({ settings }: Pick<Run, 'settings'>): string => settings.window ?? 'file'

/** What only a model that is run here has. */
export const here = ({ model }: Run, value: string): string | null => (model.server ? null : value)
export const yesNo = (run: Run, is: boolean): string | null => here(run, is ? 'yes' : 'no')
export const flag = (is: boolean | undefined, name: string): readonly string[] => (is ? [name] : [])
export const given = (value: string | number | null | undefined, name: string): readonly string[] =>
  value == null ? [] : [`${name} ${value}`]

/** The command's runtime. The page has no other device of this kind than the local runtime, which computes as the command does. */
export const commandRuntime = ({ environment, settings }: Run): 'node' | undefined =>
  environment.runtime ?? (isNative(settings.device) ? 'node' : undefined)

/** Whether there is more than one to choose from. */
export const isChosenProtocol = (protocol: ProtocolReference): boolean => protocolsFor(protocol).length > 1

export const scoringWords = ({ settings }: Run): string =>
  settings.scoring === 'choices' ? 'option probabilities' : 'generated text'

export const tokensWords = ({ settings }: Run): string => `${mostNewTokens(settings)} tokens`

export const judgeWords = ({ settings: { protocol } }: Run): string | undefined =>
  protocol.judge && `${protocol.judge.id}, version ${protocol.judge.version}`

export const protocolText = ({ settings: { protocol } }: Run): string =>
  `${protocol.id}, version ${protocol.version}`

export function untilWords({ width, everySlice, minutes, against }: Until): string {
  const parts = [
    ...(width === null
      ? []
      : [`at ±${Number((100 * width).toFixed(2))} points${everySlice ? ', in every subgroup' : ''}`]),
    ...(against === null ? [] : [`once the difference from run ${against} is settled`]),
    ...(minutes === null ? [] : [`after ${counted(minutes, 'minute')}`]),
  ]
  return parts.join(', or ') || 'no'
}

/** Listed ids are a file, which only the run.json has. */
export const onlyOptions = ({ where, ids }: Selection): readonly string[] => [
  ...(where.length > 0 ? [`--where '${choicesText(where).replaceAll("'", "'\\''")}'`] : []),
  ...(ids ? ['--ids IDS_FILE'] : []),
]

export const untilOptions = ({ width, everySlice, minutes }: Until): readonly string[] => [
  ...given(width, '--until-width'),
  ...flag(width !== null && everySlice, '--until-every-slice'),
  ...given(minutes, '--until-minutes'),
]

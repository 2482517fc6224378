import type { Run } from '../../engine/run.ts'
import type { LevelChoice } from '../controller-api.ts'

/** The command that makes the same run without a window; null for an extra pass, which only the page makes. */
export function evaluateCommand({ settings, dataset, model, probe }: Run): string | null {
  if (probe) return null
  const { device, dtype, scoring, chatTemplate, fullText, reusePrefix, keepFeatures, maxNewTokens } = settings
  return [
    'npm run -s evaluate --',
    `--dataset ${dataset.source === 'bundled' ? 'demo' : 'DATASET_FOLDER'}`,
    `--model ${model.source === 'bundled' ? 'demo' : 'MODEL_FOLDER'}`,
    '--out OUT',
    `--device ${device}`,
    `--dtype ${dtype}`,
    `--scoring ${scoring}`,
    `--chat-template ${chatTemplate}`,
    ...(fullText ? ['--full-text'] : []),
    ...(reusePrefix ? [] : ['--no-reuse']),
    ...(keepFeatures ? [] : ['--no-kept-features']),
    ...(settings.limit === null ? [] : [`--limit ${settings.limit}`]),
    `--max-new-tokens ${maxNewTokens}`,
    `--timeout ${settings.timeout}`,
  ].join(' \\\n  ')
}

/** The command that makes the figures again from the answers; own levels are named in files. */
export function scoreCommand({ high, ignore }: LevelChoice): string {
  return [
    'npm run -s score --',
    '--results OUT/results.json',
    '--out SCORED',
    ...(high ? ['--high-level HIGH_LEVEL_TASKS.txt'] : []),
    ...(ignore ? ['--ignore IGNORED_TASKS.txt'] : []),
  ].join(' \\\n  ')
}

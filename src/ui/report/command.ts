import type { LevelChoice } from '../../app/controller/levels.ts'
import { importKinds } from '../../data/import-seams.ts'
import { listProbes } from '../../engine/probes/list.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { runSettings } from '../../engine/protocol/run-settings.ts'
import { commandRuntime } from '../../engine/protocol/setting-texts.ts'

const settingOptions = runSettings.flatMap(({ options }) => options ?? []).sort((a, b) => a.place - b.place)

/**
 * The command that makes the same run without a window; of an extra pass, its run and then the pass.
 * @param passes made after the run
 */
export function evaluateCommand(run: Run, passes: readonly Probe[]): string {
  const { model, probe } = run
  const dataset = `--dataset ${run.dataset.source === 'bundled' ? 'demo' : 'DATASET_FOLDER'}`
  const imported = importKinds.flatMap(({ commandLines }) => commandLines?.(run, dataset) ?? [])
  if (imported.length > 0) return asCommand(imported)
  if (model.reader || model.elsewhere)
    return `# ${model.reader ? 'A person' : 'Another tool'} gave these answers. No command repeats them.`
  const probes = probe ? [probe] : passes
  const runtime = commandRuntime(run)
  return asCommand([
    'npm run -s evaluate --',
    dataset,
    ...modelOptions(model),
    '--out OUT',
    ...(runtime ? [`--runtime ${runtime}`] : []),
    ...settingOptions.flatMap(({ of }) => of(run)),
    ...(probes.length > 0 ? [`--probes ${listProbes(probes)}`] : []),
  ])
}

const asCommand = (lines: readonly string[]): string => lines.join(' \\\n  ')

function modelOptions({ source, server }: Run['model']): readonly string[] {
  // An id is text of the server's: quoted, so that a shell takes it as one word.
  if (server)
    return [`--server ${server.address}`, `--server-model '${server.model.replaceAll("'", "'\\''")}'`]
  return [`--model ${source === 'bundled' ? 'demo' : 'MODEL_FOLDER'}`]
}

/** The command that recomputes the figures from the answers; own levels are named in files. */
export function scoreCommand({ high, ignore }: LevelChoice): string {
  return asCommand([
    'npm run -s score --',
    '--results OUT/results.json',
    '--out SCORED',
    ...(high ? ['--high-level HIGH_LEVEL_TASKS.txt'] : []),
    ...(ignore ? ['--ignore IGNORED_TASKS.txt'] : []),
  ])
}

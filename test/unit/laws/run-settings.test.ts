/** Laws over the settings that `evaluate` accepts: run.json gives back what a run asks with them, and its command chooses them again. */
import { expect, test } from 'vitest'
import { newPass } from '../../../src/app/run/new-run.ts'
import { readArguments } from '../../../src/cli/base/options.ts'
import { evaluateOptions, options } from '../../../src/cli/evaluate/options.ts'
import { serializeRun } from '../../../src/data/export/run-file.ts'
import { passTotals } from '../../../src/engine/probes/passes.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { runSettings } from '../../../src/engine/protocol/run-settings.ts'
import { defaultSettings, type RunSettings } from '../../../src/engine/protocol/settings.ts'
import { evaluateCommand } from '../../../src/ui/report/command.ts'
import { lawRecords, lawRun } from '../support/law-runs.ts'
import { mappedLawSamples as samples } from '../support/law-samples.ts'
import { readBack } from '../support/read-run.ts'
import { someRun } from '../support/records.ts'
import { drawSome } from '../support/rounds.ts'

/** Each argument alone, or left out; of several lists every combination. */
const choices: readonly (readonly (readonly string[])[])[] = [
  [[], ['--order', 'dataset'], ['--order', 'balanced', '--seed', '7']],
  [[], ['--limit', '3'], ['--limit', '1000'], ['--limit', '20%']],
  [
    [],
    ['--where', 'modality=MRI'],
    ['--where', 'modality=CT,task=Diagnosis'],
    ['--ids', 'ids.json'],
    ['--shard', '2/3'],
  ],
  [[], ['--scoring', 'choices'], ['--full-text', '--max-new-tokens', '5'], ['--window', 'preset:lung']],
]

const product = <T>(lists: readonly (readonly (readonly T[])[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (some, list) => some.flatMap(before => list.map(one => [...before, ...one])),
    [[]],
  )

/** As `evaluate` combines them; the ids of its file are those of some last questions. */
function readSettings(argv: readonly string[]): Partial<RunSettings> {
  // A part of a run is made by a feature, and is one of its settings.
  const isPart = argv.includes('--shard')
  const own = isPart ? argv.filter((_, i) => argv[i] !== '--shard' && argv[i - 1] !== '--shard') : argv
  const given = evaluateOptions(
    readArguments(options, ['--dataset', 'd', '--model', 'm', '--out', 'o', ...own]).values,
    {},
    isPart,
    [],
  )
  const ids = given.idsFile === undefined ? null : samples.slice(-5).map(({ fields }) => String(fields.id))
  const isSelected = ids !== null || given.where.length > 0
  const limit = given.limitShare === undefined ? {} : { limit: Math.round(given.limitShare * samples.length) }
  return {
    ...given.settings,
    ...limit,
    ...(isSelected && { only: { where: given.where, ids } }),
    ...(isPart && { shard: { number: 2, of: 3 } }),
  }
}

const blank = { kind: 'blank-image' } as const

test.each(drawSome(product(choices), 3).map(argv => [argv.join(' ') || 'no argument', argv] as const))(
  'a run by %s is read back',
  async (_, argv) => {
    const run = lawRun(samples, findProtocol({ id: 'direct', version: 2 }), readSettings(argv))
    const [total = 0] = passTotals([blank], samples, run.settings, [])
    const pass: Run = { ...newPass(run, blank, total, run.environment, null), state: 'done' }
    const passes = run.settings.shard ? [] : [{ run: pass, records: lawRecords(pass, samples) }]
    const written = { run, records: lawRecords(run, samples), passes }
    expect(written.records).toHaveLength(run.total)
    const { run: own, records, passes: read } = await readBack(serializeRun(written))
    expect({ run: own, records, passes: read }).toEqual(written)
  },
)

/** The arguments of a command as a shell takes them. */
const splitArguments = (command: string): readonly string[] =>
  command
    .split(' \\\n  ')
    .slice(1)
    .flatMap(line => /^(--\S+)(?: (.*))?$/.exec(line)?.slice(1) ?? [])
    .flatMap(text => (text === undefined ? [] : [text.replace(/^'(.*)'$/, '$1')]))

const chosen: readonly Partial<RunSettings>[] = [
  { scoring: 'choices', chatTemplate: 'fallback', dtype: 'q8' },
  { fullText: true, reusePrefix: false, keepFeatures: false, maxNewTokens: 7 },
  { order: 'balanced', seed: 9, limit: 12, timeout: 33 },
  { window: 'preset:lung', imageDetail: 'tiles:1' },
  { thinking: 'on', thoughtTokens: 77 },
  { until: { width: 0.05, everySlice: true, minutes: 3, against: null } },
]

test.each(chosen)('the command of a run by %j chooses it again', part => {
  const run: Run = { ...someRun, settings: { ...someRun.settings, ...part } }
  const given = readArguments(options, splitArguments(evaluateCommand(run, []))).values
  const { settings } = evaluateOptions(given, {}, false, [])
  expect({ ...defaultSettings, ...settings }).toMatchObject(part)
})

test('no two settings have one place among options, or among labels', () => {
  for (const facet of ['options', 'label'] as const) {
    const places = runSettings.flatMap(setting => setting[facet]?.place ?? [])
    expect(new Set(places).size, facet).toBe(places.length)
  }
})

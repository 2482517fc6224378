import type { Store } from '../../data/store/store.ts'
import type { ConfidenceReport } from '../../engine/analysis/confidence.ts'
import type { GateResult } from '../../engine/analysis/gates.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import type { RunOverview } from '../../engine/analysis/run-overview.ts'
import type { ProbeReport } from '../../engine/probes/report.ts'
import type { FailedRecord } from '../../engine/protocol/record.ts'
import type { Axis } from '../../engine/protocol/sample.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { Remote } from '../../workers/shared/comlink.ts'
import type { LevelChoice } from './levels.ts'
import type { ReportFacts } from './report-facts.ts'

interface Gathering {
  readonly store: Store
  readonly results: Remote<ResultsWorker>
  readonly id: string
  readonly rows: readonly ResultRow[]
  readonly overview: RunOverview
  readonly gates: readonly GateResult[]
  readonly levels: LevelChoice
  /** The same levels as the worker takes them. */
  readonly options: ShortcutOptions
}

/** All facts for the report of a run. */
export async function gatherFacts(gathering: Gathering): Promise<ReportFacts> {
  const { store, results, id, rows, overview, gates, levels, options } = gathering
  const failures: FailedRecord[] = []
  for (const { index, verdict } of rows) {
    const record = verdict === 'failed' ? await store.record(id, index) : undefined
    if (record?.status === 'failed') failures.push(record)
  }
  const probes = await results.probes(id, options)
  const judged = await results.judgings(id)
  return {
    run: await store.run(id),
    rows,
    overview,
    gates,
    levels,
    failures,
    credibility: await results.credibility(id, options),
    load: await store.load(id),
    confidence: rows.some(({ confidence }) => confidence !== null) ? await byAxis(gathering) : null,
    probes: hasPasses(probes) ? probes : null,
    judged: judged.judged.length > 0 ? judged : null,
  }
}

const byAxis = async ({ results, id }: Gathering): Promise<Readonly<Record<Axis, ConfidenceReport>>> => ({
  task: await results.confidence(id, 'task'),
  modality: await results.confidence(id, 'modality'),
  parts: await results.confidence(id, 'parts'),
})

const hasPasses = ({ order, blank, swapped, corruptions }: ProbeReport): boolean =>
  order !== null || blank !== null || swapped !== null || corruptions.length > 0
